import { Findings } from '../../chaos/account/compare';
import type { StaffEntry } from '../staff/staff-ledger';
import type { Evidence, Line } from './evidence';

const sosEvent = {
  acknowledge: 'sos.acknowledged',
  dispatch: 'sos.dispatched',
  assign: 'sos.assigned',
  escalate: 'sos.escalated',
  note: 'sos.noted',
  resolve: 'sos.resolved',
  falseAlarm: 'sos.falseAlarm',
} as const;
const faultEvent = {
  take: 'fault.taken',
  accept: 'fault.accepted',
  reassign: 'fault.reassigned',
  complete: 'fault.completed',
  escalate: 'fault.escalated',
  note: 'fault.noted',
} as const;

/** The events of an action of staff: its own, and with a dispatch of an unacknowledged SOS also the acknowledgement. */
function eventsOf(e: StaffEntry, seen: ReadonlySet<number>): string[] {
  if (e.subject === 'fault') return [faultEvent[e.act]];
  return e.act === 'dispatch' && !seen.has(e.id) ? [sosEvent.acknowledge, sosEvent.dispatch] : [sosEvent[e.act]];
}

/** The log has each event once: acts of staff under their names, reports of machines without a name. */
export function eventLines({ staff, life }: Evidence): Line[] {
  const expected = new Map<string, number>();
  const add = (key: string, n = 1): void => void expected.set(key, (expected.get(key) ?? 0) + n);
  const seen = new Set<number>();
  let byStaff = 0;
  for (const e of [...staff].filter((x) => x.code === null).sort((a, b) => a.doneMs - b.doneMs)) {
    for (const name of eventsOf(e, seen)) {
      add(`${name} ${e.id} ${e.by}`);
      byStaff++;
    }
    if (e.subject === 'sos' && e.act === 'acknowledge') seen.add(e.id);
  }
  for (const c of life.calls) {
    add(`sos.raised ${c.id} null`);
    // presses that arrived together are one event
    if (c.presses > 1) add(`sos.repeated ${c.id} null`);
  }
  for (const r of life.reports) {
    add(`fault.occurred ${r.id} null`);
    if (r.count > 1) add(`fault.repeated ${r.id} null`, r.count - 1);
  }
  const is = new Map<string, number>();
  let staffEvents = 0;
  let machineEvents = 0;
  for (const { name, id, by } of life.events) {
    // by the clock: judged as a ladder; cleared codes: with their reports
    if (by === null && (name.endsWith('.escalated') || name === 'fault.cleared')) continue;
    if (by === null) machineEvents++;
    else staffEvents++;
    const key = `${name} ${id} ${by}`;
    is.set(key, name === 'sos.repeated' ? 1 : (is.get(key) ?? 0) + 1);
  }
  const findings = new Findings();
  for (const key of new Set([...expected.keys(), ...is.keys()])) {
    const [a, b] = [expected.get(key) ?? 0, is.get(key) ?? 0];
    if (b < a) findings.add('missing', 'event', `${key}: ${b} of ${a}`, a - b);
    if (b > a) findings.add(a === 0 ? 'unexpected' : 'duplicate', 'event', `${key}: ${b}, ${a} by the ledgers`, b - a);
  }
  const machines = [...expected].filter(([key]) => key.endsWith(' null')).reduce((sum, [, n]) => sum + n, 0);
  return [
    { what: 'events of what staff did', expected: byStaff, is: staffEvents, findings: findings.list() },
    { what: 'events of machine messages', expected: machines, is: machineEvents, findings: [] },
  ];
}
