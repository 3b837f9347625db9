import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ConsumableSummary, consumables, NoticeRefusal } from '@headland/contracts/consumable';
import type { Reply } from '@headland/contracts/endpoint';
import { noticeRefusal } from '@headland/domain/consumable-replacement';
import { dayOf } from '@headland/domain/zone-day';
import type { Language } from '@headland/i18n/messages';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import { appStatusOf } from '../../people/customer-base/customer-phone.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller, type Scope } from '../../platform/caller';
import { consumableText } from './consumable-text';

type NotifyReply = Reply<typeof consumables.notify>;

/**
 * Notifies the customers of the selected items through their app; each item once a day, including the automatic alarm.
 */
export class NotifyCustomers extends Command<NotifyReply> {
  constructor(
    readonly ids: readonly number[],
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Chosen extends Pick<
  ConsumableSummary,
  'id' | 'vehicleId' | 'vin' | 'item' | 'maintenance' | 'state' | 'percent'
> {
  model: string;
  organizationId: number;
  customerId: number | null;
  customer: string | null;
  appStatus: 'registered' | 'withdrawn' | null;
  language: Language | null;
  sentAt: Date | null;
}

@CommandHandler(NotifyCustomers)
export class NotifyCustomersHandler implements ICommandHandler<NotifyCustomers> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ ids, caller }: NotifyCustomers): Promise<NotifyReply> {
    const now = this.now();
    const zone = this.config.PRODUCT_TIME_ZONE;
    const today = dayOf(now.getTime(), zone);
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const wanted = [...new Set(ids)];
      const chosen = await lockChosen(tx, wanted, caller.scope);
      // one out of scope is not found: nothing is sent for a partial selection
      if (chosen.length < wanted.length) throw new Problem('NOT_FOUND');
      const sent: number[] = [];
      const skipped: { id: number; reason: NoticeRefusal }[] = [];
      for (const cycle of chosen) {
        const no = noticeRefusal({ ...cycle, sentOn: cycle.sentAt && dayOf(cycle.sentAt.getTime(), zone) }, today);
        if (no === null && (await send(tx, emit, cycle, today, now))) sent.push(cycle.id);
        else skipped.push({ id: cycle.id, reason: no ?? 'today' });
      }
      return { sent, skipped };
    });
  }
}

/** Ordered by id, so that concurrent requests for the same rows never deadlock. */
async function lockChosen(tx: Tx, ids: number[], scope: Scope): Promise<Chosen[]> {
  const where = new Where(scope, 'v.organization_id').andIf(ids, (p) => `c.id = ANY(${p}::int[])`);
  return tx.query<Chosen[]>(
    `SELECT c.id, c.vehicle_id AS "vehicleId", v.vin, m.name AS model, i.name AS item, i.maintenance, c.state, NULLIF(c.due_rank, -1) AS percent, c.sent_at AS "sentAt",
       v.organization_id AS "organizationId", cu.id AS "customerId", cu.name AS customer, ${appStatusOf('cu')} AS "appStatus", cu.language
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id JOIN model m ON m.id = v.model_id
       LEFT JOIN customer cu ON cu.id = v.customer_id AND cu.removed_at IS NULL
     WHERE ${where.sql} ORDER BY c.id FOR UPDATE OF c`,
    where.parameters,
  );
}

async function send(tx: Tx, emit: Emit, cycle: Chosen, today: string, now: Date): Promise<boolean> {
  const {
    id,
    vehicleId,
    vin,
    model,
    item,
    maintenance,
    state,
    percent,
    organizationId,
    customerId,
    customer,
    language,
  } = cycle;
  if (customerId === null || (state !== 'imminent' && state !== 'exceeded')) return false;
  const rows = await insertDeliveries(
    tx,
    { subject: 'consumable', subjectId: id, organizationId },
    [
      {
        reason: `consumable.notice:${id}:${today}:app:${customerId}`,
        channel: 'app',
        recipient: customer ?? '',
        address: String(customerId),
        customerId,
        text: consumableText('owner', { vin, model, item, maintenance, state }, language ?? 'ko'),
      },
    ],
    now,
  );
  if (rows.length === 0) return false;
  await tx.query('UPDATE consumable_cycle SET sent_at = $2 WHERE id = $1', [id, now]);
  emit(
    'consumable.notified',
    { consumable: { id, vehicleId, vin, item, maintenance, state, percent } },
    { organizationId, vehicleId },
  );
  for (const { id: deliveryId } of rows)
    emit('delivery.changed', { subject: 'consumable', subjectId: id, deliveryId }, { organizationId });
  return true;
}
