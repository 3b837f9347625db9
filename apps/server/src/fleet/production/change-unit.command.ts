import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type { ProductionBody, ProductionDetail } from '@headland/contracts/production';
import { moveRefusal, unitErrors } from '@headland/domain/production';
import { dayOf } from '@headland/domain/zone-day';
import { installDevice, takeOutDevice } from '../devices/install-device.tx';
import { placeOf } from '../../people/organizations/organization.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { changesBetween, refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { refuseServed } from '../vehicles/in-service.reads';
import { reassignVehicle } from '../vehicles/reassign-vehicle.tx';
import { lockUnits, notifyUnits, fieldsInLog, type LockedUnit } from './unit.write';
import { plantOf } from './plant.reads';
import { ProductionReads } from './production.reads';

/** The form of a unit: its device, its data, its shipment. Another dealer means another scope; another device keeps the history of both. */
export class ChangeUnit extends Command<ProductionDetail> {
  constructor(
    readonly id: number,
    readonly body: ProductionBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeUnit)
export class ChangeUnitHandler implements ICommandHandler<ChangeUnit> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly reads: ProductionReads,
  ) {}

  async execute({ id, body, caller }: ChangeUnit): Promise<ProductionDetail> {
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const before = (await lockUnits(tx, caller.scope, [id])).get(id);
      if (before === undefined) throw new Problem('NOT_FOUND');
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', id);
      const after = await this.judged(tx, before, body, caller);
      if (changesBetween(fieldsInLog(before), fieldsInLog(after)).length === 0) return;
      await tx.query(
        `UPDATE vehicle SET version = version + 1, release_year = $2, horsepower = $3, transmission = $4, shipped_on = $5, organization_id = $6, memo = NULLIF($7, '') WHERE id = $1`,
        [
          id,
          after.releaseYear,
          after.horsepower,
          after.transmission,
          after.shippedOn,
          after.organizationId,
          after.memo,
        ],
      );
      if (after.organizationId !== before.organizationId) await reassignVehicle(tx, [id]);
      await fitDevice(tx, emit, before, after, caller, this.now());
      notifyUnits(emit, [{ before, after }]);
    });
    return this.reads.get(id, caller);
  }

  /** The checked values of the form, or throws a Problem. */
  private async judged(
    tx: EntityManager,
    before: LockedUnit,
    { version: _, dealerId, ...body }: ProductionBody,
    caller: Caller,
  ): Promise<LockedUnit> {
    const dealer = dealerId === null ? null : await placeOf(tx, caller.scope, dealerId, 'FOR KEY SHARE OF o');
    if (dealerId !== null && dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
    const organizationId = dealer?.id ?? (before.dealerId === null ? before.organizationId : (await plantOf(tx)).id);
    const after = {
      ...before,
      ...body,
      matchedOn: body.deviceId === null ? null : body.matchedOn,
      dealerId,
      dealer: dealer?.name ?? null,
      organizationId,
    };
    const errors = unitErrors(before, after, dealer?.type ?? null, dayOf(this.now().getTime(), caller.timeZone));
    // a member who sees only shipped units cannot move one out of the own scope
    if (!caller.scope.all && before.dealerId !== null && dealerId === null) errors.dealerId ??= 'field.req';
    if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
    const moves = organizationId !== before.organizationId;
    const no = moveRefusal(before, after, { moves, openSos: before.openSos });
    if (no) throw new Problem(no);
    if (moves) await refuseServed(tx, [before.id], { userId: caller.userId, now: this.now() });
    return after;
  }
}

async function fitDevice(
  tx: Tx,
  emit: Emit,
  before: LockedUnit,
  after: LockedUnit,
  { name: by, scope, userId }: Caller,
  now: Date,
): Promise<void> {
  const { id: vehicleId, deviceId, matchedOn } = after;
  if (deviceId === before.deviceId && matchedOn === before.matchedOn) return;
  if (deviceId === null || matchedOn === null)
    await takeOutDevice(tx, emit, { vehicleId, by, reason: null, acting: { userId, now } });
  else
    await installDevice(tx, emit, {
      deviceId,
      vehicleId,
      matchedOn,
      by,
      reason: null,
      exchange: true,
      scope,
      acting: { userId, now },
    });
}
