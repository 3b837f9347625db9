import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { DealerPreview, vehicles } from '@headland/contracts/vehicle';
import { isDealer, sightOfMove } from '@headland/domain/organization';
import { placeOf } from '../../people/organizations/organization.reads';
import { Where } from '../../platform/database/where';
import { sosIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import { inScope, type Scope } from '../../platform/caller';

/** The impact preview of a vehicle's form before its dealer changes. */
@Injectable()
export class DealerChange {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Active members of a dealer by a part of their name or id. */
  async people(dealerId: number, text: string | undefined, scope: Scope): Promise<Reply<typeof vehicles.people>> {
    const where = new Where(scope, 'u.organization_id')
      .andIf(dealerId, (p) => `u.organization_id = ${p}`)
      .and('u.active AND u.removed_at IS NULL AND u.login_id IS NOT NULL')
      .contains(text, 'u.name', 'u.login_id');
    return this.database.query(
      `SELECT u.id, u.name, u.login_id AS "loginId" FROM user_account u WHERE ${where.sql} ORDER BY u.name, u.id LIMIT 20`,
      where.parameters,
    );
  }

  /** Organisations above the old dealer only lose sight, those above the new one only gain it; only those that the caller sees are named. */
  async preview(id: number, dealerId: number, scope: Scope): Promise<DealerPreview> {
    const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [vehicle] = await this.database.query<{ path: number[]; open_faults: number; open_sos: number }[]>(
      `SELECT o.path, (SELECT count(*) FROM fault_report f WHERE f.vehicle_id = v.id AND f.status = 'occurred')::int AS open_faults,
         (SELECT count(*) FROM sos_call c WHERE c.vehicle_id = v.id AND ${sosIsOpen('c')})::int AS open_sos
       FROM vehicle v JOIN organization o ON o.id = v.organization_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (vehicle === undefined) throw new Problem('NOT_FOUND');
    const dealer = await placeOf(this.database, scope, dealerId);
    if (dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
    if (!isDealer(dealer.type)) throw new Problem('E0001', {}, { dealerId: 'field.notAgency' });
    const { leaves, enters } = sightOfMove(vehicle.path, dealer.path);
    const [losing, gaining] = await Promise.all([this.named(leaves, scope), this.named(enters, scope)]);
    return { leaves: losing, enters: gaining, openFaults: vehicle.open_faults, openSos: vehicle.open_sos };
  }

  private named(ids: readonly number[], scope: Scope): Promise<{ id: number; name: string }[]> {
    const parameters: unknown[] = [ids];
    return this.database.query<{ id: number; name: string }[]>(
      `SELECT o.id, o.name FROM organization o WHERE o.id = ANY($1::int[]) AND ${inScope(scope, 'o.id', parameters)} ORDER BY array_position($1::int[], o.id)`,
      parameters,
    );
  }
}
