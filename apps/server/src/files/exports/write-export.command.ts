import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { exportTypes } from '@headland/contracts/export';
import { languages, type Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLockClasses } from '../../platform/database/advisory-locks';
import { openLocks, openSnapshot, type Snapshot } from '../../platform/database/cursor';
import { ReadReplica } from '../../platform/database/read-replica';
import { Change } from '../../platform/event-log/change';
import { returning, type Tx } from '../../platform/database/rows';
import { FileStore, newFileId } from '../../platform/files/file-store';
import { LOG } from '../../platform/log';
import { tidyAfter } from '../../platform/memory';
import { newReference, Problem } from '../../platform/problem';
import { actorOf } from '../../platform/caller';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { exportFile } from './export-file';
import { callerNow, ExportRequest, exportedEvent, isBulk, openList, unitsOf } from './export-request';
import { type ExportRow, exportRow } from './list-export';

/** Writes a queued export, and notifies its owner of the result. Run twice or concurrently, only one writes it. */
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
const lockSpace = advisoryLockClasses.export;
/** Written at the same time by all processes: the second keys of the locks of this space. */
const placeSpace = advisoryLockClasses.exportPlace;
const places = [0, 1];
/** One that fails for a reason that is not its own is tried so often. */
const maxAttempts = 3;
/** The progress is recorded so often, and not more often than after so many rows. */
const progressShare = 0.01;
const progressEvery = 1000;
/** What a workbook may let lie about before it is swept up. */
const garbage = 40 * 1024 ** 2;
class Stopped extends Error {}
class Cancelled extends Error {}

@CommandHandler(WriteExport)
export class WriteExportHandler implements ICommandHandler<WriteExport> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: ReadReplica,
    private readonly registry: ExportRegistry,
    private readonly files: FileStore,
    private readonly change: Change,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute({ id, stopped }: WriteExport): Promise<void> {
    const locks = await openLocks(this.database);
    try {
      const [lock] = await locks.tx.query<{ got: boolean }[]>('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [
        lockSpace,
        id,
      ]);
      if (!lock?.got) return;
      const row = await exportRow(this.database, id);
      if (!row?.waitedFor) return;
      if (isOpen(row) && !(await placeFree(locks.tx))) return;
      if (isOpen(row)) await this.attempt(row, stopped);
    } catch (error) {
      if (error instanceof Stopped) return;
      throw error;
    } finally {
      await locks.close();
    }
    await this.finish(id);
  }

  private async attempt(row: ExportRow, stopped: () => boolean): Promise<void> {
    const { id } = row;
    const fileId = newFileId();
    try {
      if (row.writingId !== null) await this.files.remove(row.writingId);
      if (row.attempts >= maxAttempts) throw new Problem('INTERNAL');
      const started = await returning(
        this.database,
        "UPDATE list_export SET state = 'running', attempts = attempts + 1, written = 0, writing_id = $2 WHERE id = $1 AND state <> 'cancelled' RETURNING id",
        [id, fileId],
      );
      if (started.length > 0) await this.writeFrom(row, fileId, stopped);
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof Stopped) {
        await this.database.query('UPDATE list_export SET attempts = attempts - 1 WHERE id = $1', [id]);
        throw error;
      }
      await this.fail(row, error);
    }
  }

  /** A problem ends the export. Anything else is tried again by the next sweep, some times. */
  private async fail({ id, reference: last }: ExportRow, error: unknown): Promise<void> {
    if (!(error instanceof Problem)) {
      const reference = newReference();
      this.log.error({ error, id, reference }, 'an export was not written; the sweep tries again');
      await this.database.query('UPDATE list_export SET reference = $2 WHERE id = $1', [id, reference]);
      return;
    }
    const reference = last ?? newReference();
    this.log.warn({ error: error.cause, id, code: error.code, reference }, 'an export was given up');
    await this.database.query(
      "UPDATE list_export SET state = 'failed', problem = $2, finished_at = $3, reference = $4 WHERE id = $1 AND state <> 'cancelled'",
      [id, { code: error.code, values: error.values }, this.now(), reference],
    );
  }

  /** Not from a replica again where that failed: it ends queries that are in the way of what it replays. */
  private async writeFrom(row: ExportRow, fileId: string, stopped: () => boolean): Promise<void> {
    const snapshot = await (row.attempts === 0 ? this.replica.snapshot() : openSnapshot(this.database));
    try {
      await this.write(row, fileId, snapshot, stopped);
    } finally {
      await snapshot.close();
    }
  }

  private async write(row: ExportRow, fileId: string, snapshot: Snapshot, stopped: () => boolean): Promise<void> {
    const request = ExportRequest.parse(row.request);
    const { body } = request;
    const caller = await callerNow(this.database, row.userId, request, { scheduled: row.schedule !== null });
    const opened = await openList(this.registry, body, caller, row.createdAt, this.config.QUERY_MAX_DAYS);
    const units = body.units ?? (await unitsOf(this.database, row.userId));
    const file = exportFile(opened, body, caller, { units, at: this.now() });
    const total = await file.count(snapshot.tx);
    const tidy = tidyAfter(garbage);
    let reported = 0;
    let rows = 0;
    const bytes = file.write(snapshot.tx, async (written) => {
      if (stopped()) throw new Stopped();
      rows = written;
      tidy();
      if (written - reported < Math.max(progressEvery, total * progressShare)) return;
      reported = written;
      await this.record(row.id, written, Math.max(total, written));
    });
    await this.files.put(
      { kind: 'export', name: row.name, type: exportTypes[row.format], createdBy: row.userId },
      bytes,
      undefined,
      fileId,
    );
    // the count of measured data is an estimate
    const written = isBulk(opened.list) ? rows : total;
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const ready = await returning(
        tx,
        "UPDATE list_export SET state = 'ready', written = $2, total = $2, file_id = $3, writing_id = NULL, finished_at = $4 WHERE id = $1 AND state = 'running' RETURNING id",
        [row.id, written, fileId, this.now()],
      );
      if (ready.length === 0) throw new Cancelled();
      await tx.query('UPDATE stored_file SET kept = true WHERE id = $1', [fileId]);
      emit('account.exported', exportedEvent(caller, body, written), { organizationId: caller.organizationId });
    });
  }

  private async record(id: number, written: number, total: number): Promise<void> {
    const running = await returning(
      this.database,
      "UPDATE list_export SET written = $2, total = $3 WHERE id = $1 AND state = 'running' RETURNING id",
      [id, written, total],
    );
    if (running.length === 0) throw new Cancelled();
  }

  /** What an attempt has left of its file is removed, and the owner notified, unless it was the owner who ended it. */
  private async finish(id: number): Promise<void> {
    const row = await exportRow(this.database, id);
    if (!row?.waitedFor || isOpen(row)) return;
    if (row.writingId !== null) await this.files.remove(row.writingId);
    if (row.state !== 'cancelled') await this.notifyOwner(row);
    await this.database.query('UPDATE list_export SET waited_for = false, writing_id = NULL WHERE id = $1', [id]);
  }

  /** Idempotent: a process that dies in between emits it again, and the member is notified once. */
  private async notifyOwner({
    id,
    state,
    userId,
    name,
    total,
    problem,
    reference,
    list,
    format,
    schedule,
  }: ExportRow): Promise<void> {
    const title = this.registry.find(list)?.title;
    const textIn = (l: Language): string => {
      const values = { list: title ? formatMessage(l, title) : name, name, total, format };
      const text =
        problem === null
          ? formatMessage(l, 'notification.export.ready', values)
          : formatMessage(l, 'notification.export.failed', {
              ...values,
              reason: formatMessage(l, `error.${problem.code}`, problem.values),
              reference: reference ?? '–',
            });
      return schedule === null ? text : formatMessage(l, 'notification.export.scheduled', { schedule, text });
    };
    const text = Object.fromEntries(languages.map((l) => [l, textIn(l)])) as Record<Language, string>;
    const link = problem === null ? `/dash?download=${id}` : null;
    await this.commands.execute(
      new NotifyMembers([userId], {
        cause: `export:${id}:${state}`,
        kind: 'export',
        text,
        link,
        vehicleId: null,
        at: this.now(),
        messages: true,
        ...(schedule === null ? {} : { mailed: true }),
      }),
    );
  }
}

const isOpen = ({ state }: ExportRow): boolean => state === 'queued' || state === 'running';

/** Takes one of the places of those that are written at the same time, to the end of the transaction. */
async function placeFree(tx: Tx): Promise<boolean> {
  for (const place of places) {
    const [lock] = await tx.query<{ got: boolean }[]>('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [
      placeSpace,
      place,
    ]);
    if (lock?.got) return true;
  }
  return false;
}
