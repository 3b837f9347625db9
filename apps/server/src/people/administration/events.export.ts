import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { administration } from '@headland/contracts/administration';
import { eventListColumns } from '@headland/i18n/columns/events';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
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
      columns: eventListColumns,
    });
  }
}
