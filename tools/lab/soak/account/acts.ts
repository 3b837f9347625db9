import { Findings } from '../../chaos/account/compare';
import { maxSteps } from '../staff/rules';
import type { FaultEntry, SosEntry, StaffEntry } from '../staff/staff-ledger';
import type { Evidence, Line } from './evidence';
import type { LifeSos, LifeReport } from './life';

type Fields = Record<string, unknown>;

/** Every call and report is as staff left it, with their names and texts, and has changed as often as anything happened to it. */
export function actLines({ staff, life, users }: Evidence): Line[] {
  const acts = new Map<string, StaffEntry[]>();
  for (const e of staff)
    if (e.code === null) acts.set(`${e.subject} ${e.id}`, [...(acts.get(`${e.subject} ${e.id}`) ?? []), e]);
  const bySystem = new Map<string, number>();
  const cleared = new Map<number, number>();
  for (const { name, id, by } of life.events) {
    if (by === null && (name === 'sos.escalated' || name === 'fault.escalated'))
      add(bySystem, `${name.split('.')[0]} ${id}`);
    if (name === 'fault.cleared') cleared.set(id, (cleared.get(id) ?? 0) + 1);
  }
  const findings = new Findings();
  const compare = (subject: string, id: number, expected: Fields, is: object): void => {
    const different = Object.entries(expected).filter(([field, value]) => (is as Fields)[field] !== value);
    if (different.length > 0)
      findings.add(
        'wrong',
        subject,
        `${id}: ${different.map(([field, value]) => `${field} is ${String((is as Fields)[field])}, staff left it ${String(value)}`).join('; ')}`,
      );
  };
  for (const call of life.calls) {
    const own = (acts.get(`sos ${call.id}`) ?? []) as SosEntry[];
    const steps = bySystem.get(`sos ${call.id}`) ?? 0;
    compare('state of a call', call.id, stateOfSos(call, own, steps, users), call);
  }
  for (const report of life.reports) {
    const own = (acts.get(`fault ${report.id}`) ?? []) as FaultEntry[];
    compare(
      'state of a report',
      report.id,
      stateOfReport(report, own, bySystem.get(`fault ${report.id}`) ?? 0, cleared.get(report.id) ?? 0, users),
      report,
    );
  }
  const known = new Set([...life.calls.map((c) => `sos ${c.id}`), ...life.reports.map((r) => `fault ${r.id}`)]);
  for (const key of acts.keys()) if (!known.has(key)) findings.add('missing', 'record that staff worked on', key);
  const touched = [...acts.keys()].length;
  return [
    {
      what: 'calls and reports that staff left in the state in which they are',
      expected: touched,
      is: [...acts.keys()].filter((key) => known.has(key)).length,
      findings: findings.list(),
    },
  ];
}

function stateOfSos(
  call: LifeSos,
  acts: readonly SosEntry[],
  escalations: number,
  users: ReadonlyMap<string, number>,
): Fields {
  const s: Fields = {
    status: 'raised',
    acknowledgedBy: null,
    handlerId: null,
    dispatchPerson: null,
    dispatchPhone: null,
    injured: null,
    cause: null,
    resolution: null,
    closedBy: null,
  };
  let handedUp = escalations;
  for (const { act, by, body: expected } of [...acts].sort((a, b) => a.doneMs - b.doneMs)) {
    if (act === 'acknowledge' || (act === 'dispatch' && s.status === 'raised'))
      Object.assign(s, { acknowledgedBy: by, handlerId: users.get(by) ?? null });
    if (act === 'acknowledge') s.status = 'acknowledged';
    if (act === 'dispatch')
      Object.assign(s, { status: 'dispatched', dispatchPerson: expected.person, dispatchPhone: expected.phone });
    if (act === 'assign') s.handlerId = expected.userId;
    if (act === 'escalate') handedUp++;
    if (act === 'resolve')
      Object.assign(s, {
        status: 'resolved',
        injured: expected.injured,
        resolution: expected.resolution,
        closedBy: by,
      });
    if (act === 'falseAlarm')
      Object.assign(s, { status: 'falseAlarm', cause: expected.cause, resolution: expected.resolution, closedBy: by });
  }
  return { ...s, level: Math.min(handedUp, maxSteps), version: call.presses + acts.length + escalations };
}

function stateOfReport(
  report: LifeReport,
  acts: readonly FaultEntry[],
  escalations: number,
  cleared: number,
  users: ReadonlyMap<string, number>,
): Fields {
  const s: Fields = {
    ...{
      status: 'occurred',
      agencyId: null,
      personId: null,
      personName: null,
      channel: null,
      memo: null,
      acceptedBy: null,
    },
    ...{ completedBy: null, repairedOn: null, partCode: null },
  };
  let handedUp = escalations;
  for (const { act, by, body: expected } of [...acts].sort((a, b) => a.doneMs - b.doneMs)) {
    if (act === 'take') Object.assign(s, { personId: users.get(by) ?? null, personName: by });
    if (act === 'accept' || act === 'reassign') {
      Object.assign(s, {
        agencyId: expected.agencyId,
        channel: expected.channel,
        personId: null,
        personName: expected.personName ?? null,
      });
      if (expected.memo !== undefined) s.memo = expected.memo;
    }
    if (act === 'accept') Object.assign(s, { status: 'accepted', acceptedBy: by });
    if (act === 'note') s.memo = expected.memo;
    if (act === 'escalate') handedUp++;
    if (act === 'complete')
      Object.assign(s, {
        status: `${String(expected.kind)}Completed`,
        completedBy: by,
        memo: expected.memo,
        repairedOn: expected.repairedOn ?? null,
        partCode: expected.partCode ?? null,
      });
  }
  return { ...s, level: Math.min(handedUp, maxSteps), version: report.count + cleared + acts.length + escalations };
}

const add = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
