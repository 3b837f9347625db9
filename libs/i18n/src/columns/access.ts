import type { administration } from '@headland/contracts/administration';
import { isMessageKey } from '../catalogue';
import type { ColumnContext, ColumnsOf } from './list-column';

export const accessListColumns = [
  { key: 'at', title: 'history.at', kind: 'moment', sort: 'at', value: (r) => r.at },
  { key: 'loginId', title: 'history.loginId', kind: 'text', value: (r) => r.loginId },
  { key: 'name', title: 'history.name', kind: 'text', value: (r) => r.name },
  { key: 'organization', title: 'history.organization', kind: 'text', value: (r) => r.organization },
  {
    key: 'role',
    title: 'history.role',
    kind: 'text',
    value: (r, { t }) =>
      [r.groupType && t(`groupType.${r.groupType}`), r.role && t(`role.${r.role}`)].filter(Boolean).join(' · '),
  },
  { key: 'action', title: 'history.action', kind: 'text', value: (r, { t }) => t(`event.account.${r.action}`) },
  {
    key: 'action',
    title: 'history.detail',
    kind: 'text',
    width: 40,
    value: (r, { t }) =>
      r.detail
        ?.split(':')
        .map((part) => detailLabel(t, part.trim()))
        .join(' · '),
  },
  {
    key: 'result',
    title: 'history.result',
    kind: 'text',
    width: 10,
    value: (r, { t }) => t(`accessResult.${r.result}`),
  },
  { key: 'address', title: 'history.address', kind: 'text', value: (r) => r.address },
  { key: 'browser', title: 'history.browser', kind: 'text', width: 60, value: (r) => r.agent },
] as const satisfies ColumnsOf<typeof administration.access>;

function detailLabel(t: ColumnContext['t'], detail: string): string {
  const key = `accessDetail.${detail}`;
  return isMessageKey(key) ? t(key) : detail;
}
