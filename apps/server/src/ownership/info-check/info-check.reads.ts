import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Feature } from '@headland/contracts/access';
import {
  type InfoCard,
  type InfoDevice,
  type InfoHits,
  type InfoKind,
  type InfoVehicle,
  maxInfoHits,
  minInfoCheck,
} from '@headland/contracts/info-check';
import { mayRead } from '@headland/domain/access';
import { severityOfRank } from '@headland/domain/fault';
import {
  customerColumns,
  customerFrom,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { containsPattern, isCode, Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import { inScope, type Caller } from '../../platform/caller';
import { customersById, findCustomers } from '../../people/customer-base/customer-choice.reads';
import { findVehicles } from '../../fleet/vehicles/vehicle.reads';
import { organizationsNamed } from '../../people/organizations/organization.reads';
import { membersFound } from '../../people/users/user.reads';
import { infoLookedUp } from './info-found.tx';

/** Which screen shows a kind. */
const featureOf: Record<InfoKind, Feature> = { vehicle: 'status', device: 'device', customer: 'customer' };
/** Of one vehicle; its page shows all. */
const maxFaults = 5;
const nothing: InfoHits = {
  ...{ vehicles: [], devices: [], customers: [], organizations: [], members: [] },
  ...{ content: [], banners: [], questions: [] },
};
const deviceColumns = 'd.key AS id, d.id AS "deviceId", d.status, d.online, d.sim, d.activation';

@Injectable()
export class InfoCheckReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async find(text: string, caller: Caller): Promise<InfoHits> {
    const { database, now } = this;
    const looksUp = mayRead(caller, 'infoCheck') && text.length >= minInfoCheck;
    const may = (feature: Feature): boolean => looksUp && mayRead(caller, feature);
    const readsPeople = mayRead(caller, 'organization');
    const above: InfoHits = { ...nothing };
    const [vehicles, devices, customers, organizations, members] = await Promise.all([
      may('status') ? findVehicles(database, text, caller, now(), maxInfoHits) : [],
      may('device') && isCode(text) ? this.findDevices(text, caller) : [],
      may('customer') ? findCustomers(database.manager, caller.scope, text) : [],
      readsPeople ? organizationsNamed(database, caller.scope, text, maxInfoHits) : [],
      readsPeople ? membersFound(database, caller.scope, text, maxInfoHits) : [],
      infoLookedUp.run(database, caller, text, above),
    ]);
    return { ...above, vehicles, devices, customers, organizations, members };
  }

  /** Throws NOT_FOUND for a kind that the caller may not read, as for what does not exist or is outside the scope. */
  async card(kind: InfoKind, id: number, caller: Caller): Promise<InfoCard> {
    if (!mayRead(caller, featureOf[kind])) throw new Problem('NOT_FOUND');
    const [device, owner] = await Promise.all([
      kind === 'device' ? this.device(id, caller) : null,
      kind === 'customer'
        ? customersById(this.database.manager, caller.scope, [id]).then(([customer]) => customer ?? null)
        : null,
    ]);
    const vehicles = mayRead(caller, 'status') ? await this.vehicles(kind, id, caller) : [];
    if (device === null && owner === null && vehicles.length === 0) throw new Problem('NOT_FOUND');
    return { device, owner, vehicles };
  }

  private findDevices(text: string, { scope }: Caller): Promise<InfoHits['devices']> {
    const where = new Where(scope, 'v.organization_id');
    const p = where.parameter(containsPattern(text));
    // each by its own index
    where.and(
      `d.id IN (${['id', 'sim', 'activation'].map((column) => `SELECT id FROM device WHERE ${column} ILIKE ${p}`).join(' UNION ')})`,
    );
    return this.database.query(
      `SELECT d.key AS id, d.id AS "deviceId", d.sim, d.activation, v.vin FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE ${where.sql} ORDER BY d.id LIMIT ${maxInfoHits}`,
      where.parameters,
    );
  }

  private async device(key: number, { scope }: Caller): Promise<InfoDevice | null> {
    const where = new Where(scope, 'v.organization_id').andIf(key, (p) => `d.key = ${p}::int`);
    const [device] = await this.database.query<InfoDevice[]>(
      `SELECT ${deviceColumns} FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE ${where.sql}`,
      where.parameters,
    );
    return device ?? null;
  }

  private async vehicles(kind: InfoKind, id: number, caller: Caller): Promise<InfoVehicle[]> {
    const column = { vehicle: 'v.id', device: 'd.key', customer: 'v.customer_id' }[kind];
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `${column} = ${p}::int`);
    const rows = await this.database.query<VehicleRow[]>(
      `SELECT v.id, v.vin, m.name AS model, json_build_object('id', o.id, 'name', o.name) AS dealer, v.sold_on::text AS "soldOn", ${customerColumns},
         (SELECT to_json(x) FROM (SELECT ${deviceColumns}) x WHERE d.key IS NOT NULL) AS device
       FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id LEFT JOIN device d ON d.id = v.device_id ${customerFrom}
       WHERE ${where.sql} ORDER BY v.vin LIMIT ${maxInfoHits}`,
      where.parameters,
    );
    const faults = mayRead(caller, 'breakdown') ? await this.openFaults(rows, caller) : [];
    return rows.map((row) => ({
      id: row.id,
      vin: row.vin,
      model: row.model,
      dealer: row.dealer,
      device: mayRead(caller, 'device') ? row.device : null,
      soldOn: mayRead(caller, 'sale') ? row.soldOn : null,
      owner: mayRead(caller, 'customer') ? maskedCustomer(row) : null,
      openFaults: faults
        .filter((f) => f.vehicleId === row.id)
        .map(({ id: faultId, code, name, severity }) => ({
          id: faultId,
          code,
          name,
          severity: severityOfRank(severity) ?? 'minor',
        })),
    }));
  }

  private openFaults(vehicles: readonly { id: number }[], { scope }: Caller): Promise<FaultRow[]> {
    const parameters: unknown[] = [vehicles.map((v) => v.id)];
    return this.database.query(
      `SELECT f.* FROM unnest($1::int[]) AS v(id), LATERAL (
         SELECT f.id, f.vehicle_id AS "vehicleId", f.code, f.name, f.severity FROM fault_report f
         WHERE f.vehicle_id = v.id AND ${faultIsOpen('f')} AND ${inScope(scope, 'f.organization_id', parameters)} ORDER BY f.severity, f.occurred_at, f.id LIMIT ${maxFaults}) f`,
      parameters,
    );
  }
}

type VehicleRow = Omit<InfoVehicle, 'owner' | 'openFaults'> & CustomerColumns;
interface FaultRow {
  id: number;
  vehicleId: number;
  code: string;
  name: InfoVehicle['openFaults'][number]['name'];
  severity: number;
}
