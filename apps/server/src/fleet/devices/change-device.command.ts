import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeDeviceBody, DeviceDetail } from '@headland/contracts/device';
import { dayOf } from '@headland/domain/zone-day';
import { mustSee } from '../vehicles/vehicle.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { deviceDetail } from './device.reads';
import { installDevice, takeOutDevice, wantConfig } from './install-device.tx';
import { lockDevice, type LockedDevice } from './device.write';
import { notifyVehicle } from './notify-vehicle';

/** What staff may set on a device: numbers, interval, type, and the vehicle that it is in. */
export class ChangeDevice extends Command<DeviceDetail> {
  constructor(
    readonly key: number,
    readonly body: ChangeDeviceBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeDevice)
export class ChangeDeviceHandler implements ICommandHandler<ChangeDevice> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ key, body, caller }: ChangeDevice): Promise<DeviceDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      if (body.vehicleId !== null) await mustSee(tx, caller.scope, body.vehicleId);
      const device = await lockDevice(tx, caller.scope, key, body.version, body.vehicleId);
      await refuseTaken(tx, device.id, body);
      const changes = changesBetween(
        { sim: device.sim, activation: device.activation, intervalSeconds: device.intervalSeconds, type: device.type },
        { sim: body.sim, activation: body.activation, intervalSeconds: body.intervalSeconds, type: body.type },
      );
      if (changes.length > 0) {
        await tx.query(
          'UPDATE device SET sim = $2, activation = $3, interval_s = $4, type = $5, version = version + 1 WHERE key = $1',
          [key, body.sim, body.activation, body.intervalSeconds, body.type],
        );
        if (changes.some(({ field }) => field === 'intervalSeconds' || field === 'type'))
          await wantConfig(tx, [device.id]);
        emit(
          'record.changed',
          { screen: 'device', kind: 'device', id: device.id, name: device.id, changes, reason: body.reason },
          { organizationId: device.organizationId, vehicleId: device.vehicleId },
        );
      }
      if (body.vehicleId !== device.vehicleId) await this.move(tx, emit, device, body, caller);
      // removed from its vehicle it may leave the caller's scope: its new state is returned all the same
      return deviceDetail(tx, { all: true }, key, this.now());
    });
  }

  /** Out of the vehicle that it is in, and into the one that the form names; both vehicles have it in their histories. */
  private async move(
    tx: Tx,
    emit: Emit,
    device: LockedDevice,
    { vehicleId, matchedOn, reason }: ChangeDeviceBody,
    caller: Caller,
  ): Promise<void> {
    const { name: by, userId } = caller;
    const acting = { userId, now: this.now() };
    const today = dayOf(this.now().getTime(), caller.timeZone);
    if (matchedOn !== undefined && matchedOn > today) throw new Problem('E0001', {}, { matchedOn: 'field.pastDay' });
    if (device.vehicleId !== null) {
      await takeOutDevice(tx, emit, { vehicleId: device.vehicleId, by, reason, acting });
      await notifyVehicle(tx, emit, device.vehicleId, { from: device.id, to: null }, reason);
    }
    if (vehicleId !== null) {
      await installDevice(tx, emit, {
        deviceId: device.id,
        vehicleId,
        matchedOn: matchedOn ?? today,
        by,
        reason,
        scope: caller.scope,
        acting,
      });
      await notifyVehicle(tx, emit, vehicleId, { from: null, to: device.id }, reason);
    }
  }
}

/** Numbers are unique among the devices in use. No index enforces it, because a device reports its own SIM; the lock serializes the checks. */
async function refuseTaken(
  tx: Tx,
  deviceId: string,
  { sim, activation }: Pick<ChangeDeviceBody, 'sim' | 'activation'>,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.deviceNumbers})`);
  const others = await tx.query<{ sim: boolean; activation: boolean }[]>(
    `SELECT EXISTS (SELECT 1 FROM device WHERE sim = $2 AND status = 'in_use' AND id <> $1) AS sim,
            EXISTS (SELECT 1 FROM device WHERE activation = $3 AND status = 'in_use' AND id <> $1) AS activation`,
    [deviceId, sim, activation],
  );
  const [taken] = others;
  const fields = {
    ...(taken?.sim ? { sim: 'field.simTaken' } : {}),
    ...(taken?.activation ? { activation: 'field.activationTaken' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Problem('E0001', {}, fields);
}
