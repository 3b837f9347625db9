import type { ActiveFault } from '@headland/contracts/device/up';
import type { FaultSummary } from '@headland/contracts/fault';
import { dueAt, severityRank } from '@headland/domain/fault';
import type { LookUpFault } from '@headland/domain/fault-catalogue';
import { applySignal, isNewer, type SignalState } from '@headland/domain/fault-signal';
import { nearestPlace } from '@headland/domain/places';
import type { ReportingDevice } from '../../fleet/devices/reporting-device.reads';
import { write, type PipelinedTx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';
import type { Emit } from '../../platform/event-log/change';
import { faultSummary, summaryOfNew } from './fault-summary';

/** The codes of one message. */
export interface FaultMessage {
  boot: number;
  seq: number;
  /** corrected time */
  at: Date;
  /** `at` is from a trusted clock */
  clockKnown: boolean;
  receivedAt: Date;
  /** when the last message of this start was received; null: it is the first */
  previousAt: Date | null;
  lat: number | null;
  lon: number | null;
  active: Map<string, ActiveFault>;
  cleared: string[];
}
type OpenReport = SignalState & { id: number; code: string };

/**
 * Applies a message code by code and appends an event for each change. Returns whether anything shown on the map may
 * have changed.
 */
export async function applySignals(
  tx: PipelinedTx,
  emit: Emit,
  lookUp: LookUpFault,
  device: ReportingDevice,
  message: FaultMessage,
): Promise<boolean> {
  const named = [...message.active.keys(), ...message.cleared].sort();
  const settled = device.isFormer ? await settledCodes(tx, device, named, message.at) : new Set<string>();
  const codes = named.filter((code) => !settled.has(code));
  if (message.clockKnown) await forgetFormerCount(tx, device, message);
  const [open, past] = await Promise.all([openReports(tx, device, codes), pastSignals(tx, device.id, codes)]);
  const onlyRepeats =
    [...message.active.keys()].every((code) => open.get(code)?.active === true) &&
    !message.cleared.some((code) => open.get(code)?.active === true);
  const subject = { organizationId: device.organizationId, vehicleId: device.vehicleId };
  // the statements of all codes are sent together; each summary is read behind the write that it shows
  const changes: Promise<{ name: 'fault.occurred' | 'fault.repeated' | 'fault.cleared'; fault: FaultSummary }>[] = [];
  let changed = false;
  for (const code of codes) {
    const report = open.get(code);
    const fault = message.active.get(code);
    if (report !== undefined) {
      const updated = applySignal(
        report,
        {
          boot: message.boot,
          seq: message.seq,
          at: message.at,
          active: fault !== undefined,
          count: fault?.count ?? null,
        },
        onlyRepeats,
      );
      if (updated === null) continue;
      const { next, event: name } = updated;
      await save(tx, report.id, next, name !== null);
      if (name !== null) changes.push(faultSummary(tx, report.id).then((shown) => ({ name, fault: shown })));
    } else if (fault === undefined) {
      await rememberClearance(tx, device.id, code, message);
    } else {
      const done = past.completed.get(code);
      // older than the completion of a report: that occurrence has been dealt with
      if (done && !isNewer(message, done)) continue;
      const clearance = past.cleared.get(code);
      await openReport(tx, lookUp, device, message, fault, clearance && isNewer(clearance, message) ? clearance : null);
      changes.push(summaryOfNew(tx).then((shown) => ({ name: 'fault.occurred', fault: shown })));
    }
    changed = true;
  }
  for (const { name, fault } of await Promise.all(changes)) emit(name, { fault }, subject);
  return changed;
}

const dayMs = 86_400_000;
/**
 * A terminal may count its starts anew, and positions of its former count would make all that follows late. They are of
 * one where the message was made a day or more after the last of each higher start was received; of its own start alike.
 */
async function forgetFormerCount(tx: PipelinedTx, device: ReportingDevice, message: FaultMessage): Promise<void> {
  const { boot, seq, at, previousAt } = message;
  const dayBefore = new Date(at.getTime() - dayMs);
  const former = (column: string): string =>
    `(${column}boot > $3 OR $5 AND ${column}boot = $3 AND ${column}seq >= $4)
     AND NOT EXISTS (SELECT 1 FROM device_stream WHERE device_key = $1 AND topic = 'fault' AND boot > $3 AND received_at > $6)`;
  await write(
    tx,
    `WITH cleared AS (DELETE FROM fault_clearance WHERE device_id = $2 AND ${former('')})
     UPDATE fault_report SET signal_boot = 0, signal_seq = 0 WHERE id IN (
       SELECT id FROM fault_report WHERE device_id = $2 AND ${faultIsOpen()} AND ${former('signal_')} UNION ALL
       SELECT id FROM fault_report WHERE device_id = $2 AND status IN ('repairCompleted', 'processingCompleted') AND ${former('signal_')})`,
    [device.key, device.id, boot, seq, previousAt === null || previousAt <= dayBefore, dayBefore],
  );
}

/** Only of the vehicle that the device is in now. */
async function openReports(
  tx: PipelinedTx,
  device: ReportingDevice,
  codes: string[],
): Promise<Map<string, OpenReport>> {
  const rows = await tx.query<OpenReport[]>(
    `SELECT id, code, signal_boot AS boot, signal_seq AS seq, active, signal_count AS "signalCount", count, last_at AS "lastAt", cleared_at AS "clearedAt"
     FROM fault_report WHERE device_id = $1 AND COALESCE(vehicle_id, 0) = COALESCE($3, 0) AND code = ANY($2) AND ${faultIsOpen()} ORDER BY id FOR UPDATE`,
    [device.id, codes, device.vehicleId],
  );
  return new Map(rows.map((r) => [r.code, r]));
}

/**
 * Codes of a vehicle that a late message of a terminal that it had before changes nothing of: the report continues with another terminal, in whose
 * messages the position of this one means nothing, or it was completed after what the message reports.
 */
async function settledCodes(tx: PipelinedTx, device: ReportingDevice, codes: string[], at: Date): Promise<Set<string>> {
  const rows = await tx.query<{ code: string }[]>(
    `SELECT code FROM fault_report WHERE vehicle_id = $1 AND code = ANY($2) AND ${faultIsOpen()} AND device_id <> $3
     UNION SELECT code FROM fault_report WHERE vehicle_id = $1 AND code = ANY($2) AND completed_at > $4`,
    [device.vehicleId, codes, device.id, at],
  );
  return new Set(rows.map((r) => r.code));
}

type Position = { boot: number; seq: number };
type Clearance = Position & { at: Date };
async function pastSignals(
  tx: PipelinedTx,
  deviceId: string,
  codes: string[],
): Promise<{ completed: Map<string, Position>; cleared: Map<string, Clearance> }> {
  const [completed, cleared] = await Promise.all([
    tx.query<(Position & { code: string })[]>(
      `SELECT DISTINCT ON (code) code, signal_boot AS boot, signal_seq AS seq FROM fault_report WHERE device_id = $1 AND code = ANY($2) AND status IN ('repairCompleted', 'processingCompleted') ORDER BY code, signal_boot DESC, signal_seq DESC`,
      [deviceId, codes],
    ),
    tx.query<(Clearance & { code: string })[]>(
      'SELECT code, boot, seq, at FROM fault_clearance WHERE device_id = $1 AND code = ANY($2)',
      [deviceId, codes],
    ),
  ]);
  return { completed: new Map(completed.map((r) => [r.code, r])), cleared: new Map(cleared.map((r) => [r.code, r])) };
}

/**
 * `clearance`: the code was cleared after this message, which arrived late. By its position, other messages still in
 * transit are older, too.
 */
async function openReport(
  tx: PipelinedTx,
  lookUp: LookUpFault,
  device: ReportingDevice,
  message: FaultMessage,
  fault: ActiveFault,
  clearance: Clearance | null,
): Promise<void> {
  const { code, spn = null, fmi = null, lamp = null, count = null } = fault;
  const { name, part, severity, known } = lookUp(code, spn, fmi, lamp);
  const place = message.lat === null || message.lon === null ? null : nearestPlace(message.lat, message.lon);
  await write(
    tx,
    `INSERT INTO fault_report (severity, code, name, part, spn, fmi, lamp, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, cleared_at, signal_boot, signal_seq, active, signal_count,
       lat, lon, place, due_at, known)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    [
      severityRank[severity],
      code,
      JSON.stringify(name),
      JSON.stringify(part),
      spn,
      fmi,
      lamp,
      device.vehicleId,
      device.id,
      device.organizationId,
      message.at,
      message.receivedAt,
      clearance?.at ?? null,
      (clearance ?? message).boot,
      (clearance ?? message).seq,
      clearance === null,
      count,
      message.lat,
      message.lon,
      place === null ? null : JSON.stringify(place),
      dueAt(severity, message.receivedAt),
      known,
    ],
  );
}

/** An update of the newest signal alone is no change that a user's action could conflict with: the version stays. */
async function save(tx: PipelinedTx, id: number, next: SignalState, isChanged: boolean): Promise<void> {
  await write(
    tx,
    `UPDATE fault_report SET signal_boot = $2, signal_seq = $3, active = $4, signal_count = $5, count = $6, last_at = $7, cleared_at = $8, version = version + $9 WHERE id = $1`,
    [
      id,
      next.boot,
      next.seq,
      next.active,
      next.signalCount,
      next.count,
      next.lastAt,
      next.clearedAt,
      isChanged ? 1 : 0,
    ],
  );
}

async function rememberClearance(
  tx: PipelinedTx,
  deviceId: string,
  code: string,
  { boot, seq, at }: FaultMessage,
): Promise<void> {
  await write(
    tx,
    `INSERT INTO fault_clearance AS c (device_id, code, boot, seq, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (device_id, code) DO UPDATE SET boot = excluded.boot, seq = excluded.seq, at = excluded.at WHERE (excluded.boot, excluded.seq) > (c.boot, c.seq)`,
    [deviceId, code, boot, seq, at],
  );
}
