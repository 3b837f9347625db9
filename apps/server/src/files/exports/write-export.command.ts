import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { exports as exporting } from '@headland/contracts/export';
import { languages, type Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { openSnapshot, type Snapshot } from '../../platform/database/cursor';
import { Change } from '../../platform/event-log/change';
import { FileStore } from '../../platform/files/file-store';
import { LOG } from '../../platform/log';
import { tidyAfter } from '../../platform/memory';
import { Problem } from '../../platform/problem';
import { actorOf } from '../../platform/caller';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { callerNow, ExportRequest, exportedEvent, openList, refuseTooMany, unitsOf } from './export-request';
import { listWorkbook } from './export-worksheet';
import { type ExportRow, exportRow } from './list-export';

/** Writes a long export that somebody waits for, and tells its owner how it ended. Twice at once or again: one of them does it. */
export class WriteExport extends Command<void> {
  constructor(
    readonly id: number,
    /** true: the process ends, leave it to the next one */
    readonly stopped: () => boolean = () => false,
  ) {
    super();
  }
}

/** First key of the locks; the second is the export. Held by the connection that reads, so that a process that dies lets go of it. */
const lockSpace = 7220;
/** One that fails for a reason that is not its own is tried so often. */
const maxAttempts = 3;
/** Rows after which the progress is told. */
const progressEvery = 1000;
/** What a workbook may let lie about before it is swept up. */
const garbage = 40 * 1024 ** 2;
class Stopped extends Error {}

@CommandHandler(WriteExport)
export class WriteExportHandler implements ICommandHandler<WriteExport> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly registry: ExportRegistry,
    private readonly files: FileStore,
    private readonly change: Change,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute({ id, stopped }: WriteExport): Promise<void> {
    const snapshot = await openSnapshot(this.database);
    try {
      const [lock] = await snapshot.tx.query<{ got: boolean }[]>('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [
        lockSpace,
        id,
      ]);
      if (!lock?.got) return;
      // read apart from the snapshot: what the last holder of the lock did is committed, but may be newer
      const row = await exportRow(this.database, id);
      if (!row?.waitedFor) return;
      if (row.state === 'queued' || row.state === 'running') await this.attempt(row, snapshot, stopped);
    } catch (error) {
      if (error instanceof Stopped) return;
      throw error;
    } finally {
      await snapshot.close();
    }
    await this.notifyOwner(id);
  }

  private async attempt(row: ExportRow, snapshot: Snapshot, stopped: () => boolean): Promise<void> {
    const { id } = row;
    try {
      if (row.attempts >= maxAttempts) throw new Problem('INTERNAL');
      await this.database.query(
        "UPDATE list_export SET state = 'running', attempts = attempts + 1, written = 0 WHERE id = $1",
        [id],
      );
      await this.write(row, snapshot, stopped);
    } catch (error) {
      if (error instanceof Stopped)
        await this.database.query('UPDATE list_export SET attempts = attempts - 1 WHERE id = $1', [id]);
      if (!(error instanceof Problem)) throw error;
      this.log.warn({ id, code: error.code }, 'an export was given up');
      const problem = { code: error.code, values: error.values };
      await this.database.query(
        "UPDATE list_export SET state = 'failed', problem = $2, finished_at = $3 WHERE id = $1",
        [id, problem, this.now()],
      );
    }
  }

  private async write(row: ExportRow, snapshot: Snapshot, stopped: () => boolean): Promise<void> {
    const request = ExportRequest.parse(row.request);
    const { body } = request;
    const caller = await callerNow(this.database, row.userId, request);
    const { list, open } = await openList(this.registry, body, caller, row.createdAt, this.config.QUERY_MAX_DAYS);
    const total = await open.count(snapshot.tx);
    refuseTooMany(total);
    const units = await unitsOf(this.database, row.userId);
    const tidy = tidyAfter(garbage);
    let reported = 0;
    const bytes = listWorkbook(
      list,
      { columns: body.columns, who: caller, units },
      { tx: snapshot.tx, open, total },
      async (written) => {
        if (stopped()) throw new Stopped();
        tidy();
        if (written - reported < progressEvery) return;
        reported = written;
        await this.database.query('UPDATE list_export SET written = $2, total = $3 WHERE id = $1', [
          row.id,
          written,
          total,
        ]);
      },
    );
    const fileId = await this.files.put(
      { kind: 'export', name: row.name, type: exporting.file.stream, createdBy: row.userId },
      bytes,
    );
    await this.change.run(actorOf(caller), async (tx, emit) => {
      await tx.query(
        "UPDATE list_export SET state = 'ready', written = $2, total = $2, file_id = $3, finished_at = $4 WHERE id = $1",
        [row.id, total, fileId, this.now()],
      );
      await tx.query('UPDATE stored_file SET kept = true WHERE id = $1', [fileId]);
      emit('account.exported', exportedEvent(caller, body, total), { organizationId: caller.organizationId });
    });
  }

  /** Idempotent: a process that dies in between repeats it, and the member is notified once. */
  private async notifyOwner(id: number): Promise<void> {
    const row = await exportRow(this.database, id);
    if (!row?.waitedFor || row.state === 'queued' || row.state === 'running') return;
    const { userId, name, total, problem, list } = row;
    const title = this.registry.get(list)?.title;
    const textIn = (l: Language): string => {
      const values = { list: title ? formatMessage(l, title) : name, name, total };
      return problem === null
        ? formatMessage(l, 'notification.export.ready', values)
        : formatMessage(l, 'notification.export.failed', {
            ...values,
            reason: formatMessage(l, `error.${problem.code}`, problem.values),
          });
    };
    const text = Object.fromEntries(languages.map((l) => [l, textIn(l)])) as Record<Language, string>;
    const link = problem === null ? `/dash?download=${id}` : null;
    await this.commands.execute(
      new NotifyMembers([userId], {
        cause: `export:${id}:${row.state}`,
        kind: 'export',
        text,
        link,
        vehicleId: null,
        at: this.now(),
        messages: true,
      }),
    );
    await this.database.query('UPDATE list_export SET waited_for = false WHERE id = $1', [id]);
  }
}
