import type { administration } from '@headland/contracts/administration';
import { fieldLabel, kindLabel, valueLabel } from '../record-labels';
import type { ColumnsOf } from './list-column';

export const changeListColumns = [
  { key: 'at', title: 'history.at', kind: 'moment', sort: 'at', value: (r) => r.at },
  { key: 'who', title: 'history.who', kind: 'text', value: (r, { say }) => r.who ?? say('history.system') },
  { key: 'screen', title: 'history.screen', kind: 'text', value: (r, { say }) => say(`feature.${r.screen}`) },
  {
    key: 'record',
    title: 'history.record',
    kind: 'text',
    width: 32,
    value: (r, { say }) => `${kindLabel(say, r.kind)} ${r.record}`,
  },
  { key: 'field', title: 'history.action', kind: 'text', width: 12, value: (r, { say }) => say(`changeAct.${r.act}`) },
  {
    key: 'field',
    title: 'history.field',
    kind: 'text',
    value: (r, { say }) => r.field && fieldLabel(say, r.field, r.kind),
  },
  {
    key: 'change',
    title: 'history.from',
    kind: 'text',
    width: 28,
    value: (r, { say }) => r.from && valueLabel(say, r.from, r.kind),
  },
  {
    key: 'change',
    title: 'history.to',
    kind: 'text',
    width: 28,
    value: (r, { say }) => r.to && valueLabel(say, r.to, r.kind),
  },
  { key: 'reason', title: 'history.reason', kind: 'text', width: 40, value: (r) => r.reason },
  { key: 'address', title: 'history.address', kind: 'text', value: (r) => r.address },
] as const satisfies ColumnsOf<typeof administration.changes>;
