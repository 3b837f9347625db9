import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { CellError } from '@headland/contracts/sale';
import { birthErrors, inOrder, phoneErrors, rowErrors, twiceErrors } from '@headland/domain/sale';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { FileStore } from '../../platform/files/file-store';
import { LOG } from '../../platform/log';
import type { Caller } from '../../platform/caller';
import { newReference } from '../../platform/problem';
import { checkSaleRows, customersOf } from './check-sale-rows';
import { FileRefusal } from '../../platform/workbook/refusal';
import { WorkbookFiles } from '../../platform/workbook/workbook-files';
import { saleTable } from './sale-table';
import { beatMs } from './sale-upload.reads';

interface Check {
  id: number;
  fileId: string;
  userId: number;
  caller: Caller;
}
/** Rows that are read from the database in one query; also the step of the progress. */
const step = 500;

/**
 * The checks of uploaded workbooks, outside the requests: the uploader polls the progress. They run in the process that received the file; it
 * writes a heartbeat every few seconds, so that a check whose process died does not wait for ever.
 */
@Injectable()
export class SaleChecks implements OnApplicationShutdown {
  private readonly under = new Map<number, Check>();
  private beat: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly store: FileStore,
    private readonly files: WorkbookFiles,
  ) {}

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.beat) clearInterval(this.beat);
  }

  /** How many of a member's files are being checked here. */
  running(userId: number): number {
    return [...this.under.values()].filter((c) => c.userId === userId).length;
  }

  start(check: Check): void {
    this.under.set(check.id, check);
    this.beat ??= setInterval(() => void this.renewLease(), beatMs).unref();
    void this.check(check)
      .catch((error: unknown) => this.fail(check, error))
      .finally(() => {
        this.under.delete(check.id);
        if (this.under.size > 0 || this.beat === null) return;
        clearInterval(this.beat);
        this.beat = null;
      });
  }

  private async check({ id, fileId, caller }: Check): Promise<void> {
    const today = dayOf(this.now().getTime(), caller.timeZone);
    const { format, rows, errors } = await this.files.read(saleTable, () => this.store.read(fileId));
    await this.database.query('UPDATE sale_upload SET total = $2, format = $3, beat_at = now() WHERE id = $1', [
      id,
      rows.length,
      format,
    ]);
    // of a cell the first counts: what is wrong by itself, then with the others, then with the database
    const found: CellError[] = [...errors];
    const known: CellError[] = [];
    for (let at = 0; at < rows.length; at += step) {
      const some = rows.slice(at, at + step);
      found.push(...some.flatMap((row) => rowErrors(row, today)));
      known.push(
        ...(await checkSaleRows(this.database.manager, caller.scope, some, { userId: caller.userId, now: this.now() }))
          .errors,
      );
      await this.database.query('UPDATE sale_upload SET checked = $2, beat_at = now() WHERE id = $1', [
        id,
        at + some.length,
      ]);
    }
    const all = inOrder([...found, ...twiceErrors(rows), ...phoneErrors(rows), ...birthErrors(rows), ...known]);
    const bad = new Set(all.map((e) => e.row));
    const fresh = (await customersOf(this.database, rows)).filter((c) => c.id === null);
    await this.database.query(
      `UPDATE sale_upload SET state = $2, rows = $3, errors = $4, rows_in_error = $5, cells_in_error = $6, new_customers = $7, checked_at = $8 WHERE id = $1 AND state = 'checking'`,
      [
        id,
        all.length === 0 ? 'ok' : 'errors',
        JSON.stringify(rows),
        JSON.stringify(all),
        bad.size,
        all.length,
        fresh.length,
        this.now(),
      ],
    );
  }

  /** The file as a whole is refused, or could not be checked: both end the upload with an error. */
  private async fail({ id }: Check, error: unknown): Promise<void> {
    if (this.stopped) return;
    const { code, values } = error instanceof FileRefusal ? error : { code: 'INTERNAL', values: {} };
    const reference = code === 'INTERNAL' ? newReference() : null;
    if (reference !== null) this.log.error({ error, id, reference }, 'an upload of sales could not be checked');
    await this.database
      .query(
        "UPDATE sale_upload SET state = 'refused', problem = $2, problem_values = $3, checked_at = $4, reference = $5 WHERE id = $1 AND state = 'checking'",
        [id, code, JSON.stringify(values), this.now(), reference],
      )
      .catch((again: unknown) => this.log.error({ error: again, id }, 'an upload of sales stays unfinished'));
  }

  private async renewLease(): Promise<void> {
    await this.database
      .query('UPDATE sale_upload SET beat_at = now() WHERE id = ANY($1::int[])', [[...this.under.keys()]])
      .catch((error: unknown) => this.log.warn({ error }, 'heartbeat of the checks of sales failed'));
  }
}
