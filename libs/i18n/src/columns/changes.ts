import type { administration } from '@headland/contracts/administration';
import { actorLabel, fieldLabel, kindLabel, valueLabel } from '../record-labels';
import type { ColumnsOf } from './list-column';

export const changeListColumns = [
  { key: 'at', title: 'history.at', kind: 'moment', sort: 'at', value: (r) => r.at },
  {
    key: 'who',
    title: 'history.who',
    kind: 'text',
    value: (r, { t }) => (r.who === null ? t('history.system') : actorLabel(t, r.who)),
  },
  { key: 'screen', title: 'history.screen', kind: 'text', value: (r, { t }) => t(`feature.${r.screen}`) },
  {
    key: 'record',
    title: 'history.record',
    kind: 'text',
    width: 32,
    value: (r, { t }) => `${kindLabel(t, r.kind)} ${r.record}`,
  },
  { key: 'field', title: 'history.action', kind: 'text', width: 12, value: (r, { t }) => t(`changeAct.${r.act}`) },
  {
    key: 'field',
    title: 'history.field',
    kind: 'text',
    value: (r, { t }) => r.field && fieldLabel(t, r.field, r.kind),
  },
  {
    key: 'change',
    title: 'history.from',
    kind: 'text',
    width: 28,
    value: (r, { t }) => r.from && valueLabel(t, r.from, r.kind),
  },
  {
    key: 'change',
    title: 'history.to',
    kind: 'text',
    width: 28,
    value: (r, { t }) => r.to && valueLabel(t, r.to, r.kind),
  },
  { key: 'reason', title: 'history.reason', kind: 'text', width: 40, value: (r) => r.reason },
  { key: 'address', title: 'history.address', kind: 'text', value: (r) => r.address },
] as const satisfies ColumnsOf<typeof administration.changes>;
