import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SosDown } from '@headland/contracts/device/down';
import type { SosSummary } from '@headland/contracts/sos';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { Policies } from '../../platform/event-log/policies';

const statusAfter = {
  'sos.raised': 'raised',
  'sos.acknowledged': 'acknowledged',
  'sos.dispatched': 'dispatched',
  'sos.resolved': 'resolved',
  'sos.falseAlarm': 'falseAlarm',
  'sos.reopened': 'acknowledged',
} as const satisfies Record<string, SosDown['status']>;

/**
 * Shows the driver on the panel that the SOS arrived, was acknowledged, that help is on the way, that it was closed or
 * reopened. Also on other terminals of the vehicle where it was pressed, from that press on.
 */
@Injectable()
export class NotifyDriverPanelWhenSosChanges {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    policies.register({
      name: 'notify-driver-panel-when-sos-changes',
      on: ['sos.raised', 'sos.acknowledged', 'sos.dispatched', 'sos.resolved', 'sos.falseAlarm', 'sos.reopened'],
      run: async ({ name, payload: { sos } }) => {
        const status = statusAfter[name];
        // a reopened SOS reaches the same status again, with another version
        const step = `sos.panel:${sos.id}:${status}:${sos.version}`;
        const own = sos.vehicle.deviceId === null ? [] : [panelMessage(step, sos.vehicle.deviceId, status)];
        const others = (await this.otherDevices(sos)).map((deviceId) =>
          panelMessage(`${step}:${deviceId}`, deviceId, status),
        );
        await this.send(sos, [...own, ...others]);
      },
    });
    policies.register({
      name: 'notify-other-panel-of-vehicle-when-sos-is-repeated',
      on: ['sos.repeated'],
      run: async ({ payload: { sos } }) => {
        const others = await this.otherDevices(sos);
        await this.send(
          sos,
          others.map((deviceId) => panelMessage(`sos.panel:${sos.id}:joined:${deviceId}`, deviceId, sos.status)),
        );
      },
    });
  }

  private async otherDevices({ id, vehicle: { deviceId } }: SosSummary): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      'SELECT DISTINCT device_id AS id FROM sos_message WHERE call_id = $1 AND device_id IS DISTINCT FROM $2 ORDER BY device_id',
      [id, deviceId],
    );
    return rows.map((r) => r.id);
  }

  private send({ id, agency }: SosSummary, messages: Message[]): Promise<void> {
    return this.commands.execute(
      new QueueMessages({ subject: 'sos', subjectId: id, organizationId: agency.id }, messages),
    );
  }
}

type Message = QueueMessages['messages'][number];
const panelMessage = (reason: string, deviceId: string, status: SosDown['status']): Message => ({
  reason,
  channel: 'panel',
  recipient: deviceId,
  address: deviceId,
  text: status,
});
