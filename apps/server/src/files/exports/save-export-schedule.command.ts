import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { ExportBody } from '@headland/contracts/export';
import {
  type ExportSchedule,
  type exportSchedules,
  schedulesOfOne,
  ScheduleTimes,
} from '@headland/contracts/export-schedule';
import type { Parsed } from '@headland/contracts/endpoint';
import { nextRun } from '@headland/domain/export-schedule';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ExportRequest, openList, requestOf } from './export-request';
import { lockSchedule, scheduleColumns, type ScheduleRow, toSchedule } from './export-schedule.reads';
import { datedBody } from './scheduled-body';

type New = Parsed<typeof exportSchedules.create>['body'];
type Changed = Parsed<typeof exportSchedules.change>['body'];

/** Has a list written at set times, or at others. It is written with the rights that its member has now, and not with more. */
export class SaveExportSchedule extends Command<ExportSchedule> {
  constructor(
    readonly target: { id: number; body: Changed } | { id: null; body: New },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SaveExportSchedule)
export class SaveExportScheduleHandler implements ICommandHandler<SaveExportSchedule> {
  constructor(
    private readonly change: Change,
    private readonly registry: ExportRegistry,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ target, by }: SaveExportSchedule): Promise<ExportSchedule> {
    const userId = memberId(by);
    const now = this.now();
    return this.change.run(actorOf(by), async (tx, emit) => {
      const before = target.id === null ? null : await lockSchedule(tx, target.id, userId);
      const body = target.id === null ? ExportBody.parse(target.body) : ExportRequest.parse(before?.request).body;
      const times = ScheduleTimes.parse(target.body);
      const { name } = target.body;
      // what the list would refuse at the time is refused now
      const dated = datedBody(this.registry, body, { ...times, now });
      await openList(this.registry, dated, { ...by, timeZone: times.timeZone }, now, this.config.QUERY_MAX_DAYS);
      const request = requestOf(body, { ...by, timeZone: times.timeZone });
      const values = [name, request, times.every, times.weekday, times.hour, times.timeZone, nextRun(times, now)];
      const row = before === null ? await insert(tx, userId, body, values) : await update(tx, before.id, values);
      logSchedule(emit, by, before, row);
      return toSchedule(row);
    });
  }
}

async function insert(
  tx: EntityManager,
  userId: number,
  { list, format }: ExportBody,
  values: unknown[],
): Promise<ScheduleRow> {
  // one member's requests after each other, so that the count holds
  await tx.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [userId]);
  const [has] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM export_schedule WHERE user_id = $1', [
    userId,
  ]);
  if ((has?.n ?? 0) >= schedulesOfOne) throw new Problem('E0001', {}, { name: 'field.schedulesFull' });
  const [row] = await tx.query<[ScheduleRow]>(
    `INSERT INTO export_schedule AS s (name, request, every, weekday, hour, time_zone, next_at, user_id, list, format)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${scheduleColumns}`,
    [...values, userId, list, format],
  );
  return row;
}

async function update(tx: EntityManager, id: number, values: unknown[]): Promise<ScheduleRow> {
  const [row] = await returning<ScheduleRow>(
    tx,
    `UPDATE export_schedule s SET name = $1, request = $2, every = $3, weekday = $4, hour = $5, time_zone = $6, next_at = $7, problem = NULL
     WHERE s.id = $8 RETURNING ${scheduleColumns}`,
    [...values, id],
  );
  if (row === undefined) throw new Error('the schedule just locked is not there');
  return row;
}

/** Rows leave the house by it again and again, so the log has who wanted which list. Filters may name persons and stay out. */
export function logSchedule(emit: Emit, by: Caller, before: ScheduleRow | null, after: ScheduleRow | null): void {
  const row = after ?? before;
  if (row === null) return;
  const subject = { screen: 'organization' as const, kind: 'exportSchedule', id: String(row.id), name: row.name };
  const [from, to] = [before, after].map((one) => one && describe(one));
  const changes = from === to ? [] : [{ field: 'exportSchedule', from: from ?? null, to: to ?? null }];
  emit(
    before === null ? 'record.created' : after === null ? 'record.deleted' : 'record.changed',
    { ...subject, changes },
    { organizationId: by.organizationId },
  );
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const describe = ({ list, format, every, weekday, hour, timeZone }: ScheduleRow): string =>
  [
    list,
    ...(format === 'pdf' ? [format] : []),
    every === 'week' ? weekdays[weekday] : every,
    `${String(hour).padStart(2, '0')}:00`,
    timeZone,
  ].join(' ');
