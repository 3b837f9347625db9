import type { LedgerStream } from '@headland/testing/ledger-book';
import { Findings } from '../../chaos/account/compare';
import { rolloverThresholds } from '../../chaos/world/registry';
import type { Evidence, Line } from './evidence';
import { push } from './faults';
import { outcomes, type Step } from './orders';

interface Lived {
  origin: 'device' | 'tilt';
  presses: number;
  /** id of the SOS that was closed; null: open */
  closed: number | null;
}
interface State {
  done: Lived[];
  open: Lived | null;
}
type What = 'press' | 'lies' | { close: number };

/** One open SOS for each machine and type; a further press is added to it, a tilted machine raises one where none is open. */
export function sosLines({ fleet, staff, life }: Evidence): Line[] {
  const presses = new Map<string, Step<What>[]>();
  const lies = new Map<string, Step<What>[]>();
  let pressed = 0;
  for (const stream of fleet.streams.values()) {
    if (stream.kind === 'telemetry')
      for (const step of comesToLie(stream)) push(lies, `${stream.device} rollover`, step);
    if (stream.kind !== 'sos') continue;
    for (const [, m] of [...stream.bySeq].sort(([a], [b]) => a - b)) {
      if (m.content?.kind !== 'sos') continue;
      pressed++;
      push(presses, `${stream.device} ${m.content.type}`, {
        fromMs: m.sentMs ?? 0,
        toMs: m.committedMs ?? Number.POSITIVE_INFINITY,
        what: 'press',
      });
    }
  }
  const closings = new Map<string, Step<What>[]>();
  for (const e of staff)
    if (e.subject === 'sos' && e.code === null && (e.act === 'resolve' || e.act === 'falseAlarm'))
      push(closings, e.key, { fromMs: e.atMs, toMs: e.doneMs, what: { close: e.id } });

  const found = new Map<string, Lived[]>();
  for (const c of life.calls)
    push(found, c.key, {
      origin: c.origin,
      presses: c.presses,
      closed: c.status === 'resolved' || c.status === 'falseAlarm' ? c.id : null,
    });

  const findings = new Findings();
  const total = { expected: 0, derived: 0, either: 0 };
  for (const key of new Set([...presses.keys(), ...lies.keys(), ...closings.keys(), ...found.keys()])) {
    const lines = [presses.get(key) ?? [], lies.get(key) ?? [], closings.get(key) ?? []];
    const may = outcomes(lines, { done: [], open: null }, live).map(({ done, open }) =>
      open === null ? done : [...done, open],
    );
    const is = found.get(key) ?? [];
    const right = may.find((m) => JSON.stringify(m) === JSON.stringify(is));
    const nearest = right ?? may.find((m) => m.length === is.length) ?? may[0] ?? [];
    if (may.length > 1) total.either++;
    total.expected += nearest.length;
    total.derived += nearest.filter((c) => c.origin === 'tilt').length;
    if (right !== undefined) continue;
    const what =
      is.length < nearest.length
        ? 'missing'
        : is.length > nearest.length
          ? nearest.length === 0
            ? 'unexpected'
            : 'duplicate'
          : 'wrong';
    findings.add(
      what,
      'sos call',
      `${key}: ${JSON.stringify(is)}, by the ledgers ${may.map((m) => JSON.stringify(m)).join(' or ') || 'impossible'}`,
    );
  }
  const fromTilt = life.calls.filter((c) => c.origin === 'tilt').length;
  const counted = life.calls.reduce((sum, c) => sum + c.presses, 0) - fromTilt;
  return [
    {
      what: 'SOS calls, with their presses and whether they were closed',
      expected: total.expected,
      is: life.calls.length,
      findings: findings.list(),
    },
    { what: 'of these derived from tilt samples alone', expected: total.derived, is: fromTilt, findings: [] },
    { what: 'presses, roll-overs and collisions that devices reported', expected: pressed, is: counted, findings: [] },
    { what: 'of the calls where the clock leaves two outcomes open', expected: total.either, is: '', findings: [] },
  ];
}

function live({ done, open }: State, what: What): State | null {
  if (typeof what === 'object')
    return open === null ? null : { done: [...done, { ...open, closed: what.close }], open: null };
  if (what === 'lies') return { done, open: open ?? { origin: 'tilt', presses: 1, closed: null } };
  return {
    done,
    open: open === null ? { origin: 'device', presses: 1, closed: null } : { ...open, presses: open.presses + 1 },
  };
}

/** The messages with which a machine comes to lie. It is stationary in a load run, so one sample is enough; before the next it has to be upright. */
function* comesToLie(stream: LedgerStream): Generator<Step<What>> {
  let lies = false;
  for (const [, { content, sentMs, committedMs }] of [...stream.bySeq].sort(([a], [b]) => a - b)) {
    if (content?.kind !== 'telemetry') continue;
    for (const { tilt } of content.samples) {
      const beyond =
        tilt !== undefined &&
        (['x', 'y', 'z'] as const).some((axis) => Math.abs(tilt[axis]) > rolloverThresholds[axis]);
      if (beyond && !lies) yield { fromMs: sentMs ?? 0, toMs: committedMs ?? Number.POSITIVE_INFINITY, what: 'lies' };
      lies = beyond;
    }
  }
}
