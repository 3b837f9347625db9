import { isOpenFault } from '@headland/domain/fault';
import { type FaultRow, faults } from '@headland/contracts/fault';
import { infoCheck } from '@headland/contracts/info-check';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { organizations } from '@headland/contracts/organization';
import { session } from '@headland/contracts/session';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import type { EventName } from '@headland/contracts/event-log';
import { compareSos } from '@headland/domain/sos';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { accountAnswers } from './account';
import { administrationAnswers } from './administration';
import { afterServiceAnswers } from './after-service';
import { dashAnswers } from './dash';
import { houseAnswers } from './house';
import { modelAnswers } from './models';
import type { Emit } from './emit';
import { myAccountAnswers } from './my-account';
import { programAnswers } from './programs';
import { serviceAnswers } from './service';
import { faultDetail, faultRows, incident, sosDetail, sosRows } from './alerts';
import { fleet, nearest, nowOf, recentOf, trackOf } from './fleet';

/** Answers of a back end that is not there: enough life to see each screen in each state. Any id; the password is `demo`. */
export function devAnswers(emit: Emit, token: (group: string, role: string) => string): FakeAnswer[] {
  const call = (id: number): SosRow => sosRows.find((c) => c.id === id) ?? missing();
  const report = (id: number): FaultRow => faultRows.find((f) => f.id === id) ?? missing();
  const changeSos = (id: number, name: EventName, change: Partial<SosRow>) => {
    const c = Object.assign(call(id), change, { version: call(id).version + 1 });
    emit(name, { sos: c });
    return c;
  };
  const changeFault = (id: number, name: EventName, change: Partial<FaultRow>) => {
    const f = Object.assign(report(id), change, { version: report(id).version + 1 });
    emit(name, { fault: f });
    return f;
  };
  const counts = () => {
    const open = (status: string[]) => ({
      critical: count(status, 'critical'),
      major: count(status, 'major'),
      minor: count(status, 'minor'),
    });
    const raised = sosRows.filter((c) => c.status === 'raised');
    return {
      vehicles: fleet.length,
      online: fleet.filter((v) => v.online).length,
      engineOn: fleet.filter((v) => v.state === 'drive' || v.state === 'work' || v.state === 'idle').length,
      offline: fleet.filter((v) => v.state === 'offline').length,
      sosRaised: raised.length,
      sosOpen: sosRows.filter((c) => c.closedAt === null).length,
      oldestRaisedAt: raised[0]?.raisedAt ?? null,
      faultsOccurred: open(['occurred']),
      faultsOpen: open(['occurred', 'accepted']),
    };
  };
  const at = () => new Date().toISOString();
  const me = { id: 3, name: '김민수' };
  const memberOf = (id: string) => {
    const [group = 'HEAD_OFFICE', role = 'ADMIN'] = id.toUpperCase().split('.');
    const groupType = session.member.data.element.shape.groupType.options.find((g) => g === group) ?? 'HEAD_OFFICE';
    return {
      id: 3,
      loginId: id,
      name: '김민수',
      groupId: 1,
      groupName: '본사',
      groupType,
      role: role === 'STAFF' ? ('STAFF' as const) : ('ADMIN' as const),
      units: 'km' as const,
    };
  };
  return [
    answer(session.config, () => ({
      version: '1.0.0',
      development: true,
      mapTileUrl: null,
      mapAttribution: null,
      queryMaxDays: 31,
      demoAccounts: [
        { id: 'head_office.admin', groupType: 'HEAD_OFFICE' as const, role: 'ADMIN' as const, organization: '본사' },
        { id: 'region.staff', groupType: 'REGION' as const, role: 'STAFF' as const, organization: '전북지역본부' },
        { id: 'agency.admin', groupType: 'AGENCY' as const, role: 'ADMIN' as const, organization: '정읍대리점' },
      ],
    })),
    ...accountAnswers(memberOf, token),
    ...administrationAnswers(),
    answer(session.refresh, () => ({ accessToken: token('HEAD_OFFICE', 'ADMIN'), refreshToken: 'r' })),
    answer(session.logout, () => ({ ended: true as const })),
    answer(session.member, ({ params }) => [memberOf(params.id)]),
    ...houseAnswers(),
    ...modelAnswers(),
    ...serviceAnswers(),
    ...afterServiceAnswers(),
    ...programAnswers(),
    ...myAccountAnswers(emit),
    answer(organizations.nearest, ({ query }) => nearest(query.lat, query.lon)),

    answer(vehicles.list, ({ query: q }) => {
      const box = q.bbox?.split(',').map(Number);
      const rows = fleet.filter(
        (v) =>
          (!q.vin || v.vin.includes(q.vin)) &&
          (q.state.length === 0 || q.state.includes(v.state)) &&
          (q.model.length === 0 || q.model.includes(v.model)) &&
          (!q.openFault || v.openFaults > 0) &&
          (!q.openSos || v.openSos > 0) &&
          (!box ||
            (v.lat !== null &&
              v.lon !== null &&
              v.lon >= (box[0] ?? 0) &&
              v.lat >= (box[1] ?? 0) &&
              v.lon <= (box[2] ?? 0) &&
              v.lat <= (box[3] ?? 0))),
      );
      const states = ['drive', 'work', 'idle', 'offline', 'off', 'never'];
      rows.sort(
        (a, b) =>
          b.openSos - a.openSos || b.openFaults - a.openFaults || states.indexOf(a.state) - states.indexOf(b.state),
      );
      return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
    }),
    answer(vehicles.counts, counts),
    ...dashAnswers(counts),
    answer(vehicles.models, () => [...new Set(fleet.map((v) => v.model))]),
    answer(infoCheck.find, ({ query }) => ({
      vehicles: fleet
        .filter((v) => v.vin.includes(query.text.toUpperCase()) || v.deviceId?.includes(query.text.toUpperCase()))
        .slice(0, 10)
        .map(({ id, vin, model, deviceId, state }) => ({ id, vin, model, deviceId, state })),
      devices: [],
      customers: [],
    })),
    answer(vehicles.get, ({ params }) => {
      const v = fleet[params.id - 1] ?? missing();
      return {
        ...v,
        version: 1,
        imageId: null,
        imageAlt: null,
        deviceKey: v.id,
        terms: v.customer === null ? null : ('agreed' as const),
        person: { id: 3, name: '이서연' },
        statusMemo: '',
        corrections:
          v.hoursCorrection === 0
            ? []
            : [
                {
                  meter: 'hours' as const,
                  value: v.hoursCorrection,
                  since: '2026-05-10',
                  reason: '계기판 교체',
                  by: '김민수',
                  at: '2026-05-10T01:00:00.000Z',
                },
              ],
        modelType: 'premium' as const,
        remoteControl: 'start' as const,
        thresholds: { x: 45, y: 45, z: 60 },
        shippedOn: '2025-03-20',
        firmware: '2.4.1',
        sim: '8982300',
        rssi: -71,
        deviceType: 1,
        intervalSeconds: 30,
        served: null,
        now: nowOf(v),
      };
    }),
    answer(vehicles.recent, () => recentOf(Date.now())),
    answer(vehicles.days, ({ query }) =>
      [1, 2, 3, 8, 9, 15, 20, 21].map((d) => `${query.month}-${String(d).padStart(2, '0')}`),
    ),
    answer(vehicles.track, ({ params }) => ({
      points: trackOf(fleet[params.id - 1] ?? missing(), Date.now(), 180),
      marks: [],
      trips: [],
    })),
    answer(vehicles.faults, ({ params }) => faultRows.filter((f) => f.vehicle.id === params.id)),
    answer(vehicles.history, () => ({ rows: [], total: 0 })),
    answer(vehicles.hours, () => engineDays()),
    answer(vehicles.sos, () => []),
    answer(vehicles.consumables, () => [
      {
        id: 1,
        name: '엔진오일',
        maintenance: 'replace' as const,
        number: 3,
        usedHours: 231,
        cycleHours: 250,
        usedDays: 120,
        cycleDays: 365,
        percent: 92.4,
        state: 'imminent' as const,
        since: new Date().toISOString(),
      },
      {
        id: 2,
        name: '에어필터',
        maintenance: 'inspect' as const,
        number: 1,
        usedHours: 30,
        cycleHours: 100,
        usedDays: null,
        cycleDays: null,
        percent: 30,
        state: 'safe' as const,
        since: new Date().toISOString(),
      },
    ]),
    answer(vehicles.ownership, () => []),
    answer(vehicles.installations, () => []),
    answer(vehicles.lastStart, () => null),
    answer(vehicles.people, () => [{ id: 3, name: '이서연', loginId: 'seoyeon' }]),
    answer(vehicles.dealerPreview, () => ({
      leaves: [{ id: 9, name: '나주대리점' }],
      enters: [{ id: 7, name: '정읍대리점' }],
      openFaults: 1,
      openSos: 0,
    })),

    answer(sosAlerts.list, ({ query: q }) => {
      const rows = sosRows
        .filter(
          (c) =>
            (q.tab === 'all' || (q.tab === 'queue') === (c.closedAt === null)) &&
            (q.status.length === 0 || q.status.includes(c.status)) &&
            (q.type.length === 0 || q.type.includes(c.type)),
        )
        .sort(compareSos);
      return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
    }),
    answer(sosAlerts.counts, () => ({
      raised: sosRows.filter((c) => c.status === 'raised').length,
      acknowledged: 2,
      dispatched: 1,
      closedToday: 7,
      closed: sosRows.filter((c) => c.closedAt !== null).length,
      all: sosRows.length,
      medianAcknowledgeSeconds: 34,
      medianResolveSeconds: 2520,
    })),
    answer(sosAlerts.get, ({ params }) => sosDetail(call(params.id))),
    answer(sosAlerts.evidence, () => []),
    answer(sosAlerts.handlers, () => [me, { id: 4, name: '이서연' }]),
    answer(sosAlerts.acknowledge, ({ params }) => {
      const c = call(params.id);
      if (c.status !== 'raised')
        throw new Problem('SOS_ALREADY_ACKNOWLEDGED', { by: c.acknowledgedBy ?? '–', at: c.acknowledgedAt ?? at() });
      return changeSos(params.id, 'sos.acknowledged', {
        status: 'acknowledged',
        acknowledgedAt: at(),
        acknowledgedBy: me.name,
        handler: me,
        nextEscalationAt: null,
      });
    }),
    answer(sosAlerts.dispatch, ({ params, body }) =>
      changeSos(params.id, 'sos.dispatched', {
        status: 'dispatched',
        dispatchedAt: at(),
        dispatch: {
          agency: { id: body.agencyId, name: '정읍대리점' },
          person: body.person,
          phone: body.phone,
          etaMinutes: body.etaMinutes,
          note: body.note ?? null,
        },
      }),
    ),
    answer(sosAlerts.assign, ({ params }) => changeSos(params.id, 'sos.assigned', { handler: me })),
    answer(sosAlerts.escalate, ({ params }) =>
      changeSos(params.id, 'sos.escalated', {
        escalationLevel: call(params.id).escalationLevel + 1,
        escalatedTo: { id: 10, name: '전북지역본부' },
      }),
    ),
    answer(sosAlerts.note, ({ params }) => changeSos(params.id, 'sos.noted', {})),
    answer(sosAlerts.resolve, ({ params, body }) =>
      changeSos(params.id, 'sos.resolved', { status: 'resolved', closedAt: at(), ...body }),
    ),
    answer(sosAlerts.falseAlarm, ({ params, body }) =>
      changeSos(params.id, 'sos.falseAlarm', { status: 'falseAlarm', closedAt: at(), ...body }),
    ),

    answer(faults.list, ({ query: q }) => {
      const rank = { critical: 0, major: 1, minor: 2 };
      const over = (f: FaultRow) => (f.dueAt !== null && Date.parse(f.dueAt) < Date.now() ? 0 : 1);
      const rows = faultRows
        .filter(
          (f) =>
            (q.tab === 'all' || (q.tab === 'completed') === !isOpenFault(f.status)) &&
            (q.severity.length === 0 || q.severity.includes(f.severity)) &&
            (!q.text || f.code.includes(q.text)) &&
            (!q.vin || f.vehicle.vin.includes(q.vin)),
        )
        .sort(
          (a, b) =>
            over(a) - over(b) ||
            rank[a.severity] - rank[b.severity] ||
            a.status.localeCompare(b.status) * -1 ||
            a.occurredAt.localeCompare(b.occurredAt),
        );
      return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
    }),
    answer(faults.counts, () => ({
      queue: faultRows.length,
      mine: 5,
      overdue: 1,
      critical: count(['occurred', 'accepted'], 'critical'),
      major: count(['occurred', 'accepted'], 'major'),
      minor: count(['occurred', 'accepted'], 'minor'),
      acceptedToday: 28,
      completedToday: 31,
      lastAt: null,
    })),
    answer(faults.get, ({ params }) => faultDetail(report(params.id))),
    answer(faults.people, () => [me, { id: 7, name: '박지훈' }]),
    answer(faults.take, ({ params }) => changeFault(params.id, 'fault.taken', { personInCharge: me })),
    answer(faults.accept, ({ params }) =>
      changeFault(params.id, 'fault.accepted', {
        status: 'accepted',
        acceptedAt: at(),
        acceptedBy: me.name,
        dueAt: null,
      }),
    ),
    answer(faults.reassign, ({ params }) => changeFault(params.id, 'fault.reassigned', {})),
    answer(faults.complete, ({ params, body }) =>
      changeFault(params.id, 'fault.completed', {
        status: `${body.kind}Completed`,
        completedAt: at(),
        completedBy: me.name,
        memo: body.memo,
      }),
    ),
    answer(faults.escalate, ({ params }) => changeFault(params.id, 'fault.escalated', { escalationLevel: 1 })),
    answer(faults.replay, ({ params }) => incident(report(params.id))),
    answer(faults.acceptMany, ({ body }) =>
      body.ids.map((id) =>
        changeFault(id, 'fault.accepted', { status: 'accepted', acceptedAt: at(), acceptedBy: me.name, dueAt: null }),
      ),
    ),
    answer(faults.customer, ({ params }) => ({
      id: report(params.id).customer?.id ?? 0,
      name: '김민수',
      phone: '010-5555-1234',
    })),
    answer(catalogue.versions, () => [
      {
        version: 1,
        fileName: 'engine-2027-03.json',
        loadedAt: at(),
        loadedBy: '김민수',
        inUse: false,
        usedAt: null,
        usedBy: null,
        changes: [
          { code: 'E0333', fields: ['nameKo', 'nameEn'] },
          { code: 'E0410', fields: ['severity'] },
        ],
      },
      {
        version: 0,
        fileName: null,
        loadedAt: null,
        loadedBy: null,
        inUse: true,
        usedAt: null,
        usedBy: null,
        changes: [],
      },
    ]),
    answer(catalogue.gaps, () => [
      { code: 'E0901', spn: 520_312, fmi: 31, count: 12, vehicles: 3, firstAt: at(), lastAt: at() },
    ]),
    answer(faults.note, ({ params, body }) => changeFault(params.id, 'fault.noted', { memo: body.memo })),
  ];
}

const count = (status: string[], severity: string): number =>
  faultRows.filter((f) => status.includes(f.status) && f.severity === severity).length;
function missing(): never {
  throw new Problem('NOT_FOUND');
}

/** A working month: nothing on Sundays, nothing heard on one day. */
const engineDays = () =>
  Array.from({ length: 31 }, (_, i) => {
    const day = new Date(Date.now() - (30 - i) * 86_400_000).toISOString().slice(0, 10);
    const silent = i === 12;
    return {
      day,
      hours: silent ? null : new Date(day).getUTCDay() === 0 ? 0 : 2 + ((i * 7) % 9) / 1.3,
      reading: silent ? null : 1200 + i * 5,
      correction: 0,
      reset: false,
    };
  });
