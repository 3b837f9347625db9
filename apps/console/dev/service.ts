import { diagnosis, type DiagnosisFrame, type ServiceRow, type SessionView } from '@headland/contracts/diagnosis';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { aHolder, aRecordingRow, aServiceDetail, aServiceRow, aSession } from '../src/testing/service';
import { fleet } from './fleet';

/** A machine whose engine stands still and that says each second how it is; one session, held by whoever looks. */
let session: SessionView | null = null;
let frame: (f: DiagnosisFrame) => void = () => undefined;
/** Where frames of the followed session go. */
export const onDiagnosis = (send: (f: DiagnosisFrame) => void): void => void (frame = send);

export const rowOf = (id: number): ServiceRow => {
  const v = fleet[id - 1];
  const holder =
    session?.vehicleId === id && session.endedAt === null
      ? aHolder({ sessionId: session.id, mine: true, by: session.by, state: session.state, since: session.openedAt })
      : id === 3
        ? aHolder({
            sessionId: 99,
            by: '이지호',
            organization: '본사',
            since: new Date(Date.now() - 1_500_000).toISOString(),
          })
        : null;
  return aServiceRow(id, {
    vin: v?.vin ?? `HDLT6A11NSK00${id}`,
    model: v?.model ?? 'HL 6-110',
    deviceId: v?.deviceId ?? null,
    dealer: v?.dealer ?? { id: 9, name: '나주대리점' },
    customer: v?.customer ?? null,
    online: id !== 5,
    openFaults: v?.openFaults ?? 0,
    engine: id % 3 === 0 ? 'off' : 'on',
    holder,
    lastSessionAt: id < 8 ? new Date(Date.now() - id * 86_400_000).toISOString() : null,
  });
};
const live = (): SessionView['live'] => ({
  ...Object.fromEntries(liveItems.map((i) => [i, 0])),
  key: 1,
  'gear.neutral': 1,
  'brake.park': 1,
  'implement.down': 1,
  'engine.steady': 60,
  'engine.coolant': 72,
  battery: 12.6 + Math.random() / 10,
  'def.level': 38,
  'def.temp': 14,
  'exhaust.temp': 126,
});
const stored = [
  {
    code: 'E0410',
    spn: 4334,
    fmi: 18,
    count: 2,
    lamp: 'AWL',
    firstHours: 812.4,
    lastHours: 840.1,
    freeze: { 'engine.rpm': 1980, 'def.pressure': 412, battery: 13.9 },
  },
  { code: 'E0486' },
];
/** A wave around the lower third of what an item can be. */
const valueAt = (id: string, ms: number): number | null => {
  const item = monitorItems.get(id);
  if (item === undefined || (id === 'def.valve' && ms % 60_000 < 9_000)) return null;
  const middle = item.min + (item.max - item.min) * 0.35;
  return middle + (item.max - item.min) * (0.05 * Math.sin(ms / 9_000) + 0.01 * Math.sin(ms / 700));
};

/** Each second: what the gates ask for, and a row of what is watched. */
export function tickSession(): void {
  if (session === null || session.endedAt !== null) return;
  const now = Date.now();
  const { watching } = session;
  session = { ...session, live: live(), heardAt: new Date().toISOString() };
  frame({ sessionId: session.id, at: now, offsetMs: 0, live: session.live });
  if (watching === null || now % 40_000 < 4_000) return;
  const t0 = Math.floor(now / watching.period) * watching.period - 1000;
  const moments = watching.period === 500 ? [t0, t0 + 500] : [t0];
  frame({
    sessionId: session.id,
    at: now,
    offsetMs: 0,
    rows: {
      recordingId: watching.recordingId,
      t0,
      period: watching.period,
      items: watching.items,
      rows: moments.map((t) => watching.items.map((i) => valueAt(i, t))),
    },
  });
}

function soon(change: (s: SessionView) => Partial<SessionView>): void {
  setTimeout(() => {
    if (session === null) return;
    session = { ...session, pending: null, ...change(session) };
    frame({ sessionId: session.id, at: Date.now(), offsetMs: 0, changed: true });
  }, 900);
}

export function serviceAnswers(): FakeAnswer[] {
  const at = () => new Date().toISOString();
  return [
    answer(diagnosis.list, ({ query: q }) => {
      const rows = fleet.slice(0, 40).map((v) => rowOf(v.id));
      const hits = rows.filter(
        (r) =>
          (q.online === undefined || r.online === q.online) &&
          (q.held === undefined || (r.holder !== null) === q.held) &&
          r.vin.includes(q.vin ?? ''),
      );
      return { rows: hits.slice((q.page - 1) * q.size, q.page * q.size), total: hits.length };
    }),
    answer(diagnosis.get, ({ params }) =>
      aServiceDetail(
        rowOf(params.id),
        params.id === 3 ? ['held'] : params.id === 5 ? ['offline'] : params.id % 3 === 0 ? ['keyOff'] : [],
        {
          info: { ecu_sw_sequence: 'SW-3.0.2', engine_type: 'D24' },
          infoAt: '2026-10-02T05:12:00.000Z',
        },
      ),
    ),
    answer(diagnosis.connect, ({ params, body }) => {
      session = aSession({
        id: (session?.id ?? 4) + 1,
        vehicleId: params.id,
        kind: body.kind,
        state: 'connecting',
        openedAt: at(),
        connectedAt: null,
        live: {},
        pending: { op: 'connect', askedAt: at() },
        changedInfo: ['ecu_calibration_id'],
        proposed: [
          { id: 'runup', because: 'result', of: 'compres' },
          { id: 'pumpPriming', because: 'needed', of: 'defControlTest' },
          { id: 'defControlTest', because: 'fault', of: 'E0410' },
        ],
      });
      soon(() => ({ state: 'connected', connectedAt: at(), live: live() }));
      return session;
    }),
    answer(diagnosis.session, () => session ?? aSession({ endedAt: at(), state: 'disconnected', end: 'disconnected' })),
    answer(diagnosis.ask, ({ body }) => {
      const before = session ?? aSession();
      session = { ...before, pending: { op: body.op, askedAt: at() } };
      if (body.op === 'disconnect')
        soon(() => ({ state: 'disconnected', endedAt: at(), end: 'disconnected', watching: null }));
      else if (body.op === 'faults') soon(() => ({ faults: { at: at(), stored, pending: [], cleared: [] } }));
      else if (body.op === 'clearFaults')
        soon(() => ({ faults: { at: at(), stored, pending: [], cleared: ['E0410'] } }));
      else if (body.op === 'watch')
        soon(() => ({ watching: { recordingId: 70, items: body.items, period: body.period, since: at() } }));
      else if (body.op === 'unwatch') soon(() => ({ watching: null }));
      else soon(() => ({ failed: { op: body.op, reason: 'notSupported' } }));
      return session;
    }),
    answer(diagnosis.history, () => ({ rows: [aRecordingRow(8), aRecordingRow(9)], total: 2 })),
    answer(diagnosis.recording, ({ query }) => {
      const items = session?.watching?.items ?? ['engine.rpm', 'battery'];
      const first = Math.max(query.after, Date.now() - 600_000);
      const t0 = Math.ceil(first / 1000) * 1000 + 1000;
      const rows = Array.from({ length: Math.max(0, Math.floor((Date.now() - 2_000 - t0) / 1000)) }, (_, k) =>
        items.map((i) => valueAt(i, t0 + k * 1000)),
      );
      return {
        offsetMs: 0,
        parts: rows.length === 0 ? [] : [{ t0, period: 1000, step: null, items, rows }],
        marks: [{ at: Date.now() - 200_000, label: '1' }],
      };
    }),
    answer(diagnosis.mark, ({ body }) => [body]),
  ];
}
