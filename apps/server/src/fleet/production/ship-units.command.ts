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

/**
 * Shipment date and dealer of several units: all of them, or none and why, unit by unit at `units.<place in the list>`.
 * What would overwrite another's change is one of the reasons.
 */
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

  execute({ body, caller }: ShipUnits): Promise<Reply<typeof production.ship>> {
    const { shippedOn, dealerId } = body;
    const ids = body.units.map(({ id }) => id);
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const dealer = await placeOf(tx, caller.scope, dealerId, 'FOR KEY SHARE OF o');
      if (dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
      if (!isDealer(dealer.type)) throw new Problem('E0001', {}, { dealerId: 'field.notAgency' });
      const found = await lockUnits(tx, caller.scope, ids);
      const held = await vehiclesInService(tx, ids, { userId: caller.userId, now: this.now() });
      const today = dayOf(this.now().getTime(), caller.timeZone);
      const errors = body.units.flatMap(({ id, version }, i) => {
        const path = `units.${i}`;
        const before = found.get(id);
        if (before === undefined) return [{ path, error: 'field.unknown', values: {} }];
        const after = shipped(before, shippedOn, dealer);
        // a request that comes twice finds its own shipment
        if (before.version !== version && differs({ before, after }))
          return [{ path, error: 'error.CHANGED_MEANWHILE', values: {} }];
        const error = shipmentError(before, after, dealer, today);
        if (error !== null) return [{ path, error, values: {} }];
        const refusal = before.organizationId === dealer.id ? undefined : held.get(id);
        return refusal === undefined ? [] : [{ path, error: `error.${refusal.code}`, values: refusal.values ?? {} }];
      });
      if (errors.length > 0) {
        const fieldValues = Object.fromEntries(errors.map(({ path, values }) => [path, values]));
        throw new Problem('E0001', {}, Object.fromEntries(errors.map(({ path, error }) => [path, error])), {
          fieldValues,
        });
      }
      const changed = [...found.values()]
        .map((before) => ({ before, after: shipped(before, shippedOn, dealer) }))
        .filter(differs);
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

const differs = ({ before, after }: { before: LockedUnit; after: LockedUnit }): boolean =>
  before.shippedOn !== after.shippedOn || before.organizationId !== after.organizationId;

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
