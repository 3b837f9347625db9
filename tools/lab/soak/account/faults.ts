import { isOpenFault } from '@headland/domain/fault';
import { Findings } from '../../chaos/account/compare';
import type { Evidence, Line } from './evidence';
import { outcomes, type Step } from './orders';

/** The states of a report, derived from the messages of its machine and the acts of staff, without rules of the server. */
interface Lived {
  count: number;
  active: boolean;
  cleared: number;
  /** id of the report that somebody completed; null: open */
  completed: number | null;
}
interface State {
  done: Lived[];
  open: Lived | null;
}
type What = { active: boolean } | { complete: number };

/** Reports: one open one for each machine and code, as often as the machine came back to it, until somebody completes it; the next word of it is a new one. */
export function faultLines({ fleet, staff, life }: Evidence): Line[] {
  const signals = new Map<string, Step<What>[]>();
  for (const stream of fleet.streams.values()) {
    if (stream.kind !== 'fault') continue;
    for (const [, message] of [...stream.bySeq].sort(([a], [b]) => a - b)) {
      const { content } = message;
      if (content?.kind !== 'fault') continue;
      const span = { fromMs: message.sentMs ?? 0, toMs: message.committedMs ?? Number.POSITIVE_INFINITY };
      const pushSignal = (code: string, active: boolean): void =>
        push(signals, `${stream.device} ${code}`, { ...span, what: { active } });
      for (const code of content.active) pushSignal(code, true);
      for (const code of content.cleared) if (!content.active.includes(code)) pushSignal(code, false);
    }
  }
  const completions = new Map<string, Step<What>[]>();
  for (const e of staff)
    if (e.subject === 'fault' && e.act === 'complete' && e.code === null)
      push(completions, e.key, { fromMs: e.atMs, toMs: e.doneMs, what: { complete: e.id } });

  const cleared = new Map<number, number>();
  for (const e of life.events) if (e.name === 'fault.cleared') cleared.set(e.id, (cleared.get(e.id) ?? 0) + 1);
  const found = new Map<string, Lived[]>();
  for (const r of life.reports)
    push(found, r.key, {
      count: r.count,
      active: r.active,
      cleared: cleared.get(r.id) ?? 0,
      completed: isOpenFault(r.status) ? null : r.id,
    });

  const findings = new Findings();
  const total = { expected: 0, is: life.reports.length, either: 0 };
  for (const key of new Set([...signals.keys(), ...completions.keys(), ...found.keys()])) {
    const may = outcomes([signals.get(key) ?? [], completions.get(key) ?? []], { done: [], open: null }, live).map(
      ({ done, open }) => (open === null ? done : [...done, open]),
    );
    const is = found.get(key) ?? [];
    const right = may.find((m) => JSON.stringify(m) === JSON.stringify(is));
    const nearest = right ?? may.find((m) => m.length === is.length) ?? may[0] ?? [];
    if (may.length > 1) total.either++;
    total.expected += nearest.length;
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
      'fault report',
      `${key}: ${JSON.stringify(is)}, by the ledgers ${may.map((m) => JSON.stringify(m)).join(' or ') || 'impossible'}`,
    );
  }
  return [
    {
      what: 'fault reports, as often as each code came back, cleared or completed',
      expected: total.expected,
      is: total.is,
      findings: findings.list(),
    },
    { what: 'of these where the clock leaves two outcomes open', expected: total.either, is: '', findings: [] },
  ];
}

function live({ done, open }: State, what: What): State | null {
  if ('complete' in what)
    return open === null ? null : { done: [...done, { ...open, completed: what.complete }], open: null };
  if (open === null)
    return { done, open: what.active ? { count: 1, active: true, cleared: 0, completed: null } : null };
  if (what.active) return { done, open: open.active ? open : { ...open, active: true, count: open.count + 1 } };
  return { done, open: open.active ? { ...open, active: false, cleared: open.cleared + 1 } : open };
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
