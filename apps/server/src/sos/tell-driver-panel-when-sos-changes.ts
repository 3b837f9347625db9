import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SosDown } from '@headland/contracts/device/down';
import { QueueMessages } from '../deliveries/queue-messages.command';
import { Policies } from '../platform/event-log/policies';

const statusAfter = {
  'sos.raised': 'raised',
  'sos.acknowledged': 'acknowledged',
  'sos.dispatched': 'dispatched',
  'sos.resolved': 'resolved',
  'sos.falseAlarm': 'falseAlarm',
} as const satisfies Record<string, SosDown['status']>;

/** The driver sees on the panel that the call arrived, was seen, that help is on the way, that it is closed. */
@Injectable()
export class TellDriverPanelWhenSosChanges {
  constructor(policies: Policies, commands: CommandBus) {
    policies.register({
      name: 'tell-driver-panel-when-sos-changes',
      on: ['sos.raised', 'sos.acknowledged', 'sos.dispatched', 'sos.resolved', 'sos.falseAlarm'],
      run: async ({ name, payload: { sos } }) => {
        const { deviceId } = sos.vehicle;
        if (deviceId === null) return;
        const status = statusAfter[name];
        const message = { reason: `sos.panel:${sos.id}:${status}`, channel: 'panel' as const, recipient: deviceId, address: deviceId, text: status };
        await commands.execute(new QueueMessages({ subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id }, [message]));
      },
    });
  }
}
