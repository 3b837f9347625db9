import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Approval } from '@headland/contracts/after-service';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { approvalNow, decideRefusal } from '@headland/domain/after-service/second-person';
import { CLOCK, type Clock } from '../../platform/clock';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';

export interface ApprovalRow {
  id: number;
  vehicle_id: number;
  session_id: number;
  session_open: boolean;
  value: ReplacedPart;
  state: Approval['state'];
  asked_by: number;
  asked_name: string;
  asked_organization: string;
  asked_at: Date;
  expires_at: Date;
  decided_name: string | null;
  decided_at: Date | null;
}
export const approvalColumns = `a.id, a.vehicle_id, a.session_id, s.ended_at IS NULL AS session_open, a.value, a.state, a.asked_by, a.asked_name, a.asked_organization, a.asked_at, a.expires_at,
  a.decided_name, a.decided_at`;
export const approvalFrom =
  'write_approval a JOIN diagnosis_session s ON s.id = a.session_id JOIN vehicle v ON v.id = a.vehicle_id';

@Injectable()
export class ApprovalReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async get(id: number, caller: Pick<Caller, 'scope' | 'userId'>): Promise<Approval> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `a.id = ${p}`);
    const [row] = await this.database.query<ApprovalRow[]>(
      `SELECT ${approvalColumns} FROM ${approvalFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return toApproval(row, caller, this.now());
  }

  /** What still waits or can be used; and what was decided in a session that is open, so that its holder reads the answer. */
  async ofVehicle(vehicleId: number, caller: Pick<Caller, 'scope' | 'userId'>): Promise<Approval[]> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const rows = await this.database.query<ApprovalRow[]>(
      `SELECT ${approvalColumns} FROM ${approvalFrom} WHERE a.vehicle_id = $1 AND a.state IN ('waiting', 'approved') AND s.ended_at IS NULL AND a.expires_at > $2
       UNION ALL SELECT * FROM (SELECT ${approvalColumns} FROM ${approvalFrom} WHERE a.vehicle_id = $1 AND a.state = 'declined' AND s.ended_at IS NULL ORDER BY a.id DESC LIMIT 1) d
       ORDER BY id DESC`,
      [vehicleId, this.now()],
    );
    return rows.map((row) => toApproval(row, caller, this.now()));
  }
}

function toApproval(r: ApprovalRow, caller: Pick<Caller, 'userId'>, now: Date): Approval {
  const current = { state: r.state, askedBy: r.asked_by, expiresAt: r.expires_at, sessionOpen: r.session_open };
  return {
    id: r.id,
    vehicleId: r.vehicle_id,
    sessionId: r.session_id,
    value: r.value,
    state: approvalNow(current, now),
    by: r.asked_name,
    organization: r.asked_organization,
    mine: r.asked_by === caller.userId,
    mayDecide: caller.userId !== null && decideRefusal(current, caller.userId, now) === null,
    askedAt: r.asked_at.toISOString(),
    expiresAt: r.expires_at.toISOString(),
    decidedBy: r.decided_name,
    decidedAt: r.decided_at?.toISOString() ?? null,
  };
}
