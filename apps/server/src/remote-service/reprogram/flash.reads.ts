import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { EngineInfo, ItemValues } from '@headland/contracts/device/diagnosis';
import type { FlashFile, FlashLog, FlashRun, FlashRunFilter, Preflight } from '@headland/contracts/reprogram';
import { plausibleValue } from '@headland/domain/diagnosis/items';
import { blocksOf } from '@headland/domain/reprogram/blocks';
import { type FlashMachine, preflight } from '@headland/domain/reprogram/offer';
import type { CalibrationRule } from '@headland/domain/reprogram/program-profile';
import { isConfirmed } from '@headland/domain/reprogram/statement';
import { isOnline } from '@headland/domain/vehicle-state';
import { databaseNowMs, databaseTime } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { stateColumns, stateFrom, stateOf, type StateRow } from '../../fleet/vehicles/vehicle-row.reads';
import { servedOf } from '../../fleet/vehicles/in-service.reads';
import { statementOf, toFile, toRun, type FileRow, type RunRow } from './flash-row';

export { statementOf, toFile, type FileRow } from './flash-row';

@Injectable()
export class FlashReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly profile: ProgramProfileInUse,
  ) {}

  async files(
    { page, size }: { page: number; size: number },
    caller: Pick<Caller, 'userId'>,
  ): Promise<{ rows: FlashFile[]; total: number }> {
    const [counted] = await this.database.query<{ total: number }[]>('SELECT count(*)::int AS total FROM flash_file');
    const rows = await this.database.query<FileRow[]>(
      `SELECT * FROM flash_file ORDER BY uploaded_at DESC, id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
    );
    return { rows: rows.map((f) => toFile(f, caller)), total: counted?.total ?? 0 };
  }

  async file(id: number, caller: Pick<Caller, 'userId'>): Promise<FlashFile> {
    return toFile(await fileOf(this.database.manager, id), caller);
  }

  async preflight(vehicleId: number, fileId: number, caller: Pick<Caller, 'scope'>): Promise<Preflight> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    return preflightOf(
      this.database.manager,
      vehicleId,
      await fileOf(this.database.manager, fileId),
      this.profile.now.profile.calibrations,
    );
  }

  async runs(vehicleId: number, filter: FlashRunFilter, caller: Caller): Promise<{ rows: FlashRun[]; total: number }> {
    await mustSee(this.database.manager, caller.scope, vehicleId);
    const where = runConditions(vehicleId, filter);
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM ${runFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    const runs = await this.database.query<RunRow[]>(
      `SELECT r.* FROM ${runFrom} WHERE ${where.sql} ORDER BY ${runOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
      where.parameters,
    );
    return { rows: await withFiles(this.database.manager, runs, caller), total: counted?.total ?? 0 };
  }

  async run(id: number, caller: Caller): Promise<FlashRun> {
    await mustSeeRun(this.database.manager, caller.scope, id);
    const [run] = await this.database.query<RunRow[]>('SELECT * FROM flash_run WHERE id = $1', [id]);
    if (run === undefined) throw new Problem('NOT_FOUND');
    return toRun(run, await fileOf(this.database.manager, run.file_id), caller);
  }

  /** The machine of a run whose scope has been checked. */
  async vehicleOf(runId: number): Promise<{ vin: string; model: string }> {
    const [vehicle] = await this.database.query<{ vin: string; model: string }[]>(
      'SELECT v.vin, m.name AS model FROM flash_run r JOIN vehicle v ON v.id = r.vehicle_id JOIN model m ON m.id = v.model_id WHERE r.id = $1',
      [runId],
    );
    if (vehicle === undefined) throw new Problem('NOT_FOUND');
    return vehicle;
  }

  async log(id: number, caller: Caller): Promise<FlashLog> {
    await mustSeeRun(this.database.manager, caller.scope, id);
    const [run] = await this.database.query<{ vehicle_id: number; offered_at: Date; preflight: Partial<Preflight> }[]>(
      'SELECT vehicle_id, offered_at, preflight FROM flash_run WHERE id = $1',
      [id],
    );
    if (run === undefined) throw new Problem('NOT_FOUND');
    // a version that came late is no step. An event has the time of its commit, never before its run began
    const steps = await this.database.query<
      { number: string; at: Date; state: string; reason: string | null; by: string | null }[]
    >(
      `SELECT number, at, payload->>'state' AS state, payload->>'reason' AS reason, by_name AS by FROM event_log
       WHERE vehicle_id = $1 AND name = 'flash.changed' AND at >= $2::timestamptz - interval '1 minute' AND (payload->>'runId')::int = $3 AND NOT payload ? 'late' ORDER BY number LIMIT 1000`,
      [run.vehicle_id, run.offered_at, id],
    );
    const { checks, ok = false, sameVersion = false, fromVersion = null, toVersion = '' } = run.preflight;
    return {
      preflight: checks === undefined ? null : { checks, ok, sameVersion, fromVersion, toVersion },
      steps: steps.map((s) => ({ ...s, number: Number(s.number), at: s.at.toISOString() })),
    };
  }
}

export const runFrom = 'flash_run r JOIN flash_file f ON f.id = r.file_id';
/** The vehicle's scope has been checked. */
export const runConditions = (vehicleId: number, filter: FlashRunFilter): Where =>
  new Where({ all: true }, '')
    .andIf(vehicleId, (p) => `r.vehicle_id = ${p}`)
    .andIf(filter.from, (p) => `r.offered_at >= ${p}`)
    .andIf(filter.to, (p) => `r.offered_at <= ${p}`)
    .andIf(filter.target, (p) => `f.target = ${p}`)
    .andIf(filter.result, (p) => `r.state = ANY(${p}::text[])`);
/** Runs of a vehicle are numbered in order. */
export const runOrder = (filter: Pick<FlashRunFilter, 'order'>): string => `r.id ${filter.order}`;

export async function withFiles(tx: Tx, runs: RunRow[], caller: Caller): Promise<FlashRun[]> {
  const files = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE id = ANY($1)', [runs.map((r) => r.file_id)]);
  const byId = new Map(files.map((f) => [f.id, f]));
  return runs.map((r) => toRun(r, byId.get(r.file_id) as FileRow, caller));
}

export async function fileOf(tx: Tx, id: number): Promise<FileRow> {
  const [file] = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE id = $1', [id]);
  if (file === undefined) throw new Problem('NOT_FOUND');
  return file;
}

export async function mustSeeRun(tx: Tx, scope: Scope, id: number): Promise<void> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `r.id = ${p}`);
  const found = await tx.query<unknown[]>(
    `SELECT 1 FROM flash_run r JOIN vehicle v ON v.id = r.vehicle_id WHERE ${where.sql}`,
    where.parameters,
  );
  if (found.length === 0) throw new Problem('NOT_FOUND');
}

/** The calibration that a run has left, of runs `r` and their files `f`: a device may report the version of the file alone. */
export const writtenCalibration =
  'COALESCE(r.running_calibration, CASE WHEN r.running_version = f.version AND NOT r.rolled_back THEN f.calibration END)';

/** From the latest data of the machine: software from the last session, the rest from telemetry. */
export async function preflightOf(
  tx: Tx,
  vehicleId: number,
  file: FileRow,
  rules: readonly CalibrationRule[],
): Promise<Preflight> {
  // sequentially: it may be the one connection of a transaction
  const [state] = await tx.query<(StateRow & { keyAt: Date | null })[]>(
    `SELECT ${stateColumns}, s.key_ts AS "keyAt" ${stateFrom} WHERE v.id = $1`,
    [vehicleId],
  );
  const [session] = await tx.query<{ info: EngineInfo; live: ItemValues; at: Date }[]>(
    'SELECT info, live, heard_at AS at FROM diagnosis_session WHERE vehicle_id = $1 AND info IS NOT NULL ORDER BY id DESC LIMIT 1',
    [vehicleId],
  );
  // a program written since then is the current one
  const [done] = await tx.query<{ version: string | null; calibration: string | null; at: Date }[]>(
    `SELECT r.running_version AS version, ${writtenCalibration} AS calibration, r.ended_at AS at FROM flash_run r JOIN flash_file f ON f.id = r.file_id
     WHERE r.vehicle_id = $1 AND f.target = $2 AND r.running_version IS NOT NULL ORDER BY r.id DESC LIMIT 1`,
    [vehicleId, file.target],
  );
  if (state === undefined) throw new Problem('NOT_FOUND');
  const info = session?.info;
  const reported =
    file.target === 'ecu'
      ? { version: info?.ecu_sw_sequence, calibration: info?.ecu_calibration_id }
      : { version: info?.dcu_sw_version, calibration: info?.dcu_calibration_id };
  const newer = done !== undefined && (session === undefined || done.at > session.at);
  // a session that did not report it takes nothing away from what was written before it
  const version = (newer ? done.version : reported.version) ?? done?.version ?? null;
  const calibration =
    (newer ? done.calibration : reported.calibration) ?? reported.calibration ?? done?.calibration ?? null;
  // what was measured before the key was turned on says nothing of a machine that may be starting now
  const isPast = (at: Date | null): boolean =>
    state.key_on === true && state.keyAt !== null && (at === null || at < state.keyAt);
  // the last values of a session that has just ended are newer than a sample every half minute
  const fresh =
    session !== undefined && (state.ts === null || session.at > state.ts) && !isPast(session.at) ? session.live : {};
  // null is a sensor without a value now, which an older sample does not replace
  const value = (item: string, column: number | null | undefined): number | null => {
    const read = item in fresh ? fresh[item] : isPast(state.ts) ? null : column;
    return typeof read === 'number' ? plausibleValue(item, read) : null;
  };
  const keyOn = state.key_on === null ? null : Number(state.key_on);
  // it is told on its own as well, without a sample
  const turnedSince = session !== undefined && state.keyAt !== null && state.keyAt >= session.at;
  const key = turnedSince || !('key' in fresh) ? keyOn : value('key', keyOn);
  const machine: FlashMachine = {
    online: isOnline(stateOf(state, databaseNowMs())),
    keyOn: key === null ? null : key === 1,
    // an engine that runs is not stopped by a sample without its speed
    rpm: value('engine.rpm', state.engine === true && state.rpm === 0 ? null : state.rpm),
    battery: value('battery', state.battery),
    speed: value('speed', state.speed),
    hwVariant: info?.hw_variant ?? null,
    calibration,
    version,
    held: (await servedOf(tx, [vehicleId], databaseTime())).has(vehicleId),
    confirmed: file.stated_by === null ? null : isConfirmed(statementOf(file)),
    signed: file.signature !== '',
    openSos: state.open_sos ?? 0,
  };
  return {
    ...preflight(file, machine, rules),
    fromVersion: version,
    toVersion: file.version,
    minutes: await minutesFor(tx, blocksOf(file.bytes)),
  };
}

/** By recently written programs without a pause. */
async function minutesFor(tx: Tx, blocks: number): Promise<number | null> {
  const [{ seconds } = { seconds: null }] = await tx.query<{ seconds: number | null }[]>(
    `SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - offered_at)::float8 / blocks) AS seconds
     FROM (SELECT ended_at, offered_at, blocks FROM flash_run WHERE state = 'done' AND pauses = 0 ORDER BY id DESC LIMIT 50) AS late`,
  );
  return seconds === null ? null : Math.max(1, Math.ceil((seconds * blocks) / 60));
}
