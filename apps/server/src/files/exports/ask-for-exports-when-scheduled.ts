import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { nextRun } from '@headland/domain/export-schedule';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { Problem } from '../../platform/problem';
import { system } from '../../platform/caller';
import { callerNow, ExportRequest, openList } from './export-request';
import { scheduleColumns, type ScheduleRow } from './export-schedule.reads';
import { fileNameOf } from './export-cells';
import { datedBody } from './scheduled-body';

const everyMs = 60_000;

/**
 * Asks for exports whose time has come, as their members would; they are written and announced as any other. Times that
 * were missed are made up for once. A schedule whose member may not have the list any more stops, and that export says so.
 */
@Injectable()
export class AskForExportsWhenScheduled {
  constructor(
    duties: SingleDuties,
    private readonly change: Change,
    private readonly registry: ExportRegistry,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.every('scheduled exports', everyMs, 'scheduled exports could not be asked for', () => this.run());
  }

  async run(): Promise<void> {
    // one transaction each: what fails does not hold up the others, and is tried again by the next run
    const failed: number[] = [];
    for (;;) {
      const taken: { id?: number } = {};
      try {
        if (!(await this.change.run(system, (tx) => this.askForOne(tx, failed, taken)))) return;
      } catch (error) {
        if (taken.id === undefined) throw error;
        this.log.error(
          { error, schedule: taken.id },
          'a scheduled export could not be asked for; the next run tries again',
        );
        failed.push(taken.id);
      }
    }
  }

  private async askForOne(tx: EntityManager, failed: readonly number[], taken: { id?: number }): Promise<boolean> {
    const now = this.now();
    await tx.query(
      'DELETE FROM export_schedule s USING user_account u WHERE u.id = s.user_id AND u.removed_at IS NOT NULL',
    );
    const [row] = await tx.query<ScheduleRow[]>(
      `SELECT ${scheduleColumns} FROM export_schedule s WHERE s.next_at <= $1 AND s.id <> ALL ($2::int[]) ORDER BY s.next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now, failed],
    );
    if (row === undefined) return false;
    taken.id = row.id;
    const request = ExportRequest.parse(row.request);
    const body = datedBody(this.registry, request.body, { ...row, now });
    const problem = await this.problemOf(tx, row, { ...request, body }, now);
    const list = this.registry.find(row.list);
    if (list !== undefined)
      await tx.query(
        `INSERT INTO list_export (user_id, list, format, request, waited_for, total, name, created_at, schedule)
         VALUES ($1, $2, $3, $4, true, 0, $5, $6, $7)`,
        [row.userId, row.list, row.format, { ...request, body }, fileNameOf(list, { ...row, at: now }), now, row.name],
      );
    await tx.query('UPDATE export_schedule SET last_at = $2, next_at = $3, problem = $4 WHERE id = $1', [
      row.id,
      now,
      problem === null ? nextRun(row, now) : null,
      problem,
    ]);
    return true;
  }

  /** Why its member would be refused, as the code of the error; null: would not. */
  private async problemOf(
    tx: EntityManager,
    { userId }: ScheduleRow,
    request: ExportRequest,
    now: Date,
  ): Promise<string | null> {
    try {
      const caller = await callerNow(tx, userId, request, { scheduled: true });
      await openList(this.registry, request.body, caller, now, this.config.QUERY_MAX_DAYS);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  }
}
