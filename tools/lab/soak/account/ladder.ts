import { Findings } from '../../chaos/account/compare';
import { maxSteps } from '../staff/rules';
import type { Evidence, Line } from './evidence';
import type { LifeEvent } from './life';

/** Two clocks of one machine (Node's and PostgreSQL's) and rounding to milliseconds. */
const earlyMs = 50;
const lateMs = 2_000;
/** Periods until the next reminder: one, and longer ones where the head office was reminded before. */
const topPauses = [1, 2, 5, 10];
/** Milliseconds until a report must be accepted: critical, major, minor. */
const acceptMs = [0, 600_000, 7_200_000, 86_400_000];

/**
 * Each unacknowledged call went one organisation up after each period, at its time, until a person saw it, as that person remembers; a report that
 * likewise if not accepted, until the head office had it.
 */
export function ladderLines({ staff, life, escalateS }: Evidence): Line[] {
  const findings = new Findings();
  const events = new Map<string, Step[]>();
  for (const { name, id, ...step } of life.events)
    if (name.endsWith('.escalated')) events.set(`${name} ${id}`, [...(events.get(`${name} ${id}`) ?? []), step]);
  const endedMs = Math.max(0, ...life.events.map((e) => e.atMs));

  let calls = { due: 0, fired: 0, latestMs: 0 };
  for (const call of life.calls) {
    // between these two moments it was seen
    const seen = staff
      .filter(
        (e) =>
          e.subject === 'sos' &&
          e.id === call.id &&
          e.code === null &&
          ['acknowledge', 'dispatch', 'falseAlarm'].includes(e.act),
      )
      .sort((a, b) => a.doneMs - b.doneMs)[0];
    calls = climb(`call ${call.id}`, events.get(`sos.escalated ${call.id}`) ?? [], call.receivedMs + escalateS * 1000, {
      tally: calls,
      periodMs: () => escalateS * 1000,
      fromMs: seen?.atMs ?? endedMs,
      toMs: seen?.doneMs ?? endedMs,
      restarts: true,
      most: Number.POSITIVE_INFINITY,
      findings,
    });
  }
  let reports = { due: 0, fired: 0, latestMs: 0 };
  for (const report of life.reports) {
    const accepted = staff.find(
      (e) => e.subject === 'fault' && e.id === report.id && e.code === null && e.act === 'accept',
    );
    const periodMs = acceptMs[report.severity] ?? 0;
    reports = climb(
      `report ${report.id}`,
      events.get(`fault.escalated ${report.id}`) ?? [],
      report.receivedMs + periodMs,
      {
        tally: reports,
        periodMs: () => periodMs,
        fromMs: accepted?.atMs ?? endedMs,
        toMs: accepted?.doneMs ?? endedMs,
        restarts: false,
        most: maxSteps,
        findings,
      },
    );
  }
  return [
    {
      what: `escalations of calls, each ${escalateS} s after the one before (± ${lateMs / 1000} s)`,
      expected: calls.due,
      is: calls.fired,
      findings: findings.list(),
    },
    { what: 'the latest of them, seconds past its time', expected: '', is: round(calls.latestMs), findings: [] },
    {
      what: 'escalations of reports not accepted in time',
      expected: reports.due,
      is: reports.fired,
      findings: [],
    },
  ];
}

type Step = Pick<LifeEvent, 'atMs' | 'by' | 'nextMs'>;
interface Tally {
  due: number;
  fired: number;
  latestMs: number;
}
interface Rules {
  tally: Tally;
  periodMs: () => number;
  /** until the first of these it was not acknowledged; after the second it surely was */
  fromMs: number;
  toMs: number;
  /** a manual escalation starts a full period for those it notifies */
  restarts: boolean;
  most: number;
  findings: Findings;
}

function climb(
  name: string,
  steps: readonly Step[],
  firstDueMs: number,
  { tally, periodMs, fromMs, toMs, restarts, most, findings }: Rules,
): Tally {
  const { due, fired, latestMs } = tally;
  let [dueMs, count, latest, level] = [firstDueMs, 0, latestMs, 0];
  for (const { atMs, by, nextMs } of steps) {
    level++;
    // the period starts at the moment that the rule saw: after the step was due, or asked for, and before its event was written
    const nextDueMs = nextMs ?? atMs + periodMs();
    if (by !== null) {
      // who holds a call that was seen starts no clock
      if (restarts && atMs < fromMs) dueMs = nextDueMs;
      else if (!restarts) dueMs += periodMs();
      continue;
    }
    count++;
    if (atMs < dueMs - earlyMs)
      findings.add('duplicate', 'escalation', `${name}: ${seconds(dueMs - atMs)} s before its time`);
    else if (atMs > dueMs + lateMs) findings.add('wrong', 'escalation', `${name}: ${seconds(atMs - dueMs)} s late`);
    if (atMs > toMs + earlyMs)
      findings.add('unexpected', 'escalation', `${name}: ${seconds(atMs - toMs)} s after it was seen`);
    latest = Math.max(latest, atMs - dueMs);
    const starts = topPauses.map((periods) => nextDueMs - periods * periodMs());
    if (restarts && !starts.some((startMs) => startMs >= dueMs - earlyMs && startMs <= atMs + earlyMs))
      findings.add('wrong', 'escalation', `${name}: the next is due ${seconds(nextDueMs - atMs)} s after this one`);
    dueMs = restarts ? nextDueMs : dueMs + periodMs();
  }
  const missed = level < most && fromMs - dueMs > lateMs;
  if (missed) findings.add('missing', 'escalation', `${name}: due ${seconds(fromMs - dueMs)} s before anybody saw it`);
  return { due: due + count + (missed ? 1 : 0), fired: fired + count, latestMs: latest };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const round = (ms: number): number => Math.round(ms / 10) / 100;
