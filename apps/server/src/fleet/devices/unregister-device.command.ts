import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DeviceDetail, UnregisterDeviceBody } from '@headland/contracts/device';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { deviceDetail } from './device.reads';
import { refuseOpenSos, takeOutDevice, wantConfig } from './install-device.tx';
import { lockDevice } from './device.write';
import { notifyVehicle } from './notify-vehicle';

/**
 * Unregisters a device for good: removed from its vehicle, refused by the broker from now on. The brokers learn the status by NOTIFY
 * 'device_access': the built-in one ends the connection at once, a Mosquitto with its next reading of the password file (infra/mosquitto).
 */
export class UnregisterDevice extends Command<DeviceDetail> {
  constructor(
    readonly key: number,
    readonly body: UnregisterDeviceBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(UnregisterDevice)
export class UnregisterDeviceHandler implements ICommandHandler<UnregisterDevice> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ key, body: { version, reason }, caller }: UnregisterDevice): Promise<DeviceDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const device = await lockDevice(tx, caller.scope, key, version);
      const about = { organizationId: device.organizationId, vehicleId: device.vehicleId };
      await refuseOpenSos(tx, device.vehicleId, device.id);
      if (device.vehicleId !== null) {
        await takeOutDevice(tx, emit, {
          vehicleId: device.vehicleId,
          by: caller.name,
          reason,
          acting: { userId: caller.userId, now: this.now() },
        });
        await notifyVehicle(tx, emit, device.vehicleId, { from: device.id, to: null }, reason);
      }
      await tx.query("UPDATE device SET status = 'not_in_use', unregistered_at = $2, online = false WHERE key = $1", [
        key,
        this.now(),
      ]);
      // retained messages of the device are removed
      await wantConfig(tx, [device.id]);
      const changes = [{ field: 'status', from: device.status, to: 'not_in_use' }];
      emit(
        'record.changed',
        { screen: 'device', kind: 'device', id: device.id, name: device.id, changes, reason },
        about,
      );
      if (device.online) emit('device.disconnected', { vehicleId: device.vehicleId, deviceId: device.id }, about);
      // without a vehicle it may be out of the caller's sight from now on: what became of it is answered all the same
      return deviceDetail(tx, { all: true }, key, this.now());
    });
  }
}
