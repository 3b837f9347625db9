import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { administration, type EventRow, eventStateKey } from '@headland/contracts/administration';
import { type ExportContext, ExportRegistry, selected } from '../../platform/exports/export-registry';
import { eventConditions, eventOrder, eventsByNumber } from './events.reads';
import { periodOf } from './period-list';

/** The event log as a workbook. */
@Injectable()
export class EventsExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'events',
      file: 'memberHistory',
      title: 'history.tab.events',
      endpoint: administration.events,
      open: async (filter, { scope }) => {
        return selected({
          select: 'e.number',
          from: 'event_log e',
          where: await eventConditions(database, filter, filter.from === undefined ? null : periodOf(filter), scope),
          order: eventOrder(filter),
          // what an event led from is looked up for some hundred at a time
          toRows: (rows: { number: string }[], tx) =>
            eventsByNumber(
              tx,
              rows.map((r) => r.number),
              filter,
            ),
        });
      },
      columns: [
        { key: 'number', title: 'eventLog.number', kind: 'number', value: (r) => r.number },
        { key: 'at', title: 'history.at', kind: 'moment', value: (r) => r.at },
        {
          key: 'kind',
          title: 'eventLog.kind',
          kind: 'text',
          width: 16,
          value: (r, { say }) => say(`eventKind.${kindOf(r.name)}`),
        },
        {
          key: 'kind',
          title: 'eventLog.event',
          kind: 'text',
          width: 24,
          value: (r, { say }) => say(`event.${r.name}`),
        },
        { key: 'vehicle', title: 'eventLog.vehicle', kind: 'text', width: 22, value: (r) => r.vin },
        { key: 'subject', title: 'eventLog.subject', kind: 'text', width: 28, value: (r) => r.subject },
        { key: 'change', title: 'history.from', kind: 'text', value: (r, { say }) => stateLabel(say, r.from) },
        { key: 'change', title: 'history.to', kind: 'text', value: (r, { say }) => stateLabel(say, r.to) },
        { key: 'who', title: 'history.who', kind: 'text', value: (r, { say }) => r.who ?? say('eventLog.machine') },
        { key: 'organization', title: 'history.organization', kind: 'text', value: (r) => r.organization },
      ],
    });
  }
}

type Kind<N> = N extends `${infer K}.${string}` ? K : never;
const kindOf = (name: EventRow['name']): Kind<EventRow['name']> => name.split('.')[0] as Kind<EventRow['name']>;

const stateLabel = (say: ExportContext['say'], state: EventRow['to']): string | null =>
  state === null ? null : say(eventStateKey(state));
