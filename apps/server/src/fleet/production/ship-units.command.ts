import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reply } from '@headland/contracts/endpoint';
import type { production, ShipBody } from '@headland/contracts/production';
import { isDealer } from '@headland/domain/organization';
import { moveRefusal, unitErrors } from '@headland/domain/production';
import { dayOf } from '@headland/domain/zone-day';
import { type OrganizationPlace, placeOf } from '../../people/organizations/organization.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { vehiclesInService } from '../vehicles/in-service.reads';
import { reassignVehicle } from '../vehicles/reassign-vehicle.tx';
import { lockUnits, notifyUnits, type LockedUnit } from './unit.write';

/** Shipment date and dealer of several units: all of them, or none and why, unit by unit at `ids.<place in the list>`. */
export class ShipUnits extends Command<Reply<typeof production.ship>> {
  constructor(
    readonly body: ShipBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ShipUnits)
export class ShipUnitsHandler implements ICommandHandler<ShipUnits> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ body: { ids, shippedOn, dealerId }, caller }: ShipUnits): Promise<Reply<typeof production.ship>> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const dealer = await placeOf(tx, caller.scope, dealerId, 'FOR KEY SHARE OF o');
      if (dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
      if (!isDealer(dealer.type)) throw new Problem('E0001', {}, { dealerId: 'field.notAgency' });
      const units = await lockUnits(tx, caller.scope, ids);
      const held = await vehiclesInService(tx, ids, { userId: caller.userId, now: this.now() });
      const today = dayOf(this.now().getTime(), caller.timeZone);
      const errors = ids.flatMap((id, i) => {
        const before = units.get(id);
        if (before === undefined) return [{ path: `ids.${i}`, error: 'field.unknown', values: {} }];
        const error = shipmentError(before, shipped(before, shippedOn, dealer), dealer, today);
        if (error !== null) return [{ path: `ids.${i}`, error, values: {} }];
        const refusal = before.organizationId === dealer.id ? undefined : held.get(id);
        return refusal === undefined
          ? []
          : [{ path: `ids.${i}`, error: `error.${refusal.code}`, values: refusal.values ?? {} }];
      });
      if (errors.length > 0) {
        const fieldValues = Object.fromEntries(errors.map(({ path, values }) => [path, values]));
        throw new Problem('E0001', {}, Object.fromEntries(errors.map(({ path, error }) => [path, error])), {
          fieldValues,
        });
      }
      const changed = [...units.values()]
        .map((before) => ({ before, after: shipped(before, shippedOn, dealer) }))
        .filter(
          ({ before, after }) => before.shippedOn !== after.shippedOn || before.organizationId !== after.organizationId,
        );
      const changedIds = changed.map(({ after }) => after.id);
      await tx.query(
        'UPDATE vehicle SET version = version + 1, shipped_on = $2, organization_id = $3 WHERE id = ANY($1::int[])',
        [changedIds, shippedOn, dealer.id],
      );
      await reassignVehicle(
        tx,
        changed
          .filter(({ before, after }) => before.organizationId !== after.organizationId)
          .map(({ after }) => after.id),
      );
      notifyUnits(emit, changed);
      return { shipped: changed.length };
    });
  }
}

const shipped = (unit: LockedUnit, shippedOn: string, { id, name }: OrganizationPlace): LockedUnit => ({
  ...unit,
  shippedOn,
  dealerId: id,
  dealer: name,
  organizationId: id,
});

/** Key of the reason against it, or null. */
function shipmentError(
  before: LockedUnit,
  after: LockedUnit,
  { type }: OrganizationPlace,
  today: string,
): string | null {
  const refusal = moveRefusal(before, after, {
    moves: before.organizationId !== after.organizationId,
    openSos: before.openSos,
  });
  if (refusal !== null) return `error.${refusal}`;
  return Object.values(unitErrors(before, after, type, today))[0] ?? null;
}
