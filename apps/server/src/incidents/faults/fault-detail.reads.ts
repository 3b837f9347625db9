import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { FaultDetail, faults } from '@headland/contracts/fault';
import type { Incident } from '@headland/contracts/shared-shapes';
import { severityOfRank } from '@headland/domain/fault';
import type { FaultRecord } from '@headland/domain/fault-catalogue';
import { limitsOf } from '@headland/domain/fault-limits';
import { relationsAmong } from '@headland/domain/fault-relations';
import { nearestAgencies } from '../../people/organizations/agency.reads';
import { deliveriesOf } from '../../messages/deliveries/delivery.reads';
import { customersInFull } from '../../people/customer-base/masked-customer.reads';
import { incidentAround, stepsOf, trackAround, valuesAround } from '../context/incident-context.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { vehicleNows } from '../../fleet/vehicles/vehicle.reads';
import { CatalogueInUse } from './catalogue-in-use';
import { consumablesDue } from './consumables-due.reads';
import { imagesOf } from './fault-images.command';
import type { SummaryRow } from './fault-summary';
import { faultColumns, faultFrom, priority, toFaultRow, type FaultListRow } from './fault.reads';

/** Shown on the map; the form fetches the rest. */
const nearAgencies = 3;

/** One report with everything around it. */
@Injectable()
export class FaultDetails {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly inUse: CatalogueInUse,
  ) {}

  async get(id: number, caller: Caller): Promise<FaultDetail> {
    const { scope } = caller;
    const row = await this.find(id, scope);
    const { vehicle_id: vehicleId, occurred_at: at, lat, lon } = row;
    const [nows, freeze, track, nearest, others, consumables, images, steps, deliveries] = await Promise.all([
      vehicleId === null ? [] : vehicleNows(this.database, scope, [vehicleId]),
      vehicleId === null ? {} : valuesAround(this.database, vehicleId, at, 5, caller.timeZone),
      vehicleId === null ? [] : trackAround(this.database, vehicleId, at, caller.timeZone),
      nearestAgencies(this.database, scope, lat, lon, nearAgencies, row.agency_id),
      this.others(row, scope),
      vehicleId === null
        ? []
        : consumablesDue(this.database, vehicleId, caller, this.now(), this.config.PRODUCT_TIME_ZONE),
      imagesOf(this.database, id),
      stepsOf(this.database, 'fault', id),
      deliveriesOf(this.database, 'fault', id),
    ]);
    const { catalogue, lookUp } = this.inUse.now;
    const { whatToDo, system } = lookUp(row.code, row.spn, row.fmi, row.lamp);
    const primaries = others.filter((o) => o.relation === 'primary').map((o) => ({ id: o.id, code: o.code }));
    const consequences = others.filter((o) => o.relation === 'consequence').length;
    return {
      ...toFaultRow(row, { primaries, consequences }),
      whatToDo,
      system,
      knowledge: knowledgeOf(catalogue.byCode.get(row.code)),
      repairedOn: row.repaired_on,
      partCode: row.part_code,
      now: nows[0] ?? null,
      freeze,
      limits: limitsOf(Object.keys(freeze)),
      track,
      nearest,
      others,
      consumables,
      images,
      steps,
      deliveries,
    };
  }

  /** The hour around the first occurrence. */
  async replay(id: number, caller: Caller): Promise<Incident> {
    const { vehicle_id: vehicleId, occurred_at: at } = await this.find(id, caller.scope);
    if (vehicleId === null) throw new Problem('NOT_FOUND');
    return incidentAround(this.database, vehicleId, at, caller);
  }

  /** Unmasked; the access is recorded. */
  async customer(id: number, caller: Caller): Promise<Reply<typeof faults.customer>> {
    const [customer] = await customersInFull(this.database, caller, 'fault', [await this.find(id, caller.scope)]);
    return customer ?? null;
  }

  /** Throws NOT_FOUND outside the scope. */
  private async find(id: number, scope: Scope): Promise<DetailRow> {
    const where = new Where(scope, 'f.organization_id').andIf(id, (p) => `f.id = ${p}`);
    const [row] = await this.database.query<DetailRow[]>(
      `SELECT ${faultColumns}, f.repaired_on::text, f.part_code ${faultFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row;
  }

  private async others(report: SummaryRow, scope: Scope): Promise<FaultDetail['others']> {
    const where = new Where(scope, 'f.organization_id').andIf(report.id, (p) => `f.id <> ${p}`).and(faultIsOpen('f'));
    if (report.vehicle_id === null) where.andIf(report.device_id, (p) => `f.device_id = ${p}`);
    else where.andIf(report.vehicle_id, (p) => `f.vehicle_id = ${p}`);
    const rows = await this.database.query<Pick<SummaryRow, 'id' | 'code' | 'name' | 'severity' | 'status'>[]>(
      `SELECT f.id, f.code, f.name, f.severity, f.status FROM fault_report f WHERE ${where.sql} ORDER BY ${priority} LIMIT 150`,
      where.parameters,
    );
    const its = relationsAmong([report.code, ...rows.map((r) => r.code)], this.inUse.now.catalogue).get(report.code);
    return rows.map((r) => ({
      ...r,
      severity: severityOfRank(r.severity) ?? 'minor',
      relation: its?.primaries.includes(r.code) ? 'primary' : its?.consequences.includes(r.code) ? 'consequence' : null,
    }));
  }
}

type DetailRow = FaultListRow & { repaired_on: string | null; part_code: string | null };

const knowledgeOf = (record: FaultRecord | undefined): FaultDetail['knowledge'] =>
  record === undefined
    ? null
    : {
        actionTech: record.actionTech,
        causes: record.causes,
        checks: record.checks,
        reaction: record.reaction,
        inducementGroup: record.inducementGroup,
        selfCuring: record.selfCuring,
      };
