import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ConsumableDetail, ReplaceConsumableBody } from '@headland/contracts/consumable';
import { cycleMarks, cycleUse, type ItemCycle } from '@headland/domain/consumable';
import { replacementErrors, replaceRefusal } from '@headland/domain/consumable-replacement';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller, type Scope } from '../../platform/caller';
import { ConsumableDetailReads } from './consumable-detail.reads';
import type { CycleColumns } from './consumable-row';
import { redateCycles } from './plan-cycles.tx';

/** Closes and locks a cycle after a replacement or an inspection; the next one starts from that day and those hours. */
export class ReplaceConsumable extends Command<ConsumableDetail> {
  constructor(
    readonly id: number,
    readonly body: ReplaceConsumableBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

type Locked = Pick<
  CycleColumns,
  | 'version'
  | 'vehicleId'
  | 'vin'
  | 'item'
  | 'maintenance'
  | 'state'
  | 'number'
  | 'startedHours'
  | 'startedOn'
  | 'soldOn'
  | 'hours'
  | 'alarmedOn'
> & {
  itemId: number;
  modelId: number;
  organizationId: number;
  closedBy: string | null;
  closedAt: Date | null;
  stateAt: Date;
} & ItemCycle;

@CommandHandler(ReplaceConsumable)
export class ReplaceConsumableHandler implements ICommandHandler<ReplaceConsumable> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly reads: ConsumableDetailReads,
  ) {}

  async execute({ id, body, caller }: ReplaceConsumable): Promise<ConsumableDetail> {
    const now = this.now();
    const zone = this.config.PRODUCT_TIME_ZONE;
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const cycle = await lockCycle(tx, id, caller.scope);
      await judge(tx, cycle, body, dayOf(now.getTime(), zone));
      const { percent } = cycleUse(cycle, startOf(cycle), { hours: body.hours, today: body.replacedOn });
      await close(tx, id, body, percent, caller.name, now);
      const nextId = await begin(tx, cycle, body, now);
      // its limits are set; whether it is due at once is calculated as for every other
      await redateCycles(tx, { vehicleIds: [cycle.vehicleId] }, now, zone);
      const { vehicleId, vin, item, maintenance, organizationId } = cycle;
      const consumable = {
        id,
        vehicleId,
        vin,
        item,
        maintenance,
        state: 'closed' as const,
        percent: percent === null ? null : Math.floor(percent),
      };
      emit('consumable.replaced', { consumable, nextId }, { organizationId, vehicleId });
    });
    return this.reads.get(id, caller);
  }
}

/** An unsold machine counts hours only. */
const startOf = ({ number, startedHours, startedOn, soldOn }: Locked) => ({
  number,
  hours: startedHours,
  on: soldOn === null ? null : startedOn,
});

/**
 * Locks the model first, like every recalculation of the vehicle's cycles, so that they never deadlock. Throws
 * NOT_FOUND outside the scope.
 */
async function lockCycle(tx: Tx, id: number, scope: Scope): Promise<Locked> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `c.id = ${p}`);
  const from = 'consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id';
  const held = await tx.query<unknown[]>(
    `SELECT 1 FROM model WHERE id = (SELECT v.model_id FROM ${from} WHERE ${where.sql}) FOR KEY SHARE`,
    where.parameters,
  );
  if (held.length === 0) throw new Problem('NOT_FOUND');
  await tx.query('SELECT 1 FROM consumable_cycle WHERE id = $1 FOR UPDATE', [id]);
  const [row] = await tx.query<Locked[]>(
    `SELECT c.version, c.vehicle_id AS "vehicleId", v.vin, i.id AS "itemId", v.model_id AS "modelId", i.name AS item, i.maintenance, c.state, c.number, c.started_hours AS "startedHours",
       c.started_on::text AS "startedOn", v.sold_on::text AS "soldOn", s.engine_hours + v.hours_correction AS hours, c.alarmed_on::text AS "alarmedOn",
       v.organization_id AS "organizationId", i.initial_hours AS "initialHours", i.cycle_hours AS "cycleHours", i.cycle_days AS "cycleDays",
       c.closed_by AS "closedBy", c.closed_at AS "closedAt", c.state_at AS "stateAt"
     FROM ${from} JOIN consumable_item i ON i.id = c.item_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** Throws why it cannot be saved: locked and not due come first, since no input changes them. */
async function judge(tx: Tx, cycle: Locked, body: ReplaceConsumableBody, today: string): Promise<void> {
  const no = replaceRefusal(cycle.state);
  if (no === 'CONSUMABLE_LOCKED')
    throw new Problem(no, { by: cycle.closedBy ?? '', at: (cycle.closedAt ?? cycle.stateAt).toISOString() });
  if (no !== null) throw new Problem(no);
  if (body.version !== cycle.version) throw new Problem('CHANGED_MEANWHILE', await lastDating(tx, cycle));
  const errors = replacementErrors(body, { ...cycle, replacedOn: cycle.number > 1 ? cycle.startedOn : null }, today);
  if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors as Record<string, string>);
}

/**
 * Only another sale date, corrected hours or other items of the model date a cycle anew: who changed one of them last, and when.
 */
async function lastDating(
  tx: Tx,
  { vehicleId, modelId }: Locked,
): Promise<{ by: string; at: string } | Record<string, never>> {
  const lastOf = (kind: string, id: string, field: string): string =>
    `SELECT number, at, by_name AS by FROM event_log WHERE name = 'record.changed' AND payload->>'kind' = '${kind}' AND payload->>'id' = ${id}
       AND EXISTS (SELECT 1 FROM jsonb_array_elements(payload->'changes') AS c WHERE c->>'field' ~ '${field}') ORDER BY number DESC LIMIT 1`;
  const [last] = await tx.query<{ at: Date; by: string | null }[]>(
    `SELECT at, by FROM ((${lastOf('vehicle', '$1::text', '^(soldOn|hoursCorrection)$')}) UNION ALL (${lastOf('model', '$2::text', '(initialHours|cycleHours|cycleDays)$')})) e ORDER BY number DESC LIMIT 1`,
    [vehicleId, modelId],
  );
  return last === undefined ? {} : { by: last.by ?? '', at: last.at.toISOString() };
}

async function close(
  tx: Tx,
  id: number,
  body: ReplaceConsumableBody,
  percent: number | null,
  by: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE consumable_cycle SET version = version + 1, state = 'closed', state_at = $2, closed_on = $3, closed_hours = $4, closed_percent = $5, part_code = $6, memo = $7,
       closed_by = $8, closed_at = $2, step_hours = NULL, alarm_pending = false WHERE id = $1`,
    [id, now, body.replacedOn, body.hours, percent, body.partCode ?? null, body.memo ?? null, by],
  );
}

async function begin(tx: Tx, cycle: Locked, { replacedOn, hours }: ReplaceConsumableBody, now: Date): Promise<number> {
  const number = cycle.number + 1;
  const marks = cycleMarks(cycle, { number, hours, on: cycle.soldOn === null ? null : replacedOn });
  const [next] = await tx.query<{ id: number }[]>(
    `INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, state_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'safe', $10) RETURNING id`,
    [
      cycle.vehicleId,
      cycle.itemId,
      number,
      hours,
      replacedOn,
      marks.imminentHours,
      marks.dueHours,
      marks.imminentOn,
      marks.dueOn,
      now,
    ],
  );
  return next?.id ?? 0;
}
