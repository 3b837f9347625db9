import type { posts } from '@headland/contracts/post';
import type { ColumnsOf } from './list-column';

export const postListColumns = [
  { key: 'title', title: 'post.field.title', kind: 'text', sort: 'title', width: 50, value: (r) => r.title },
  { key: 'startOn', title: 'posting.startOn', kind: 'day', sort: 'startOn', value: (r) => r.startOn },
  { key: 'endOn', title: 'posting.endOn', kind: 'day', value: (r) => r.endOn },
  { key: 'state', title: 'posting.state', kind: 'text', value: (r, c) => c.t(`posting.${r.state}`) },
  { key: 'display', title: 'display.label', kind: 'text', value: (r, c) => c.t(`display.${r.display}`) },
  { key: 'registrant', title: 'content.registrant', kind: 'text', value: (r) => r.registrant },
  {
    key: 'registeredAt',
    title: 'content.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
  { key: 'views', title: 'content.views', kind: 'number', value: (r) => r.views },
] as const satisfies ColumnsOf<typeof posts.list>;
