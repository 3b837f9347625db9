import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { ConsumableSummary } from '@headland/contracts/consumable';
import type { Language } from '@headland/i18n/messages';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import { recipientsOf } from '../../messages/deliveries/recipients.reads';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { usesApp } from '../../people/customer-base/customer-phone.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { LOG } from '../../platform/log';
import { system } from '../../platform/caller';
import { consumableText, consumableLabels } from './consumable-text';

/**
 * Notifies owners and agencies of the pending cycle alarms, ordered by id from `after` on: once per dating and state, however
 * often it runs. Returns the last checked id; null: no more.
 */
export class AlarmConsumables extends Command<number | null> {
  constructor(readonly after = 0) {
    super();
  }
}
/** A whole fleet may be due at once: agencies are looked up once for this many cycles. */
const atOnce = 200;

interface Due extends Pick<ConsumableSummary, 'id' | 'vin' | 'item' | 'maintenance'> {
  version: number;
  state: 'imminent' | 'exceeded';
  model: string;
  vehicleId: number;
  organizationId: number;
  /** in the app; null: nobody to notify there */
  customerId: number | null;
  customer: string;
  language: Language;
}

@CommandHandler(AlarmConsumables)
export class AlarmConsumablesHandler implements ICommandHandler<AlarmConsumables> {
  constructor(
    private readonly change: Change,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async execute({ after }: AlarmConsumables): Promise<number | null> {
    const due = await pendingAfter(this.database, after);
    const agencies = new Map<number, number[]>();
    const notified: Due[] = [];
    for (const cycle of due) {
      const { organizationId: agency } = cycle;
      try {
        if (!agencies.has(agency))
          agencies.set(
            agency,
            (await recipientsOf(this.database, agency, 'consumable')).people.map((p) => p.id),
          );
        if (cycle.customerId !== null) await this.notifyOwner(cycle, cycle.customerId);
        await this.notifyAgency(cycle, agencies.get(agency) ?? []);
        notified.push(cycle);
      } catch (error) {
        // the others are notified all the same; this one stays pending
        this.log.error({ error, id: cycle.id }, 'notification of a consumable failed; the next sweep tries again');
      }
    }
    // last: after an interruption it is notified again, and each message is sent once
    await this.database.query(
      'UPDATE consumable_cycle c SET alarm_pending = false FROM unnest($1::int[], $2::int[], $3::text[]) AS t(id, version, state) WHERE c.id = t.id AND c.version = t.version AND c.state = t.state AND c.alarm_pending',
      [notified.map((c) => c.id), notified.map((c) => c.version), notified.map((c) => c.state)],
    );
    return due.length < atOnce ? null : (due.at(-1)?.id ?? null);
  }

  private notifyOwner(cycle: Due, customerId: number): Promise<void> {
    const { id, organizationId, customer, language } = cycle;
    const now = this.now();
    const message = {
      reason: `${causeOf(cycle)}:app:${customerId}`,
      channel: 'app' as const,
      recipient: customer,
      address: String(customerId),
      customerId,
      text: consumableText('owner', cycle, language),
    };
    return this.change.run(system, async (tx, emit) => {
      const sent = await insertDeliveries(tx, { subject: 'consumable', subjectId: id, organizationId }, [message], now);
      if (sent.length === 0) return;
      await tx.query('UPDATE consumable_cycle SET sent_at = $2 WHERE id = $1', [id, now]);
      for (const { id: deliveryId } of sent)
        emit('delivery.changed', { subject: 'consumable', subjectId: id, deliveryId }, { organizationId });
    });
  }

  private async notifyAgency(cycle: Due, userIds: number[]): Promise<void> {
    const { id, vehicleId } = cycle;
    const text = consumableLabels('agency', cycle);
    const link = `/expendableDetail/${id}`;
    await this.commands.execute(
      new NotifyMembers(userIds, {
        cause: causeOf(cycle),
        kind: 'consumable',
        text,
        link,
        vehicleId,
        at: this.now(),
        messages: true,
      }),
    );
  }
}

/** Of one dating of a cycle: one that becomes due again after another is not the same alarm. */
const causeOf = ({ id, version, state }: Due): string => `consumable.${state}:${id}.${version}`;

const pendingAfter = (tx: Tx, after: number): Promise<Due[]> =>
  tx.query<Due[]>(
    `SELECT c.id, c.version, v.vin, i.name AS item, i.maintenance, c.state, m.name AS model, v.id AS "vehicleId", v.organization_id AS "organizationId",
       CASE WHEN ${usesApp('cu')} THEN cu.id END AS "customerId", COALESCE(cu.name, '') AS customer, COALESCE(cu.language, 'ko') AS language
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id JOIN model m ON m.id = v.model_id
       LEFT JOIN customer cu ON cu.id = v.customer_id AND cu.removed_at IS NULL
     WHERE c.alarm_pending AND c.state IN ('imminent', 'exceeded') AND c.id > $1 ORDER BY c.id LIMIT ${atOnce}`,
    [after],
  );
