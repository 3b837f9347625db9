import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type { ChangeVehicleBody, VehicleDetail } from '@headland/contracts/vehicle';
import { correctionErrors } from '@headland/domain/meter';
import { isDealer } from '@headland/domain/organization';
import { dayOf } from '@headland/domain/zone-day';
import { redateCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { placeOf } from '../../people/organizations/organization.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { changesBetween, refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Actor, type Caller, type Scope } from '../../platform/caller';
import { refuseServed } from './in-service.reads';
import { openSosOf } from './open-sos.reads';
import { reassignVehicle } from './reassign-vehicle.tx';
import { VehicleReads } from './vehicle.reads';

/** The form of a vehicle's status: its dealer and who is in charge there, what is added to its meters, a memo. Another dealer means another scope, at once. */
export class ChangeVehicle extends Command<VehicleDetail> {
  constructor(
    readonly id: number,
    readonly body: ChangeVehicleBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeVehicle)
export class ChangeVehicleHandler implements ICommandHandler<ChangeVehicle> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly reads: VehicleReads,
  ) {}

  async execute({ id, body, caller }: ChangeVehicle): Promise<VehicleDetail> {
    const by = actorOf(caller);
    await this.change.run(by, async (tx, emit) => {
      const before = await lockVehicle(tx, caller.scope, id);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'vehicle', id);
      const after = await this.judged(tx, before, body, caller);
      const changes = changesBetween(fieldsInLog(before), fieldsInLog(after));
      if (changes.length === 0) return;
      const moves = after.dealerId !== before.dealerId;
      await tx.query(
        `UPDATE vehicle SET version = version + 1, organization_id = $2, person_id = $3, hours_correction = $4, odometer_correction = $5,
           hours_corrected_on = COALESCE($6, hours_corrected_on), odometer_corrected_on = COALESCE($7, odometer_corrected_on), status_memo = NULLIF($8, '') WHERE id = $1`,
        [
          id,
          after.dealerId,
          after.personId,
          after.hoursCorrection,
          after.odometerCorrection,
          after.hoursCorrectedOn,
          after.odometerCorrectedOn,
          after.memo,
        ],
      );
      await keepCorrections(tx, id, before, after, body, by, this.now());
      if (moves) await reassignVehicle(tx, [id]);
      if (after.hoursCorrection !== before.hoursCorrection)
        await redateCycles(tx, { vehicleIds: [id] }, this.now(), this.config.PRODUCT_TIME_ZONE, true);
      // the live map and the consoles that show it are notified of its new owner, and what its meters read from here on
      await tx.query(
        'UPDATE vehicle_state SET revision = revision + 1, changed = pg_current_xact_id() WHERE vehicle_id = $1',
        [id],
      );
      const reason = [body.hoursReason, body.odometerReason].filter((r) => r !== undefined).join(' / ');
      emit(
        'record.changed',
        {
          screen: 'status',
          kind: 'vehicle',
          id: String(id),
          name: before.vin,
          changes,
          ...(reason === '' ? {} : { reason }),
        },
        { organizationId: after.dealerId, vehicleId: id },
      );
      for (const organizationId of new Set([before.dealerId, after.dealerId]))
        emit('vehicle.changed', { vehicleIds: [id] }, { organizationId });
    });
    return this.reads.get(id, caller);
  }

  /** The checked values of the form, or throws a Problem. */
  private async judged(
    tx: EntityManager,
    before: Locked,
    body: ChangeVehicleBody,
    caller: Caller,
  ): Promise<LockedVehicle> {
    const errors = correctionErrors(body, before, dayOf(this.now().getTime(), caller.timeZone));
    const after: LockedVehicle = { ...before, ...given(before, body) };
    if (body.dealerId !== before.dealerId) {
      const dealer = await placeOf(tx, caller.scope, body.dealerId, 'FOR KEY SHARE OF o');
      if (dealer === null) errors.dealerId = 'field.unknown';
      else if (!isDealer(dealer.type)) errors.dealerId = 'field.notAgency';
      else Object.assign(after, { dealerId: dealer.id, dealer: dealer.name });
    }
    if (body.personId !== before.personId || body.dealerId !== before.dealerId) {
      const person = body.personId === null ? null : await memberOf(tx, body.dealerId, body.personId);
      if (person === undefined) errors.personId = 'field.unknown';
      else Object.assign(after, { personId: person?.id ?? null, person: person?.name ?? null });
    }
    if ((before.engineHours ?? 0) + body.hoursCorrection < 0) errors.hoursCorrection = 'field.belowZero';
    if ((before.odometer ?? 0) + body.odometerCorrection < 0) errors.odometerCorrection = 'field.belowZero';
    if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
    if (after.dealerId !== before.dealerId) {
      if ((await openSosOf(tx, [before.id])).size > 0) throw new Problem('VEHICLE_HAS_OPEN_SOS');
      await refuseServed(tx, [before.id], { userId: caller.userId, now: this.now() });
    }
    return after;
  }
}

interface LockedVehicle {
  dealerId: number;
  dealer: string;
  personId: number | null;
  person: string | null;
  hoursCorrection: number;
  hoursCorrectedOn: string | null;
  odometerCorrection: number;
  odometerCorrectedOn: string | null;
  memo: string;
}
interface Locked extends LockedVehicle {
  id: number;
  vin: string;
  version: number;
  engineHours: number | null;
  odometer: number | null;
}

async function lockVehicle(tx: Tx, scope: Scope, id: number): Promise<Locked> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
  const [row] = await tx.query<Locked[]>(
    `SELECT v.id, v.vin, v.version, o.id AS "dealerId", o.name AS dealer, p.id AS "personId", p.name AS person, v.hours_correction AS "hoursCorrection",
       v.hours_corrected_on::text AS "hoursCorrectedOn", v.odometer_correction AS "odometerCorrection", v.odometer_corrected_on::text AS "odometerCorrectedOn",
       COALESCE(v.status_memo, '') AS memo, s.engine_hours AS "engineHours", s.odometer
     FROM vehicle v JOIN organization o ON o.id = v.organization_id LEFT JOIN user_account p ON p.id = v.person_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE ${where.sql} FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** A correction that stays keeps its day. */
const given = (
  before: LockedVehicle,
  body: ChangeVehicleBody,
): Pick<
  LockedVehicle,
  'hoursCorrection' | 'hoursCorrectedOn' | 'odometerCorrection' | 'odometerCorrectedOn' | 'memo'
> => ({
  hoursCorrection: body.hoursCorrection,
  hoursCorrectedOn:
    body.hoursCorrection === before.hoursCorrection ? before.hoursCorrectedOn : (body.hoursCorrectedOn ?? null),
  odometerCorrection: body.odometerCorrection,
  odometerCorrectedOn:
    body.odometerCorrection === before.odometerCorrection
      ? before.odometerCorrectedOn
      : (body.odometerCorrectedOn ?? null),
  memo: body.memo,
});

/** Undefined for who does not work there. */
async function memberOf(tx: Tx, dealerId: number, personId: number): Promise<{ id: number; name: string } | undefined> {
  const [person] = await tx.query<{ id: number; name: string }[]>(
    'SELECT id, name FROM user_account WHERE id = $1 AND organization_id = $2 AND active AND removed_at IS NULL',
    [personId, dealerId],
  );
  return person;
}

async function keepCorrections(
  tx: Tx,
  id: number,
  before: LockedVehicle,
  after: LockedVehicle,
  body: ChangeVehicleBody,
  by: Actor,
  now: Date,
): Promise<void> {
  for (const meter of ['hours', 'odometer'] as const) {
    const value = after[`${meter}Correction`];
    if (value === before[`${meter}Correction`]) continue;
    await tx.query(
      'INSERT INTO meter_correction (vehicle_id, meter, value, since, reason, by_name, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [id, meter, value, after[`${meter}CorrectedOn`], body[`${meter}Reason`], by.name, now],
    );
  }
}

const fieldsInLog = (v: LockedVehicle) => ({
  dealer: v.dealer,
  person: v.person,
  hoursCorrection: v.hoursCorrection,
  hoursCorrectedOn: v.hoursCorrectedOn,
  odometerCorrection: v.odometerCorrection,
  odometerCorrectedOn: v.odometerCorrectedOn,
  memo: v.memo,
});
