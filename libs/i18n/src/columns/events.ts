import { type administration, type EventRow, eventStateKey } from '@headland/contracts/administration';
import { actorLabel } from '../record-labels';
import type { ColumnContext, ColumnsOf } from './list-column';

export const eventListColumns = [
  { key: 'number', title: 'eventLog.number', kind: 'number', sort: 'number', grouped: false, value: (r) => r.number },
  { key: 'at', title: 'history.at', kind: 'moment', value: (r) => r.at },
  {
    key: 'kind',
    title: 'eventLog.kind',
    kind: 'text',
    width: 16,
    value: (r, { t }) => t(`eventKind.${kindOf(r.name)}`),
  },
  { key: 'kind', title: 'eventLog.event', kind: 'text', width: 24, value: (r, { t }) => t(`event.${r.name}`) },
  { key: 'vehicle', title: 'eventLog.vehicle', kind: 'text', width: 22, value: (r) => r.vin },
  { key: 'subject', title: 'eventLog.subject', kind: 'text', width: 28, value: (r) => r.subject },
  { key: 'change', title: 'history.from', kind: 'text', value: (r, { t }) => stateLabel(t, r.from) },
  { key: 'change', title: 'history.to', kind: 'text', value: (r, { t }) => stateLabel(t, r.to) },
  {
    key: 'who',
    title: 'history.who',
    kind: 'text',
    value: (r, { t }) => (r.who === null ? t('eventLog.machine') : actorLabel(t, r.who)),
  },
  { key: 'organization', title: 'history.organization', kind: 'text', value: (r) => r.organization },
] as const satisfies ColumnsOf<typeof administration.events>;

type Kind<N> = N extends `${infer K}.${string}` ? K : never;
const kindOf = (name: EventRow['name']): Kind<EventRow['name']> => name.split('.')[0] as Kind<EventRow['name']>;

const stateLabel = (t: ColumnContext['t'], state: EventRow['to']): string | null =>
  state === null ? null : t(eventStateKey(state));
