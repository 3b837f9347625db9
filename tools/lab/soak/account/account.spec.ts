import type { Content, LedgerEntry } from '@headland/testing/ledger';
import { LedgerBook } from '@headland/testing/ledger-book';
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '../gateway';
import type { FaultEntry, SosEntry } from '../staff/staff-ledger';
import { closeAccount, findingsOf } from './account';
import type { Evidence } from './evidence';
import type { Life, LifeSos, LifeDelivery, LifeEvent, LifeReport } from './life';
import { sensitivity } from './sensitivity';

/** One machine with a fault that is mended, one that calls for help and is left alone for one period: small enough to be judged by eye. */
const t0 = 1_760_000_000_000;
const boot = 3;
const sent = (device: number, seq: number, atMs: number, content: Content): LedgerEntry[] => [
  { what: 'sent', device, boot, seq, atMs, content },
  { what: 'puback', device, kind: content.kind, boot, seq, atMs: atMs + 5 },
  { what: 'committed', device, kind: content.kind, boot, from: seq, to: seq, atMs: atMs + 50 },
];
const machines = (): LedgerEntry[] => [
  { what: 'run', version: 1, seed: 1, atMs: t0 },
  { what: 'device', index: 0, id: 'CH-00001' },
  { what: 'device', index: 1, id: 'CH-00002' },
  ...sent(0, 1, t0 + 1_000, { kind: 'fault', ts: t0, trueMs: t0, active: ['E0410'], cleared: [] }),
  ...sent(0, 2, t0 + 30_000, { kind: 'fault', ts: t0, trueMs: t0, active: [], cleared: ['E0410'] }),
  ...sent(1, 1, t0 + 2_000, { kind: 'sos', ts: t0, trueMs: t0, type: 'button' }),
  ...['raised', 'acknowledged', 'resolved'].map((status): LedgerEntry => ({
    what: 'sosDown',
    device: 1,
    sos: 7,
    status,
    atMs: t0 + 3_000,
  })),
];
const call: LifeSos = {
  ...{
    id: 7,
    key: 'CH-00002 button',
    status: 'resolved',
    version: 4,
    presses: 1,
    origin: 'device',
    receivedMs: t0 + 2_010,
    acknowledgedMs: t0 + 65_000,
    acknowledgedBy: 'desk1',
  },
  ...{
    handlerId: 11,
    dispatchPerson: null,
    dispatchPhone: null,
    injured: 'no',
    cause: null,
    resolution: 'out',
    closedBy: 'desk1',
    level: 1,
  },
};
const report: LifeReport = {
  ...{
    id: 5,
    key: 'CH-00001 E0410',
    status: 'processingCompleted',
    version: 4,
    active: false,
    count: 1,
    severity: 2,
    receivedMs: t0 + 1_010,
    agencyId: 3,
    personId: null,
    personName: null,
  },
  ...{
    channel: 'sms',
    memo: 'done',
    acceptedBy: 'desk2',
    completedBy: 'desk2',
    repairedOn: null,
    partCode: null,
    level: 0,
  },
};
const fault = (act: FaultEntry['act'], at: number, body: FaultEntry['body']): FaultEntry => ({
  ...{
    subject: 'fault',
    atMs: t0 + at,
    doneMs: t0 + at + 20,
    by: 'desk2',
    id: 5,
    key: report.key,
    act,
    body,
    code: null,
    after: null,
    right: [null],
    together: at,
  },
});
const sos = (act: SosEntry['act'], at: number, body: SosEntry['body'] = {}): SosEntry => ({
  ...{
    subject: 'sos',
    atMs: t0 + at,
    doneMs: t0 + at + 20,
    by: 'desk1',
    id: 7,
    key: call.key,
    act,
    body,
    code: null,
    after: null,
    right: [null],
  },
});
const event = (
  number: number,
  name: string,
  id: number,
  at: number,
  by: string | null = null,
  nextAt: number | null = null,
): LifeEvent => ({
  number,
  name,
  id,
  by,
  atMs: t0 + at,
  nextMs: nextAt === null ? null : t0 + nextAt,
});
const message = (id: number, reason: string, channel: string, more: Partial<LifeDelivery> = {}): LifeDelivery => ({
  ...{
    id,
    reason,
    channel,
    state: channel === 'push' ? 'delivered' : 'sent',
    attempts: 1,
    problem: null,
    mails: channel === 'push' ? 1 : 0,
  },
  ...more,
});

function books(
  change: { life?: Partial<Life>; machines?: LedgerEntry[]; staff?: Evidence['staff']; gateway?: GatewayAnswer[] } = {},
): Evidence {
  const fleet = new LedgerBook();
  for (const entry of change.machines ?? machines()) fleet.add(entry);
  const ranges = new Map<string, [number, number][]>([
    ['CH-00001 fault 3', [[1, 2]]],
    ['CH-00002 sos 3', [[1, 1]]],
  ]);
  return {
    fleet,
    staff: change.staff ?? [
      fault('accept', 5_000, { agencyId: 3, channel: 'sms' }),
      fault('complete', 40_000, { kind: 'processing', memo: 'done' }),
      sos('acknowledge', 65_000),
      sos('resolve', 70_000, { injured: 'no', resolution: 'out' }),
    ],
    gateway: change.gateway ?? [21, 22, 23].map((delivery) => ({ delivery, to: '010', status: 200, code: false })),
    found: {
      rows: new Map(),
      ranges,
      calls: [],
      faults: [],
      newest: new Map(),
      wrongCounts: [],
      quarantine: new Map(),
      discarded: 0,
      defaultPartition: 0,
    },
    life: {
      calls: [call],
      reports: [report],
      events: [
        event(1, 'fault.occurred', 5, 1_010),
        event(2, 'sos.raised', 7, 2_010),
        event(3, 'fault.accepted', 5, 5_010, 'desk2'),
        event(4, 'fault.cleared', 5, 30_010),
        event(5, 'fault.completed', 5, 40_010, 'desk2'),
        event(6, 'sos.escalated', 7, 62_020, null, 122_015),
        event(7, 'sos.acknowledged', 7, 65_010, 'desk1'),
        event(8, 'sos.resolved', 7, 70_010, 'desk1'),
      ],
      deliveries: [
        message(21, 'fault.accepted:5:3:sms:4', 'sms'),
        message(22, 'sos.raised:7:sms:9', 'sms'),
        message(23, 'sos.escalated:7:6:sms:9', 'sms'),
        message(24, 'sos.escalated:7:6:push:9', 'push'),
        ...['raised', 'acknowledged', 'resolved'].map((status, i) =>
          message(25 + i, `sos.panel:7:${status}:${1 + i}`, 'panel'),
        ),
      ],
      ...change.life,
    },
    users: new Map([['desk1', 11]]),
    escalateS: 60,
  };
}
const findingsAfter = (change: Parameters<typeof books>[0] = {}): string[] =>
  findingsOf(closeAccount(books(change))).map((f) => `${f.count} ${f.what}: ${f.subject}`);
const life = books().life;

describe('an account of lives', () => {
  it('has no findings where all sides agree', () => expect(findingsOf(closeAccount(books()))).toEqual([]));

  it('counts the period from the moment that the rule saw, though its event is written later', () => {
    const first = event(6, 'sos.escalated', 7, 62_300, null, 122_015);
    const second = event(9, 'sos.escalated', 7, 122_030, null, 182_020);
    const events = [...life.events.filter((e) => e.number !== 6), first, second];
    expect(findingsAfter({ life: { events } })).not.toContain('1 duplicate: escalation');
  });

  const wrong: [string, Parameters<typeof books>[0], string][] = [
    ['a report that is in no list', { life: { reports: [] } }, '1 missing: fault report'],
    [
      'a report twice',
      { life: { reports: [report, { ...report, id: 6, status: 'occurred', completedBy: null }] } },
      '1 duplicate: fault report',
    ],
    ['a report that is still active', { life: { reports: [{ ...report, active: true }] } }, '1 wrong: fault report'],
    ['a call that is in no list', { life: { calls: [] } }, '1 missing: sos call'],
    ['a call with a press too many', { life: { calls: [{ ...call, presses: 2, version: 5 }] } }, '1 wrong: sos call'],
    [
      'a report that changed once more than anybody knows',
      { life: { reports: [{ ...report, version: 5 }] } },
      '1 wrong: state of a report',
    ],
    [
      'a report with somebody else’s agency',
      { life: { reports: [{ ...report, agencyId: 4 }] } },
      '1 wrong: state of a report',
    ],
    ['a call that somebody else holds', { life: { calls: [{ ...call, handlerId: 12 }] } }, '1 wrong: state of a call'],
    [
      'an event twice',
      { life: { events: [...life.events, event(9, 'fault.accepted', 5, 5_020, 'desk2')] } },
      '1 duplicate: event',
    ],
    [
      'an event under another name',
      { life: { events: life.events.map((e) => (e.number === 8 ? { ...e, by: 'desk4' } : e)) } },
      '1 unexpected: event',
    ],
    [
      'an escalation that never came',
      { life: { events: life.events.filter((e) => e.number !== 6) } },
      '1 missing: escalation',
    ],
    [
      'an escalation 2.1 s late',
      { life: { events: life.events.map((e) => (e.number === 6 ? { ...e, atMs: t0 + 64_111 } : e)) } },
      '1 wrong: escalation',
    ],
    [
      'an escalation before its time',
      { life: { events: life.events.map((e) => (e.number === 6 ? { ...e, atMs: t0 + 61_900 } : e)) } },
      '1 duplicate: escalation',
    ],
    [
      'an escalation after which the next one comes too soon',
      { life: { events: life.events.map((e) => (e.number === 6 ? { ...e, nextMs: t0 + 115_000 } : e)) } },
      '1 wrong: escalation',
    ],
    [
      'an alarm without a recipient',
      { life: { deliveries: life.deliveries.filter((d) => d.id !== 22) } },
      '1 missing: message',
    ],
    [
      'a message by another channel than was chosen',
      { life: { deliveries: [...life.deliveries, message(30, 'fault.accepted:5:3:push:4', 'push')] } },
      '1 wrong: channel',
    ],
    [
      'a message about nothing',
      { life: { deliveries: [...life.deliveries, message(30, 'sos.escalated:7:99:push:4', 'push')] } },
      '1 unexpected: message',
    ],
    [
      'a message that waits for ever',
      { life: { deliveries: life.deliveries.map((d) => (d.id === 22 ? { ...d, state: 'queued' } : d)) } },
      '1 missing: end of a message',
    ],
    [
      'an unexpected text',
      { gateway: [21, 22, 23, 29].map((delivery) => ({ delivery, to: '', status: 200, code: false })) },
      '1 unexpected: text',
    ],
    [
      'a text that was accepted twice',
      { gateway: [21, 22, 22, 23].map((delivery) => ({ delivery, to: '', status: 200, code: false })) },
      '1 duplicate: text',
    ],
    [
      'a text that was given up too soon',
      {
        life: { deliveries: life.deliveries.map((d) => (d.id === 22 ? { ...d, state: 'failed', problem: '503' } : d)) },
        gateway: [21, 22, 23].map((delivery) => ({
          delivery,
          to: '',
          status: delivery === 22 ? 503 : 200,
          code: false,
        })),
      },
      '1 wrong: end of a message',
    ],
    [
      'a panel without a message',
      { machines: machines().filter((e) => e.what !== 'sosDown' || e.status !== 'resolved') },
      '1 missing: panel',
    ],
  ];
  for (const [what, change, finding] of wrong)
    it(`does not close with ${what}`, () => expect(findingsAfter(change)).toContain(finding));

  it('accepts either outcome where a machine reports while its report is completed', () => {
    const again = [
      ...machines(),
      ...sent(0, 3, t0 + 40_005, { kind: 'fault', ts: t0, trueMs: t0, active: ['E0410'], cleared: [] }),
    ];
    const ranges = (b: Evidence): Evidence => ({
      ...b,
      found: { ...b.found, ranges: new Map([...b.found.ranges, ['CH-00001 fault 3', [[1, 3]]]]) },
    });
    const faults = (reports: LifeReport[], events: LifeEvent[]): string[] =>
      findingsOf(
        closeAccount(ranges(books({ machines: again, life: { reports, events: [...life.events, ...events] } }))),
      ).map((f) => `${f.count} ${f.what}: ${f.subject}`);
    const before = { ...report, count: 2, active: true, version: 5 };
    expect(faults([before], [event(9, 'fault.repeated', 5, 40_008)])).toEqual([]);
    const next: LifeReport = {
      ...report,
      id: 6,
      status: 'occurred',
      version: 1,
      active: true,
      agencyId: null,
      channel: null,
      memo: null,
      acceptedBy: null,
      completedBy: null,
    };
    expect(faults([report, next], [event(9, 'fault.occurred', 6, 40_030)])).toEqual([]);
    expect(faults([report], [])).toContain('1 wrong: fault report');
  });

  it('notices each thing that is left out of a book', () => {
    const noticed = sensitivity(books());
    expect(noticed.filter((o) => !o.noticed)).toEqual([]);
    expect(noticed.length).toBeGreaterThanOrEqual(9);
  });
});
