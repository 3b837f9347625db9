import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { choicesMetBy, type WatchMatter } from '@headland/domain/vehicle-watch';
import { formatMessage } from '@headland/i18n/format-message';
import { recipientsOf } from '../../messages/deliveries/recipients.reads';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { bilingual, type Bilingual } from '../../platform/bilingual';
import { Policies } from '../../platform/event-log/policies';
import { watchersOf } from './watch.reads';

interface News {
  matter: WatchMatter;
  vehicleId: number;
  cause: string;
  text: Bilingual;
  link: string;
  at: string;
  /** whose members are notified anyhow, since they have to act: they get it once */
  duty: { organizationId: number; matter: 'sos' | 'fault' | 'consumable' } | null;
}

/** Notifies whoever has chosen it of an SOS, a fault or due maintenance of a vehicle of the own list. */
@Injectable()
export class NotifyWatchersWhenVehicleNeedsAttention {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    policies.register({
      name: 'notify-watchers-when-sos-is-raised',
      on: ['sos.raised', 'sos.repeated'],
      run: async ({ at, payload: { sos } }) => {
        if (sos.late || sos.status !== 'raised') return;
        const { id: vehicleId, vin, model } = sos.vehicle;
        await this.notify({
          ...{ matter: 'sos', vehicleId, at, cause: `watch.sos:${sos.id}`, link: `/sos?id=${sos.id}` },
          text: bilingual('notification.watch.sos', (l) => ({
            ...{ vin, model, type: formatMessage(l, `delivery.sos.${sos.type}`) },
          })),
          duty: { organizationId: sos.agency.id, matter: 'sos' },
        });
      },
    });
    policies.register({
      name: 'notify-watchers-when-fault-occurs',
      on: ['fault.occurred'],
      run: async ({ number, at, payload: { fault } }) => {
        const { id: vehicleId, vin, model } = fault.vehicle;
        await this.notify(
          {
            ...{ matter: 'fault', vehicleId, at, cause: `watch.fault:${fault.id}:${number}` },
            link: `/breakdown?id=${fault.id}`,
            text: bilingual('notification.watch.fault', (l) => ({
              ...{ vin, model, code: fault.code, name: fault.name[l] },
              severity: formatMessage(l, `severity.${fault.severity}`),
            })),
            // who has to deal with it finds it in the queue and in the list, but gets no message of it
            duty: null,
          },
          'w.fault = ANY($2)',
          [choicesMetBy(fault.severity)],
        );
      },
    });
    policies.register({
      name: 'notify-watchers-when-consumable-is-due',
      on: ['consumable.imminent', 'consumable.exceeded'],
      run: async ({ name, at, payload: { consumable } }) => {
        const { id, version, vehicleId, vin, item, state } = consumable;
        // one that becomes due again after it was dated anew is another alarm; an event of before has no version
        const dating = version === undefined ? id : `${id}.${version}`;
        const [vehicle] = await this.database.query<{ model: string; organizationId: number }[]>(
          'SELECT m.name AS model, v.organization_id AS "organizationId" FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.id = $1',
          [vehicleId],
        );
        if (vehicle === undefined) return;
        const { model, organizationId } = vehicle;
        const key = name === 'consumable.imminent' ? 'notification.watch.imminent' : 'notification.watch.exceeded';
        await this.notify(
          {
            ...{ matter: 'maintenance', vehicleId, at, cause: `watch.consumable:${dating}:${state}` },
            link: `/expendableDetail/${id}`,
            text: bilingual(key, () => ({ vin, model, item })),
            duty: { organizationId, matter: 'consumable' },
          },
          'w.maintenance',
        );
      },
    });
  }

  private async notify(
    { matter, vehicleId, cause, text, link, at, duty }: News,
    condition = `w.${matter}`,
    parameters: unknown[] = [],
  ): Promise<void> {
    const watchers = await watchersOf(this.database, vehicleId, matter, condition, parameters);
    if (watchers.length === 0) return;
    const acting = duty === null ? [] : (await recipientsOf(this.database, duty.organizationId, duty.matter)).people;
    const userIds = watchers.filter((id) => !acting.some((person) => person.id === id));
    const notice = { cause, kind: 'watch' as const, text, link, vehicleId, at: new Date(at), messages: true };
    await this.commands.execute(new NotifyMembers(userIds, notice));
  }
}
