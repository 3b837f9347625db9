import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { nextWaveAt, rollOutAfter, rollOutTimes } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { LOG } from '../../platform/log';
import { system } from '../../platform/caller';
import { offlineSql } from '../../fleet/vehicles/vehicle-row.reads';
import { countsByWave, isFull, lockRollOut, noCounts, recordStep, type RollOutRow } from './roll-out-row';
import { settle } from './run-ended.tx';
import { ProcessVehicle } from './process-vehicle.command';

/** What time and what has ended do to a roll-out: it expires, its next wave begins, vehicles whose turn it is are looked at. Asked early or twice perhaps. */
export class MoveRollOut extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

/** Vehicles that are looked at in one go; the next go begins with those that were looked at longest ago. */
const maxChecks = 500;

@CommandHandler(MoveRollOut)
export class MoveRollOutHandler implements ICommandHandler<MoveRollOut> {
  constructor(
    private readonly change: Change,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute({ id }: MoveRollOut): Promise<void> {
    const now = this.now();
    const turns = await this.change.run(system, async (tx, emit) => {
      const row = await lockRollOut(tx, id);
      if (row?.look_at == null) return [];
      if (now >= row.valid_until) return expire(tx, emit, row, now);
      if (row.state !== 'running') {
        await tx.query('UPDATE roll_out SET look_at = valid_until WHERE id = $1', [id]);
        return [];
      }
      const { wave, next } = await beginWave(tx, emit, row, now);
      const nextCheck = Math.min(now.getTime() + rollOutTimes.checkMs, row.valid_until.getTime(), next ?? Infinity);
      await tx.query('UPDATE roll_out SET look_at = $2 WHERE id = $1', [id, new Date(nextCheck)]);
      return turnsOf(tx, { ...row, wave }, now);
    });
    for (const vehicleId of turns) {
      const turn = this.commands.execute(new ProcessVehicle(id, vehicleId));
      // one machine that cannot be looked at holds up no other
      if (
        (await turn.catch((error: unknown) =>
          this.log.error({ error, rollOut: id, vehicleId }, 'turn failed; the next look tries again'),
        )) === 'full'
      )
        return;
    }
  }
}

/** Nothing begins any more. What is under way ends with its offer, which ends now, or is written to its end. */
async function expire(tx: Tx, emit: Emit, row: RollOutRow, now: Date): Promise<number[]> {
  const state = rollOutAfter(row.state, 'expire');
  if (state === null) return [];
  await tx.query(
    "UPDATE roll_out_vehicle SET state = 'expired', ended_at = $2 WHERE roll_out_id = $1 AND state = 'waiting'",
    [row.id, now],
  );
  await tx.query(
    'UPDATE roll_out SET state = $2, paused_by = NULL, ended_at = $3, look_at = NULL, version = version + 1 WHERE id = $1',
    [row.id, state, now],
  );
  await recordStep(tx, emit, row, system, now, { state, step: 'expired' });
  return [];
}

/** The next wave begins if the present one has shown enough; `next`: when it may, if only time is missing, epoch ms. */
async function beginWave(
  tx: Tx,
  emit: Emit,
  row: RollOutRow,
  now: Date,
): Promise<{ wave: number; next: number | null }> {
  const waves = await tx.query<{ number: number; began_at: Date | null }[]>(
    'SELECT number, began_at FROM roll_out_wave WHERE roll_out_id = $1 ORDER BY number',
    [row.id],
  );
  if (row.wave >= waves.length) return { wave: row.wave, next: null };
  const present = waves.find((w) => w.number === row.wave);
  const counts = (await countsByWave(tx, [row.id])).get(row.id)?.get(row.wave) ?? noCounts();
  const next = present?.began_at == null ? now.getTime() : nextWaveAt(counts, present.began_at, row.hold_hours);
  if (next === null || next > now.getTime()) return { wave: row.wave, next };
  const wave = row.wave + 1;
  await tx.query('UPDATE roll_out SET wave = $2, version = version + 1 WHERE id = $1', [row.id, wave]);
  await tx.query('UPDATE roll_out_wave SET began_at = $3, counted_from = $3 WHERE roll_out_id = $1 AND number = $2', [
    row.id,
    wave,
    now,
  ]);
  await recordStep(tx, emit, row, system, now, { state: 'running', step: 'waveBegan', wave });
  // vehicles of it may have been removed since
  await settle(tx, emit, row, wave, now);
  return { wave, next: null };
}

/** Whose turn it is and who can be reached; the others are noted as offline at once, without a look at each. */
async function turnsOf(tx: Tx, row: RollOutRow, now: Date): Promise<number[]> {
  const turn = `i.roll_out_id = $1 AND i.state = 'waiting' AND i.wave <= $2 AND (i.again_at IS NULL OR i.again_at <= $3)`;
  const offline = `COALESCE((SELECT ${offlineSql} FROM vehicle_state s WHERE s.vehicle_id = i.vehicle_id), true)`;
  await tx.query(
    `UPDATE roll_out_vehicle i SET reason = 'online', tried_at = $3 WHERE ${turn} AND ${offline} AND i.reason IS DISTINCT FROM 'online'`,
    [row.id, row.wave, now],
  );
  if (await isFull(tx, row.id)) return [];
  // each run that ends leads here: those that were looked at just now are left to the look of the minute, or to what happens to them
  const waiting = await tx.query<{ vehicle_id: number }[]>(
    `SELECT i.vehicle_id FROM roll_out_vehicle i WHERE ${turn} AND NOT ${offline} AND (i.tried_at IS NULL OR i.tried_at <= $4) ORDER BY i.tried_at NULLS FIRST, i.position LIMIT ${maxChecks}`,
    [row.id, row.wave, now, new Date(now.getTime() - rollOutTimes.checkMs / 2)],
  );
  return waiting.map((w) => w.vehicle_id);
}
