import type { EventPayload } from '@headland/contracts/event-log';
import type { RollOutCounts, RollOutState, RollOutStep, RollOutVehicleState } from '@headland/contracts/roll-out';
import { rollOutAtOnce } from '@headland/domain/reprogram/roll-out';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import type { Actor, Scope } from '../../platform/caller';

export interface RollOutRow {
  id: number;
  version: number;
  name: string;
  file_id: number;
  organization_id: number;
  scope_organization_id: number | null;
  state: RollOutState;
  paused_by: 'failures' | 'person' | null;
  first_group: number;
  shares: number[];
  hold_hours: number | null;
  stop_share: number;
  valid_until: Date;
  by_hand: boolean;
  filter: Record<string, string | number | boolean | string[]> | null;
  with_unknown: boolean;
  wave: number;
  created_at: Date;
  created_by: number;
  created_name: string;
  created_organization: string;
  approved_at: Date | null;
  approved_by: number | null;
  approved_name: string | null;
  ended_at: Date | null;
  look_at: Date | null;
}
export interface ItemRow {
  vehicle_id: number;
  wave: number;
  position: number;
  state: RollOutVehicleState;
  reason: string | null;
  run_id: number | null;
  attempts: number;
  tried_at: Date | null;
  again_at: Date | null;
  ended_at: Date | null;
}

/**
 * The roll-out, held until the transaction ends. Always in this order: a run of it, the roll-out, its vehicles, the vehicle itself; so that a word of a device
 * and a decision of a person wait for each other and never against each other.
 */
export async function lockRollOut(tx: Tx, id: number): Promise<RollOutRow | null> {
  const [row] = await tx.query<RollOutRow[]>('SELECT * FROM roll_out WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return row ?? null;
}

/** What its author saw when it was drafted: vehicles outside of it are left out. */
export const scopeOf = (r: Pick<RollOutRow, 'scope_organization_id'>): Scope =>
  r.scope_organization_id === null ? { all: true } : { all: false, organizationId: r.scope_organization_id };

export const noCounts = (): RollOutCounts => ({
  waiting: 0,
  underWay: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  expired: 0,
  skipped: 0,
});
/** Its vehicles by wave and state. */
export async function countsByWave(tx: Tx, ids: readonly number[]): Promise<Map<number, Map<number, RollOutCounts>>> {
  const rows = await tx.query<{ id: number; wave: number; state: RollOutVehicleState; n: number }[]>(
    'SELECT roll_out_id AS id, wave, state, count(*)::int AS n FROM roll_out_vehicle WHERE roll_out_id = ANY($1) GROUP BY 1, 2, 3',
    [ids],
  );
  const all = new Map<number, Map<number, RollOutCounts>>();
  for (const { id, wave, state, n } of rows) {
    const waves = all.get(id) ?? new Map<number, RollOutCounts>();
    const counts = waves.get(wave) ?? noCounts();
    counts[state] = n;
    all.set(id, waves.set(wave, counts));
  }
  return all;
}
export function sum(counts: Iterable<RollOutCounts>): RollOutCounts {
  const total = noCounts();
  for (const some of counts)
    for (const state of Object.keys(total) as (keyof RollOutCounts)[]) total[state] += some[state];
  return total;
}

/** As many as may be are in transfer. One that has paused is sent nothing, perhaps for a day: it keeps no place from the others. */
export async function isFull(tx: Tx, id: number): Promise<boolean> {
  const [underWay] = await tx.query<{ n: number }[]>(
    `SELECT count(*)::int AS n FROM roll_out_vehicle i JOIN flash_run f ON f.id = i.run_id
     WHERE i.roll_out_id = $1 AND i.state = 'underWay' AND f.state <> 'paused'`,
    [id],
  );
  return (underWay?.n ?? 0) >= rollOutAtOnce;
}

type Moved = { state: RollOutState; step: RollOutStep; wave?: number; reason?: string };
/** Its events are in its own table, for its page, and in the log, for subscribers. */
export async function recordStep(
  tx: Tx,
  emit: Emit,
  r: Pick<RollOutRow, 'id' | 'organization_id'>,
  by: Actor,
  at: Date,
  moved: Moved,
): Promise<void> {
  await tx.query(
    'INSERT INTO roll_out_step (roll_out_id, at, step, wave, by_user, by_name, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [r.id, at, moved.step, moved.wave ?? null, by.userId, by.name, moved.reason ?? null],
  );
  emit('rollOut.changed', { rollOutId: r.id, ...moved } satisfies EventPayload<'rollOut.changed'>, {
    organizationId: r.organization_id,
  });
}
