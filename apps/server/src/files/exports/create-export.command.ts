import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type ExportBody, exportTypes, type ListExport } from '@headland/contracts/export';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { ReadReplica } from '../../platform/database/read-replica';
import { Change } from '../../platform/event-log/change';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { fileNameOf } from './export-cells';
import { exportFile } from './export-file';
import { exportedEvent, openList, requestOf, unitsOf } from './export-request';
import { Semaphore } from '../../platform/semaphore';

/** Writes a list as a workbook or PDF at once, or has a job write it where it is long. Needs what the list itself needs. */
export class CreateExport extends Command<ListExport> {
  constructor(
    readonly body: ExportBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Exports of one member that wait at the same time. */
const maxWaiting = 5;
/** Written at the same time by one process, each on a connection: people who only read must have theirs. */
const atOnce = 3;

@CommandHandler(CreateExport)
export class CreateExportHandler implements ICommandHandler<CreateExport> {
  private readonly inTurn = new Semaphore(atOnce);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: ReadReplica,
    private readonly registry: ExportRegistry,
    private readonly files: FileStore,
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ body, caller: who }: CreateExport): Promise<ListExport> {
    const userId = memberId(who);
    const at = this.now();
    const opened = await openList(this.registry, body, who, at, this.config.QUERY_MAX_DAYS);
    const units = body.units ?? (await unitsOf(this.database, userId));
    const name = fileNameOf(opened.list, { format: body.format, at, timeZone: who.timeZone });
    const file = exportFile(opened, body, who, { units, at });
    return this.inTurn.run(async () => {
      const snapshot = await this.replica.snapshot();
      try {
        const total = await file.count(snapshot.tx);
        if (file.isLong(total)) {
          await snapshot.close();
          return await this.queue(body, who, { total, name, at });
        }
        // the snapshot ends with the last row, before the file gets its own
        const fileId = await this.files.put(
          { kind: 'export', name, type: exportTypes[body.format], createdBy: userId },
          endingWith(file.write(snapshot.tx), snapshot.close),
        );
        return await this.save(body, who, { total, name, fileId, at });
      } finally {
        await snapshot.close();
      }
    });
  }

  private save(
    body: ExportBody,
    caller: Caller,
    { total, name, fileId, at }: { total: number; name: string; fileId: string; at: Date },
  ): Promise<ListExport> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO list_export (user_id, list, format, request, state, total, written, name, file_id, created_at, finished_at)
         VALUES ($1, $2, $3, $4, 'ready', $5, $5, $6, $7, $8, $8) RETURNING id`,
        [caller.userId, body.list, body.format, requestOf(body, caller), total, name, fileId, at],
      );
      await tx.query('UPDATE stored_file SET kept = true WHERE id = $1', [fileId]);
      emit('account.exported', exportedEvent(caller, body, total), { organizationId: caller.organizationId });
      const { list, format } = body;
      return { id: (row as { id: number }).id, list, format, state: 'ready' as const, total, written: total, name };
    });
  }

  private async queue(
    body: ExportBody,
    caller: Caller,
    { total, name, at }: { total: number; name: string; at: Date },
  ): Promise<ListExport> {
    const [waiting] = await this.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM list_export WHERE waited_for AND user_id = $1',
      [caller.userId],
    );
    if ((waiting?.n ?? 0) >= maxWaiting) throw new Problem('TOO_MANY_REQUESTS');
    const [row] = await this.database.query<{ id: number }[]>(
      'INSERT INTO list_export (user_id, list, format, request, waited_for, total, name, created_at) VALUES ($1, $2, $3, $4, true, $5, $6, $7) RETURNING id',
      [caller.userId, body.list, body.format, requestOf(body, caller), total, name, at],
    );
    const { list, format } = body;
    return { id: (row as { id: number }).id, list, format, state: 'queued', total, written: 0, name };
  }
}

async function* endingWith<T>(values: AsyncIterable<T>, end: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* values;
  } finally {
    await end();
  }
}
