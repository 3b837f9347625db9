import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { exportAtOnce, type ExportBody, exports as exporting, type ListExport } from '@headland/contracts/export';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Snapshot } from '../../platform/database/cursor';
import { ReadReplica } from '../../platform/database/read-replica';
import { Change } from '../../platform/event-log/change';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ExportRegistry, type ListToExport, type OpenList } from '../../platform/exports/export-registry';
import { exportedEvent, openList, refuseTooMany, requestOf, unitsOf } from './export-request';
import { fileNameOf, listWorkbook } from './export-worksheet';
import { Semaphore } from '../../platform/semaphore';

/** Writes a list as a workbook at once, or has a job write it where it is long. Needs what the list itself needs. */
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
    const { list, open } = await openList(this.registry, body, who, at, this.config.QUERY_MAX_DAYS);
    const units = await unitsOf(this.database, userId);
    const name = fileNameOf(list, at, who.timeZone);
    return this.inTurn.run(async () => {
      const snapshot = await this.replica.snapshot();
      try {
        const total = await open.count(snapshot.tx);
        refuseTooMany(list, total);
        if (list.bulk || total > exportAtOnce) {
          await snapshot.close();
          return await this.queue(body, who, { total, name, at });
        }
        const fileId = await this.write(list, { body, who, units, userId, name }, { snapshot, open, total });
        return await this.save(body, who, { total, name, fileId, at });
      } finally {
        await snapshot.close();
      }
    });
  }

  /** The snapshot ends with its last row, before the file gets its own. */
  private write(
    list: ListToExport,
    {
      body,
      who: caller,
      units,
      userId,
      name,
    }: { body: ExportBody; who: Caller; units: 'km' | 'mile'; userId: number; name: string },
    { snapshot, open, total }: { snapshot: Snapshot; open: OpenList<unknown>; total: number },
  ): Promise<string> {
    const bytes = listWorkbook(list, { columns: body.columns, who: caller, units }, { tx: snapshot.tx, open, total });
    return this.files.put(
      { kind: 'export', name, type: exporting.file.stream, createdBy: userId },
      endingWith(bytes, snapshot.close),
    );
  }

  private save(
    body: ExportBody,
    caller: Caller,
    { total, name, fileId, at }: { total: number; name: string; fileId: string; at: Date },
  ): Promise<ListExport> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO list_export (user_id, list, request, state, total, written, name, file_id, created_at, finished_at) VALUES ($1, $2, $3, 'ready', $4, $4, $5, $6, $7, $7) RETURNING id`,
        [caller.userId, body.list, requestOf(body, caller), total, name, fileId, at],
      );
      await tx.query('UPDATE stored_file SET kept = true WHERE id = $1', [fileId]);
      emit('account.exported', exportedEvent(caller, body, total), { organizationId: caller.organizationId });
      return { id: (row as { id: number }).id, list: body.list, state: 'ready' as const, total, written: total, name };
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
      'INSERT INTO list_export (user_id, list, request, waited_for, total, name, created_at) VALUES ($1, $2, $3, true, $4, $5, $6) RETURNING id',
      [caller.userId, body.list, requestOf(body, caller), total, name, at],
    );
    return { id: (row as { id: number }).id, list: body.list, state: 'queued', total, written: 0, name };
  }
}

async function* endingWith<T>(values: AsyncIterable<T>, end: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* values;
  } finally {
    await end();
  }
}
