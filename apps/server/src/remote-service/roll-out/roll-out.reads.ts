import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type {
  RollOut,
  RollOutChoice,
  RollOutCounts,
  RollOutDetail,
  RollOutListFilter,
  RollOutPreview,
  RollOutStep,
  RollOutVehicle,
  RollOutVehicleFilter,
} from '@headland/contracts/roll-out';
import { holds } from '@headland/domain/access';
import { nextWaveAt, rollOutMay } from '@headland/domain/reprogram/roll-out';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { toFile, type FileRow } from '../reprogram/flash.reads';
import { chooseVehicles } from './choose-vehicles.tx';
import { unseenOf } from './find-roll-out.tx';
import { countsByWave, noCounts, sum, type RollOutRow } from './roll-out-row';
import { itemColumns, itemConditions, itemFrom, itemOrder, toItem, type ItemColumns } from './roll-out-vehicle-row';

@Injectable()
export class RollOutReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly profile: ProgramProfileInUse,
  ) {}

  async list(filter: RollOutListFilter, caller: Caller): Promise<{ rows: RollOut[]; total: number }> {
    const where = rollOutConditions(filter, caller.scope);
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM roll_out r WHERE ${where.sql}`,
      where.parameters,
    );
    const rows = await this.database.query<RollOutRow[]>(
      `SELECT r.* FROM roll_out r WHERE ${where.sql} ORDER BY ${rollOutOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
      where.parameters,
    );
    return { rows: await withCounts(this.database.manager, rows), total: counted?.total ?? 0 };
  }

  async get(id: number, caller: Caller): Promise<RollOutDetail> {
    const tx = this.database.manager;
    const row = await mustSeeRollOut(tx, caller.scope, id);
    const [rollOut] = await withCounts(tx, [row]);
    const counts = (await countsByWave(tx, [id])).get(id) ?? new Map<number, RollOutCounts>();
    const waves = await tx.query<{ number: number; size: number; began_at: Date | null }[]>(
      'SELECT number, size, began_at FROM roll_out_wave WHERE roll_out_id = $1 ORDER BY number',
      [id],
    );
    const steps = await tx.query<
      { id: number; at: Date; step: RollOutStep; wave: number | null; by_name: string | null; reason: string | null }[]
    >('SELECT id, at, step, wave, by_name, reason FROM roll_out_step WHERE roll_out_id = $1 ORDER BY id LIMIT 1000', [
      id,
    ]);
    const ticked =
      row.by_hand && row.state === 'draft'
        ? await tx.query<{ id: number }[]>(
            'SELECT vehicle_id AS id FROM roll_out_vehicle WHERE roll_out_id = $1 ORDER BY position',
            [id],
          )
        : [];
    const present = waves.find((w) => w.number === row.wave);
    const next =
      row.state !== 'running' || present?.began_at == null || row.wave >= waves.length
        ? null
        : nextWaveAt(counts.get(row.wave) ?? noCounts(), present.began_at, row.hold_hours);
    const unseen = await unseenOf(tx, id, caller.scope);
    const own = row.created_by === caller.userId;
    return {
      ...(rollOut as RollOut),
      firstGroup: row.first_group,
      shares: row.shares,
      holdHours: row.hold_hours,
      filter: row.filter,
      withUnknown: row.with_unknown,
      vehicleIds: ticked.map((v) => v.id),
      unseen,
      waveList: waves.map((w) => ({
        number: w.number,
        size: w.size,
        beganAt: w.began_at?.toISOString() ?? null,
        counts: counts.get(w.number) ?? noCounts(),
      })),
      nextWaveAt: next === null ? null : new Date(next).toISOString(),
      steps: steps.map(({ at, by_name: by, ...s }) => ({ ...s, at: at.toISOString(), by })),
      may: mayAct(caller) ? rollOutMay(row.state, { drafted: own, unseen }) : [],
      own,
    };
  }

  async vehicles(
    id: number,
    filter: RollOutVehicleFilter,
    caller: Caller,
  ): Promise<{ rows: RollOutVehicle[]; total: number }> {
    await mustSeeRollOut(this.database.manager, caller.scope, id);
    const where = itemConditions(id, filter, caller.scope);
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM roll_out_vehicle i JOIN vehicle v ON v.id = i.vehicle_id WHERE ${where.sql}`,
      where.parameters,
    );
    const rows = await this.database.query<ItemColumns[]>(
      `SELECT ${itemColumns} FROM ${itemFrom} WHERE ${where.sql} ORDER BY ${itemOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
      where.parameters,
    );
    return { rows: rows.map(toItem), total: counted?.total ?? 0 };
  }

  async preview(choice: RollOutChoice, caller: Caller): Promise<RollOutPreview> {
    return (await chooseVehicles(this.database.manager, choice, caller, this.profile.now.profile.calibrations)).preview;
  }
}

const mayAct = (caller: Caller): boolean => holds(caller, 'reProgram:U');

export const rollOutConditions = (filter: RollOutListFilter, scope: Scope): Where =>
  new Where(scope, 'r.organization_id')
    .contains(filter.name, 'r.name')
    .andIf(filter.state, (p) => `r.state = ANY(${p}::text[])`);
const sortable: Record<RollOutListFilter['sort'], string> = { createdAt: 'r.created_at', validUntil: 'r.valid_until' };
export const rollOutOrder = ({ sort, order }: Pick<RollOutListFilter, 'sort' | 'order'>): string =>
  `${sortable[sort]} ${order}, r.id ${order}`;

/** Throws NOT_FOUND outside of the scope. */
export async function mustSeeRollOut(tx: Tx, scope: Scope, id: number): Promise<RollOutRow> {
  const where = new Where(scope, 'r.organization_id').andIf(id, (p) => `r.id = ${p}`);
  const [row] = await tx.query<RollOutRow[]>(`SELECT r.* FROM roll_out r WHERE ${where.sql}`, where.parameters);
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** With their files and figures, in the given order. */
export async function withCounts(tx: Tx, rows: RollOutRow[]): Promise<RollOut[]> {
  const files = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE id = ANY($1)', [rows.map((r) => r.file_id)]);
  const byId = new Map(files.map((f) => [f.id, f]));
  const ids = rows.map((r) => r.id);
  const counts = await countsByWave(tx, ids);
  const waves = await tx.query<{ id: number; n: number }[]>(
    'SELECT roll_out_id AS id, count(*)::int AS n FROM roll_out_wave WHERE roll_out_id = ANY($1) GROUP BY 1',
    [ids],
  );
  const wavesOf = new Map(waves.map((w) => [w.id, w.n]));
  return rows.map((r) => {
    const all = sum(counts.get(r.id)?.values() ?? []);
    return {
      id: r.id,
      version: r.version,
      name: r.name,
      state: r.state,
      pausedBy: r.paused_by,
      // confirmed long since: a roll-out accepts no other
      file: toFile(byId.get(r.file_id) as FileRow, { userId: null }),
      vehicles: Object.values(all).reduce((a, b) => a + b, 0),
      counts: all,
      wave: r.wave,
      waves: wavesOf.get(r.id) ?? 0,
      stopShare: r.stop_share,
      validUntil: r.valid_until.toISOString(),
      by: r.created_name,
      organization: r.created_organization,
      createdAt: r.created_at.toISOString(),
      approvedBy: r.approved_name,
      approvedAt: r.approved_at?.toISOString() ?? null,
      endedAt: r.ended_at?.toISOString() ?? null,
    };
  });
}
