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
 * reopened. Also on other terminals of the vehicle where it was pressed, from that press on, and on the one that it has
 * now; on none that is in another vehicle now, whose driver would take it for his own.
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
        const messages = (await this.devicesOf(sos)).map((deviceId) =>
          panelMessage(deviceId === sos.vehicle.deviceId ? step : `${step}:${deviceId}`, deviceId, status),
        );
        await this.send(sos, messages);
      },
    });
    policies.register({
      name: 'notify-other-panel-of-vehicle-when-sos-is-repeated',
      on: ['sos.repeated'],
      run: async ({ payload: { sos } }) => {
        const others = (await this.devicesOf(sos)).filter((deviceId) => deviceId !== sos.vehicle.deviceId);
        await this.send(
          sos,
          others.map((deviceId) => panelMessage(`sos.panel:${sos.id}:joined:${deviceId}`, deviceId, sos.status)),
        );
      },
    });
  }

  /** Its own first. A device that was in no vehicle when it was pressed has its call wherever it is now. */
  private async devicesOf({ id, vehicle }: SosSummary): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT d.id FROM (
         SELECT $2::text AS id UNION SELECT device_id FROM sos_message WHERE call_id = $1 UNION SELECT device_id FROM vehicle WHERE id = $3) d
       WHERE d.id IS NOT NULL AND ($3 = 0 OR NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.device_id = d.id AND v.id <> $3))
       ORDER BY d.id = $2 DESC NULLS LAST, d.id`,
      [id, vehicle.deviceId, vehicle.id],
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
