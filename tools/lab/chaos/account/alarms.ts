import type { Pool } from 'pg';
import type { Finding } from './compare';

/**
 * An unacknowledged SOS is escalated one organization up after each period; each alarm has one event, and a message to
 * each recipient.
 */
export interface AlarmedSos {
  id: number;
  receivedMs: number;
  /** until it was acknowledged; null: it was not */
  acknowledgedMs: number | null;
  /** `sos.escalated`, by number; `nextMs`: when the next one is due by the call's own word, null: never */
  escalations: { number: number; atMs: number; nextMs: number | null }[];
}
export interface Rung {
  calls: AlarmedSos[];
  /** reasons of the messages sent (`sos.escalated:<sos>:<event>:<channel>:<person>`), with how often each was sent */
  deliveries: { reason: string; state: string; left: number }[];
}
export interface AlarmVerdict {
  findings: Finding[];
  fired: number;
  /** seconds past its time, the worst */
  latestS: number;
}

/** Tolerance for two clocks of one machine and rounding to milliseconds. */
const toleranceMs = 500;
/** Periods between two reminders of the head office. */
const topPauses = [1, 2, 5, 10];

/** `patienceMs`: how late an alarm may be while its world is disturbed. */
export function judgeAlarms(
  rung: Rung,
  periodMs: number,
  patienceMs: number,
  stepsToTop = Number.POSITIVE_INFINITY,
): AlarmVerdict {
  const findings = new Map<string, Finding>();
  const add = (what: Finding['what'], subject: string, example: string): void => {
    const finding = findings.get(`${what} ${subject}`) ?? { what, subject, count: 0, examples: [] };
    findings.set(`${what} ${subject}`, finding);
    finding.count++;
    if (finding.examples.length < 4) finding.examples.push(example);
  };
  let latestMs = 0;
  let fired = 0;
  const expectedReasons = new Set<string>();
  for (const call of rung.calls) {
    expectedReasons.add(`sos.raised:${call.id}`);
    let dueMs = call.receivedMs + periodMs;
    let steps = 0;
    let count = 0;
    for (const { number, atMs, nextMs } of call.escalations) {
      fired++;
      expectedReasons.add(`sos.escalated:${call.id}:${number}`);
      latestMs = Math.max(latestMs, atMs - dueMs);
      if (atMs - dueMs > patienceMs)
        add('wrong', 'escalation', `call ${call.id}: ${((atMs - dueMs) / 1000).toFixed(1)} s late`);
      // number of steps from the office at the top down to the SOS's own organization; at the top the pauses grow
      if (++steps >= stepsToTop) count++;
      const pauseMs = periodMs * (count === 0 ? 1 : (topPauses[count - 1] ?? 10));
      // the pause begins at the decision: after the step was due, and before its event was written, which a busy machine delays
      const decidedMs = nextMs === null ? atMs : nextMs - pauseMs;
      // the same alarm a second time shows as one before its time
      if (atMs < dueMs - toleranceMs)
        add('duplicate', 'escalation', `call ${call.id}: ${((dueMs - atMs) / 1000).toFixed(1)} s before its time`);
      else if (decidedMs < dueMs - toleranceMs || decidedMs > atMs + toleranceMs)
        add(
          'wrong',
          'escalation',
          `call ${call.id}: the next is due ${((decidedMs + pauseMs - atMs) / 1000).toFixed(1)} s after one`,
        );
      dueMs = decidedMs + pauseMs;
    }
    const untilMs = call.acknowledgedMs ?? Number.NEGATIVE_INFINITY;
    if (untilMs - dueMs > patienceMs)
      add(
        'missing',
        'escalation',
        `call ${call.id}: due ${((untilMs - dueMs) / 1000).toFixed(1)} s before it was acknowledged`,
      );
  }
  const seen = new Map<string, number>();
  for (const { reason, state, left } of rung.deliveries) {
    const alarm = alarmOf(reason);
    if (alarm === null) continue;
    seen.set(alarm, (seen.get(alarm) ?? 0) + 1);
    if (!expectedReasons.has(alarm)) add('unexpected', 'message', reason);
    if (state === 'queued') add('missing', 'message', `${reason} is still queued`);
    if (left > 1) add('duplicate', 'message', `${reason} left ${left} times`);
  }
  for (const alarm of expectedReasons) if (!seen.has(alarm)) add('missing', 'message', alarm);
  return { findings: [...findings.values()], fired, latestS: latestMs / 1000 };
}

/** The part of a reason that names the alarm, without its recipient. */
function alarmOf(reason: string): string | null {
  return /^sos\.raised:\d+/.exec(reason)?.[0] ?? /^sos\.escalated:\d+:\d+/.exec(reason)?.[0] ?? null;
}

export async function readRung(pool: Pool): Promise<Rung> {
  const calls = await pool.query<{
    id: number;
    received: string;
    acknowledged: string | null;
    escalations: { number: number; atMs: number; nextMs: number | null }[] | null;
  }>(
    `SELECT c.id, ${epochMs('c.received_at')} AS received, ${epochMs('c.acknowledged_at')} AS acknowledged,
       (SELECT json_agg(json_build_object('number', e.number, 'atMs', ${epochMs('e.at')}, 'nextMs', ${epochMs("(e.payload->'sos'->>'nextEscalationAt')::timestamptz")}) ORDER BY e.number) FROM event_log e WHERE e.name = 'sos.escalated' AND e.payload ? 'sos' AND e.payload->'sos'->>'id' = c.id::text) AS escalations
     FROM sos_call c WHERE NOT c.late`,
  );
  const deliveries = await pool.query<{ reason: string; state: string; left: number }>(
    "SELECT d.reason, d.state, (SELECT count(*)::int FROM mail m WHERE m.delivery_id = d.id) AS left FROM delivery d WHERE d.subject <> 'account' ORDER BY d.id",
  );
  return {
    calls: calls.rows.map((r) => ({
      id: r.id,
      receivedMs: Number(r.received),
      acknowledgedMs: r.acknowledged === null ? null : Number(r.acknowledged),
      escalations: r.escalations ?? [],
    })),
    deliveries: deliveries.rows,
  };
}

const epochMs = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
