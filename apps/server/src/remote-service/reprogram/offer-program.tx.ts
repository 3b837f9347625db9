import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blockBytes, type FlashOffer } from '@headland/contracts/device/flash';
import { downTopic } from '@headland/contracts/device/envelope';
import type { Preflight } from '@headland/contracts/reprogram';
import { blocksOf } from '@headland/domain/reprogram/blocks';
import { flashTimes, hasEnded } from '@headland/domain/reprogram/offer';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Change, Emit } from '../../platform/event-log/change';
import { Publisher } from '../../platform/mqtt/publisher';
import { Problem } from '../../platform/problem';
import type { Actor, Scope } from '../../platform/caller';
import { runChanged } from './run-ended.hook';
import { lockRun, runPayload, type FileRow, type RunRow } from './flash-row';

/** Offers one program to one machine: with a person beside it (StartFlash), or in a roll-out (ProcessVehicle). */
@Injectable()
export class OfferToDevice {
  constructor(private readonly publisher: Publisher) {}

  /** Rejects when the broker is away. The expiry of the offer is in the device's own clock. */
  offer(run: Pick<RunRow, 'token' | 'device_id' | 'expires_at'>, file: FileRow, offsetMs: number): Promise<void> {
    const message: FlashOffer = {
      session: run.token,
      op: 'offer',
      target: file.target,
      name: file.name,
      format: file.format,
      size: file.bytes,
      sha256: file.sha256,
      signature: file.signature,
      block: blockBytes,
      blocks: blocksOf(file.bytes),
      variant: file.variant,
      calibration: file.calibration,
      version: file.version,
      until: Math.max(0, run.expires_at.getTime() - offsetMs),
    };
    return this.publisher.publish(downTopic(run.device_id, 'flash'), JSON.stringify(message));
  }
  cancel(run: Pick<RunRow, 'token' | 'device_id'>): Promise<void> {
    return this.publisher.publish(
      downTopic(run.device_id, 'flash'),
      JSON.stringify({ session: run.token, op: 'cancel' }),
    );
  }
}

export interface VehicleToProgram {
  id: number;
  vin: string;
  device_id: string | null;
  device_key: number;
  organization_id: number;
}
/** The vehicle, locked until the transaction ends: concurrent offers wait for each other. Null outside of the scope. */
export async function lockVehicle(tx: Tx, scope: Scope, id: number): Promise<VehicleToProgram | null> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
  const [vehicle] = await tx.query<VehicleToProgram[]>(
    `SELECT v.id, v.vin, v.device_id, v.organization_id, (SELECT key FROM device d WHERE d.id = v.device_id) AS device_key FROM vehicle v WHERE ${where.sql} FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  return vehicle ?? null;
}

export interface Offered {
  run: RunRow;
  file: FileRow;
  /** how far the device's clock is behind ours, ms */
  offsetMs: number;
}
interface Offer {
  vehicle: VehicleToProgram;
  file: FileRow;
  /** checked in this transaction, after the vehicle was locked */
  checked: Omit<Preflight, 'minutes'>;
  by: { userId: number; name: string; organization: string };
  /** nothing begins after it; the default is 24 hours at most */
  until?: Date;
  rollOutId?: number;
}
/** Records the offer; it is sent after the commit. Throws FLASH_NOT_READY with the first check that does not hold. */
export async function offerProgram(
  tx: Tx,
  emit: Emit,
  { vehicle, file, checked, by, until, rollOutId }: Offer,
  now: Date,
): Promise<Offered> {
  const missed = checked.checks.find((c) => c.ok !== true);
  if (vehicle.device_id === null || missed !== undefined)
    throw new Problem('FLASH_NOT_READY', { check: missed?.check ?? 'online' });
  const longest = now.getTime() + flashTimes.offerMs;
  const [made] = await tx.query<RunRow[]>(
    `INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, blocks, from_version, preflight, offered_at, expires_at, heard_at, by_user, by_name, by_organization, roll_out_id)
     VALUES ($1, $2, $3, $4, $5, $6, 'offered', $7, $8, $9, $10, $11, $10, $12, $13, $14, $15) RETURNING *`,
    [
      randomUUID(),
      file.id,
      vehicle.id,
      vehicle.device_id,
      vehicle.device_key,
      vehicle.organization_id,
      blocksOf(file.bytes),
      checked.fromVersion,
      JSON.stringify(checked),
      now,
      new Date(Math.min(longest, until?.getTime() ?? longest)),
      by.userId,
      by.name,
      by.organization,
      rollOutId ?? null,
    ],
  );
  const run = made as RunRow;
  emit('flash.changed', runPayload(run, 'offered'), { organizationId: run.organization_id, vehicleId: vehicle.id });
  return { run, file, offsetMs: await clockOffset(tx, vehicle.device_key) };
}

/** Sends a recorded offer; false: the broker is away, and the run has failed for that. */
export async function sendOffer(
  change: Change,
  device: OfferToDevice,
  { run, file, offsetMs }: Offered,
  by: Actor,
  now: () => Date,
): Promise<boolean> {
  try {
    await device.offer(run, file, offsetMs);
    return true;
  } catch {
    await change.run(by, async (tx, emit) => {
      const locked = await lockRun(tx, { id: run.id });
      if (locked === null || hasEnded(locked.state)) return;
      await tx.query("UPDATE flash_run SET state = 'failed', reason = 'broker', ended_at = $2 WHERE id = $1", [
        run.id,
        now(),
      ]);
      emit('flash.changed', runPayload(run, 'failed', 'broker'), {
        organizationId: run.organization_id,
        vehicleId: run.vehicle_id,
      });
      await runChanged.run(tx, emit, run, { state: 'failed', reason: 'broker' }, now());
    });
    return false;
  }
}

/** How far the clock of a device is behind ours, ms; 0 if it is unknown. */
export async function clockOffset(tx: Tx, deviceKey: number): Promise<number> {
  const [clock] = await tx.query<{ offset_ms: string }[]>(
    'SELECT offset_ms FROM device_clock WHERE device_key = $1 ORDER BY updated_at DESC LIMIT 1',
    [deviceKey],
  );
  return Number(clock?.offset_ms ?? 0);
}
