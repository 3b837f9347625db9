import type { notices } from '@headland/contracts/notice';
import type { ColumnsOf } from './list-column';

export const noticeListColumns = [
  { key: 'type', title: 'notice.field.type', kind: 'text', value: (r, c) => c.t(`noticeType.${r.type}`) },
  { key: 'title', title: 'notice.field.title', kind: 'text', sort: 'title', width: 50, value: (r) => r.title },
  { key: 'target', title: 'notice.field.target', kind: 'text', value: (r, c) => c.t(`noticeTarget.${r.target}`) },
  { key: 'os', title: 'notice.field.os', kind: 'text', value: (r, c) => c.t(`osType.${r.os}`) },
  { key: 'startOn', title: 'posting.startOn', kind: 'day', sort: 'startOn', value: (r) => r.startOn },
  { key: 'endOn', title: 'posting.endOn', kind: 'day', value: (r) => r.endOn },
  { key: 'state', title: 'posting.state', kind: 'text', value: (r, c) => c.t(`posting.${r.state}`) },
  { key: 'display', title: 'display.label', kind: 'text', value: (r, c) => c.t(`display.${r.display}`) },
  { key: 'images', title: 'notice.field.images', kind: 'number', value: (r) => r.images },
  { key: 'registrant', title: 'content.registrant', kind: 'text', value: (r) => r.registrant },
  {
    key: 'registeredAt',
    title: 'content.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
  { key: 'views', title: 'content.views', kind: 'number', value: (r) => r.views },
] as const satisfies ColumnsOf<typeof notices.list>;
