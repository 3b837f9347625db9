import type { DataSource } from 'typeorm';
import type { EventName } from '@headland/contracts/event-log';
import type { Delivery, Incident, Step } from '@headland/contracts/shared-shapes';
import type { SosDetail, SosEvidence, SosSummary } from '@headland/contracts/sos';
import {
  customerColumns,
  customersInFull,
  type CustomerColumns,
} from '../../../people/customer-base/masked-customer.reads';
import { incidentAround } from '../../context/incident-context.reads';
import { openSnapshot } from '../../../platform/database/cursor';
import type { Tx } from '../../../platform/database/rows';
import { Where } from '../../../platform/database/where';
import { Problem } from '../../../platform/problem';
import type { Caller } from '../../../platform/caller';
import { sosCustomer, summaryColumns, summaryFrom, toSummary, type SummaryRow } from '../sos-summary';

/** All facts of an evidence report. Times as stored; the report formats them in the reader's time zone. */
export interface EvidenceFacts {
  sos: SosSummary;
  vehicleId: number | null;
  owner: { name: string; phone: string | null } | null;
  speed: number | null;
  tilt: SosDetail['tilt'];
  thresholds: SosDetail['thresholds'];
  closedBy: string | null;
  received: ReceivedFact[];
  steps: StepFact[];
  deliveries: DeliveryFact[];
  /** the total; the report lists `maxDeliveries` of them */
  deliveriesInAll: number;
  incident: Incident | null;
}
/** One press as received. `topic`: where it came from; boot and seq identify it. */
export interface ReceivedFact {
  topic: 'sos' | 'telemetry';
  boot: number | null;
  seq: number | null;
  /** the device's clock when it was sent, epoch ms */
  deviceTs: number;
  at: Date;
  clockKnown: boolean;
  skewMs: number | null;
  receivedAt: Date;
  body: object;
}
export interface StepFact {
  number: number;
  at: Date;
  name: Extract<EventName, `sos.${string}`>;
  by: string | null;
  payload: { sos: SosSummary; note?: string; changes?: Step['changes']; evidence?: Pick<SosEvidence, 'sha256'> };
}
export interface DeliveryFact {
  channel: Delivery['channel'];
  recipient: string;
  address: string;
  text: string;
  state: Delivery['state'];
  attempts: number;
  createdAt: Date;
  changedAt: Date;
  problem: string | null;
}
/** An SOS that nobody answers for a day notifies thousands of times; a report with that many pages helps nobody. */
export const maxDeliveries = 300;

type SosDbRow = SummaryRow &
  CustomerColumns & {
    speed: number | null;
    tilt: SosDetail['tilt'];
    thresholds: SosDetail['thresholds'];
    closed_by: string | null;
  };

/** Throws NOT_FOUND outside the caller's scope. Access to the owner's unmasked name is recorded. */
export async function evidenceFacts(database: DataSource, id: number, caller: Caller): Promise<EvidenceFacts> {
  const { tx, close } = await openSnapshot(database);
  let row: SosDbRow | undefined;
  let history: Pick<EvidenceFacts, 'received' | 'steps' | 'deliveries' | 'deliveriesInAll'>;
  try {
    const where = new Where(caller.scope, 'c.organization_id').andIf(id, (p) => `c.id = ${p}`);
    [row] = await tx.query<SosDbRow[]>(
      `SELECT ${summaryColumns}, ${customerColumns}, c.speed, c.tilt, c.closed_by, m.rollover -> d.type::text AS thresholds
       ${summaryFrom} ${sosCustomer} LEFT JOIN device d ON d.id = c.device_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    history = { received: await receivedOf(tx, id), steps: await allSteps(tx, id), ...(await deliveryFacts(tx, id)) };
  } finally {
    await close();
  }
  const [owner] = await customersInFull(database.manager, caller, 'sos', [row]);
  const incident =
    row.vehicle_id === null ? null : await incidentAround(database.manager, row.vehicle_id, row.raised_at, caller);
  const { speed, tilt, thresholds, closed_by: closedBy, vehicle_id: vehicleId } = row;
  return {
    sos: toSummary(row),
    vehicleId,
    owner: owner ?? null,
    speed,
    tilt,
    thresholds,
    closedBy,
    ...history,
    incident,
  };
}

/** A roll-over derived from samples is identified by their telemetry message. */
async function receivedOf(tx: Tx, id: number): Promise<ReceivedFact[]> {
  const rows = await tx.query<
    (Omit<ReceivedFact, 'deviceTs' | 'skewMs'> & { key: number | null; deviceTs: string; skewMs: string | null })[]
  >(
    `SELECT CASE m.origin WHEN 'tilt' THEN 'telemetry' ELSE 'sos' END AS topic, m.boot, m.seq, m.device_ts AS "deviceTs", m.at,
       m.clock_known AS "clockKnown", m.skew_ms AS "skewMs", m.received_at AS "receivedAt", m.body, d.key
     FROM sos_message m LEFT JOIN device d ON d.id = m.device_id WHERE m.call_id = $1 ORDER BY m.id`,
    [id],
  );
  const facts: ReceivedFact[] = [];
  for (const { key, ...row } of rows) {
    const fact = { ...row, deviceTs: Number(row.deviceTs), skewMs: row.skewMs === null ? null : Number(row.skewMs) };
    const [sample] =
      fact.topic === 'telemetry' && key !== null
        ? await tx.query<{ boot: number; seq: number }[]>(
            `SELECT boot, seq FROM telemetry WHERE device_key = $1 AND device_ts = $2
               AND ts BETWEEN $3::timestamptz - interval '1 hour' AND $3::timestamptz + interval '1 hour' LIMIT 1`,
            [key, fact.deviceTs, fact.at],
          )
        : [];
    facts.push({ ...fact, boot: fact.boot ?? sample?.boot ?? null, seq: fact.seq ?? sample?.seq ?? null });
  }
  return facts;
}

async function allSteps(tx: Tx, id: number): Promise<StepFact[]> {
  const rows = await tx.query<(Omit<StepFact, 'number'> & { number: string })[]>(
    `SELECT number, at, name, by_name AS by, payload FROM event_log WHERE payload ? 'sos' AND payload->'sos'->>'id' = $1 ORDER BY number`,
    [String(id)],
  );
  return rows.map((r) => ({ ...r, number: Number(r.number) }));
}

/** The first and the last ones, if there are too many. */
async function deliveryFacts(tx: Tx, id: number): Promise<Pick<EvidenceFacts, 'deliveries' | 'deliveriesInAll'>> {
  const columns = `channel, recipient, address, text, state, attempts, created_at AS "createdAt", changed_at AS "changedAt", problem`;
  const rows = await tx.query<(DeliveryFact & { inAll: number })[]>(
    `SELECT ${columns}, "inAll" FROM (
       SELECT *, row_number() OVER (ORDER BY id) AS place, (count(*) OVER ())::int AS "inAll" FROM delivery WHERE subject = 'sos' AND subject_id = $1) AS d
     WHERE place <= $2 OR place > "inAll" - $2 ORDER BY id`,
    [id, maxDeliveries / 2],
  );
  return { deliveries: rows.map(({ inAll: _, ...d }) => d), deliveriesInAll: rows[0]?.inAll ?? 0 };
}
