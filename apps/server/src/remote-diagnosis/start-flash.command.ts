import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { blockBytes, type FlashOffer } from '@headland/contracts/device/flash';
import { downTopic } from '@headland/contracts/device/envelope';
import type { FlashRun } from '@headland/contracts/reprogram';
import { blocksOf } from '@headland/domain/reprogram/blocks';
import { flashTimes } from '@headland/domain/reprogram/offer';
import { CLOCK, type Clock } from '../platform/clock';
import type { Tx } from '../platform/database/rows';
import { Where } from '../platform/database/where';
import { Change } from '../platform/event-log/change';
import { Publisher } from '../platform/mqtt/publisher';
import { Problem } from '../platform/problem';
import { actorOf, memberId, type Caller } from '../platform/who';
import { fileOf, FlashReads, preflightOf } from './flash.reads';
import { runPayload, type FileRow, type RunRow } from './flash-row';

/** A program is offered to a machine for which every check holds; the device checks again before it takes a byte. One at a time on a machine. */
export class StartFlash extends Command<FlashRun> {
  constructor(
    readonly vehicleId: number,
    readonly what: { fileId: number; vinEnd: string; again: boolean },
    readonly by: Caller,
  ) {
    super();
  }
}

@Injectable()
export class OfferToDevice {
  constructor(private readonly publisher: Publisher) {}

  /** Rejects when the broker is away. The end of the offer is named on the device's own clock. */
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
    return this.publisher.publish(downTopic(run.device_id, 'flash'), JSON.stringify({ session: run.token, op: 'cancel' }));
  }
}

@CommandHandler(StartFlash)
export class StartFlashHandler implements ICommandHandler<StartFlash> {
  constructor(
    private readonly change: Change,
    private readonly reads: FlashReads,
    private readonly device: OfferToDevice,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ vehicleId, what, by }: StartFlash): Promise<FlashRun> {
    const now = this.now();
    const { run, file, offsetMs } = await this.change.run(actorOf(by), async (tx, emit) => {
      const where = new Where(by.scope, 'v.organization_id').given(vehicleId, (p) => `v.id = ${p}`);
      const [vehicle] = await tx.query<{ vin: string; device_id: string | null; device_key: number; organization_id: number }[]>(
        `SELECT v.vin, v.device_id, v.organization_id, (SELECT key FROM device d WHERE d.id = v.device_id) AS device_key FROM vehicle v WHERE ${where.sql} FOR NO KEY UPDATE OF v`,
        where.parameters,
      );
      if (vehicle === undefined) throw new Problem('NOT_FOUND');
      if (!vehicle.vin.endsWith(what.vinEnd)) throw new Problem('E0001', {}, { vinEnd: 'field.invalid' });
      const wanted = await fileOf(tx, what.fileId);
      const checked = await preflightOf(tx, vehicleId, wanted);
      const missed = checked.checks.find((c) => c.ok !== true);
      if (vehicle.device_id === null || missed !== undefined) throw new Problem('FLASH_NOT_READY', { check: missed?.check ?? 'online' });
      if (checked.sameVersion && !what.again) throw new Problem('FLASH_SAME_VERSION', { version: wanted.version });
      const [made] = await tx.query<RunRow[]>(
        `INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, blocks, from_version, preflight, offered_at, expires_at, heard_at, by_user, by_name, by_organization)
         VALUES ($1, $2, $3, $4, $5, $6, 'offered', $7, $8, $9, $10, $11, $10, $12, $13, (SELECT name FROM organization WHERE id = $14)) RETURNING *`,
        [
          randomUUID(),
          wanted.id,
          vehicleId,
          vehicle.device_id,
          vehicle.device_key,
          vehicle.organization_id,
          blocksOf(wanted.bytes),
          checked.fromVersion,
          JSON.stringify(checked),
          now,
          new Date(now.getTime() + flashTimes.offerMs),
          memberId(by),
          by.name,
          by.organizationId,
        ],
      );
      const row = made as RunRow;
      emit('flash.changed', runPayload(row, 'offered'), { organizationId: row.organization_id, vehicleId });
      return { run: row, file: wanted, offsetMs: await clockOffset(tx, vehicle.device_key) };
    });
    try {
      await this.device.offer(run, file, offsetMs);
    } catch {
      await this.change.run(actorOf(by), async (tx, emit) => {
        await tx.query("UPDATE flash_run SET state = 'failed', reason = 'broker', ended_at = $2 WHERE id = $1 AND ended_at IS NULL", [run.id, this.now()]);
        emit('flash.changed', runPayload(run, 'failed', 'broker'), { organizationId: run.organization_id, vehicleId });
      });
      throw new Problem('UNAVAILABLE');
    }
    return this.reads.run(run.id, by);
  }
}

/** How far the clock of a device is behind ours, ms; 0 where nothing vouches for it. */
export async function clockOffset(tx: Tx, deviceKey: number): Promise<number> {
  const [clock] = await tx.query<{ offset_ms: string }[]>('SELECT offset_ms FROM device_clock WHERE device_key = $1 ORDER BY updated_at DESC LIMIT 1', [deviceKey]);
  return Number(clock?.offset_ms ?? 0);
}
