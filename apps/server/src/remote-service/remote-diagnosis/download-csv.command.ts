import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { HistoryFilter } from '@headland/contracts/diagnosis';
import type { Streamed } from '@headland/contracts/endpoint';
import { exportLimit, type ExportList } from '@headland/contracts/export';
import { headingLabel } from '@headland/i18n/diagnosis-labels';
import { formatMessage } from '@headland/i18n/format-message';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Snapshot } from '../../platform/database/cursor';
import { ReadReplica } from '../../platform/database/read-replica';
import { Change } from '../../platform/event-log/change';
import type { ExportContext } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { csvLines, stampIn } from './csv';
import { historyCount, historyRows } from './history.reads';
import { formatterOf } from './diagnosis-formatter';
import { recordedOf, recordedRows } from './recording.export';
import { historyColumns } from './service-history.export';

/** A history or a recording as CSV, line by line; the download is recorded before the first line is sent. */
export class DownloadCsv extends Command<Streamed> {
  constructor(
    readonly of:
      { list: 'serviceHistory'; vehicleId: number; filter: HistoryFilter } | { list: 'recording'; recordingId: number },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DownloadCsv)
export class DownloadCsvHandler implements ICommandHandler<DownloadCsv> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: ReadReplica,
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ of, caller: who }: DownloadCsv): Promise<Streamed> {
    return of.list === 'recording' ? this.recording(of.recordingId, who) : this.history(of.vehicleId, of.filter, who);
  }

  private async history(
    vehicleId: number,
    { page: _page, size: _size, ...filter }: HistoryFilter,
    caller: Caller,
  ): Promise<Streamed> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const total = await historyCount(this.database.manager, vehicleId, filter);
    if (total > exportLimit) throw new Problem('EXPORT_TOO_LARGE', { total, limit: exportLimit });
    const asked = Object.fromEntries(
      Object.entries(filter).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]],
      ),
    );
    await this.record('serviceHistory', { id: String(vehicleId), ...asked }, total, caller);
    const context: ExportContext = {
      language: caller.language,
      timeZone: caller.timeZone,
      t: (key, values) => formatMessage(caller.language, key, values),
    };
    const stamp = stampIn(caller.timeZone);
    const head = historyColumns.map((c) =>
      typeof c.title === 'string' ? context.t(c.title) : c.title[caller.language],
    );
    const cells = historyColumns.map((c) => (row: Parameters<typeof c.value>[0]) => {
      const value = c.value(row, context);
      return value instanceof Date ? stamp(value.getTime()) : (value ?? null);
    });
    const name = `remoteHistory_${this.stamped(caller)}.csv`;
    return {
      name,
      bytes: this.lines(
        head,
        (snapshot) => historyRows(snapshot.tx, vehicleId, filter),
        (row) => cells.map((cell) => cell(row)),
      ),
    };
  }

  private async recording(recordingId: number, caller: Caller): Promise<Streamed> {
    const recorded = await recordedOf(this.database.manager, recordingId, caller.scope);
    await this.record('recording', { recordingId: String(recordingId) }, recorded.rows, caller);
    const { t, item } = formatterOf(caller.language);
    const stamp = stampIn(caller.timeZone);
    const head = [
      `${t('serviceHistory.ours')} (${caller.timeZone})`,
      t('serviceHistory.device'),
      ...recorded.items.map((id) => {
        const known = item(id);
        return known === null ? id : headingLabel(known.name, known.unit);
      }),
    ];
    const name = `recording_${recordingId}_${this.stamped(caller)}.csv`;
    return {
      name,
      bytes: this.lines(
        head,
        (snapshot) => recordedRows(snapshot.tx, recorded),
        (row) => [
          stamp(row.at),
          new Date(row.deviceAt).toISOString(),
          ...recorded.items.map((id) => row.values[id] ?? null),
        ],
      ),
    };
  }

  private async *lines<Row>(
    head: string[],
    read: (snapshot: Snapshot) => AsyncIterable<Row[]>,
    cellsOf: (row: Row) => (string | number | null)[],
  ): AsyncGenerator<Uint8Array> {
    const snapshot = await this.replica.snapshot();
    try {
      yield csvLines([head], true);
      for await (const batch of read(snapshot)) yield csvLines(batch.map(cellsOf));
    } finally {
      await snapshot.close();
    }
  }

  private record(
    list: ExportList,
    filter: Record<string, string | string[]>,
    rows: number,
    caller: Caller,
  ): Promise<void> {
    const filterText = Object.entries(filter).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
    // parts are shown with colons in between, so colons in a filter are replaced by a similar character
    const detail = [list, `rows=${rows}`, filterText.join(' ').replaceAll(':', '∶')].join(': ');
    return this.change.run(actorOf(caller), (_tx, emit) => {
      emit(
        'account.exported',
        { userId: memberId(caller), loginId: caller.loginId, agent: caller.agent, detail, list, filter, rows },
        { organizationId: caller.organizationId },
      );
      return Promise.resolve();
    });
  }

  private stamped(caller: Caller): string {
    const [day = '', time = ''] = new Date(wallClock(caller.timeZone)(this.now().getTime())).toISOString().split('T');
    return `${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`;
  }
}
