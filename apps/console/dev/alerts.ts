import type { FaultDetail, FaultRow } from '@headland/contracts/fault';
import type { SosDetail, SosRow } from '@headland/contracts/sos';
import type { Incident } from '@headland/contracts/shared-shapes';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { ago, fleet, nearest, nowOf, pick, random, recentOf, trackOf, wave } from './fleet';

/** Faults and calls of the invented fleet, with what their pages show. */
const codes = [
  ['E0433', '오일 압력 낮음', 'Oil pressure low', 'critical', 100, 1],
  ['E0361', '레일 압력 초과', 'Rail pressure above limit', 'critical', 157, 0],
  ['E0302', '냉각수 과열', 'Coolant over temperature', 'critical', 110, 0],
  ['E0389', '요소수 압력 낮음', 'Urea pressure low', 'major', 4334, 18],
  ['E0306', '흡기 유량 전압 높음', 'Air mass flow, voltage high', 'major', 132, 3],
  ['E0374', 'DPF 차압 높음', 'DPF differential pressure high', 'major', 3251, 0],
  ['E0299', '냉각수 센서 불규칙', 'Coolant sensor erratic', 'minor', 110, 2],
  ['E0328', '예열 릴레이 단선', 'Glow plug relay open', 'minor', 676, 5],
] as const;
const limitSeconds = { critical: 600, major: 7200, minor: 86_400 };

export const faultRows: FaultRow[] = Array.from({ length: 83 }, (_, i) => {
  const vehicle = fleet[(i * 9 + 3) % fleet.length] as VehicleRow;
  const [code, ko, en, severity, spn, fmi] = pick(codes);
  const accepted = random() < 0.3;
  const age = random() * limitSeconds[severity] * 1.1;
  vehicle.openFaults++;
  vehicle.worstFault = severity === 'critical' || vehicle.worstFault === null ? severity : vehicle.worstFault;
  return {
    id: 48_000 + i,
    version: 1,
    status: accepted ? 'accepted' : 'occurred',
    severity,
    code,
    name: { ko, en },
    part: { ko: '요소수 펌프, SCR', en: 'Urea pump, SCR' },
    spn,
    fmi,
    lamp: severity === 'critical' ? 'RSL' : 'AWL',
    count: 1 + Math.floor(random() * 6),
    occurredAt: ago(age),
    lastAt: ago(age / 3),
    receivedAt: ago(age),
    clearedAt: random() < 0.1 ? ago(age / 4) : null,
    vehicle: ref(vehicle),
    lat: vehicle.lat,
    lon: vehicle.lon,
    place: vehicle.place,
    agency: vehicle.dealer,
    personInCharge: accepted ? { id: 7, name: '박지훈' } : null,
    dueAt: accepted ? null : new Date(Date.now() - age * 1000 + limitSeconds[severity] * 1000).toISOString(),
    acceptedAt: accepted ? ago(age / 2) : null,
    acceptedBy: accepted ? '이서연' : null,
    completedAt: null,
    completedBy: null,
    escalationLevel: 0,
    escalatedTo: null,
    memo: null,
    customer: vehicle.customer,
    deliveryFailed: random() < 0.05,
    primaries: [],
    consequences: 0,
  };
});

export const sosRows: SosRow[] = (
  [
    ['rollover', 'acknowledged', 252],
    ['collision', 'acknowledged', 475],
    ['button', 'dispatched', 1600],
  ] as const
).map(([type, status, seconds], i) => newSos(4700 + i, fleet[i * 31 + 2] as VehicleRow, type, status, seconds));

export function newSos(
  id: number,
  vehicle: VehicleRow,
  type: SosRow['type'],
  status: SosRow['status'],
  seconds: number,
): SosRow {
  vehicle.openSos = 1;
  const seen = status === 'raised' ? null : ago(seconds - 33);
  return {
    id,
    version: 1,
    status,
    type,
    origin: type === 'button' ? 'device' : 'tilt',
    late: false,
    presses: type === 'button' ? 2 : 1,
    raisedAt: ago(seconds),
    receivedAt: ago(seconds - 1),
    deviceTime: null,
    skewMs: null,
    vehicle: ref(vehicle),
    lat: vehicle.lat,
    lon: vehicle.lon,
    positionAt: null,
    place: vehicle.place,
    agency: vehicle.dealer,
    handler: seen ? { id: 3, name: '이서연' } : null,
    escalationLevel: 0,
    escalatedTo: null,
    nextEscalationAt: status === 'raised' ? new Date(Date.now() + (60 - seconds) * 1000).toISOString() : null,
    nextEscalationTo: { id: 10, name: '전북지역본부' },
    acknowledgedAt: seen,
    acknowledgedBy: seen ? '이서연' : null,
    dispatchedAt: status === 'dispatched' ? ago(seconds - 200) : null,
    closedAt: null,
    injured: null,
    cause: null,
    resolution: null,
    customer: { id: 1, name: '최유진', phone: '010-5555-0187' },
    dispatch:
      status === 'dispatched'
        ? { agency: vehicle.dealer, person: '정하늘', phone: '010-5555-0119', etaMinutes: 15, note: null }
        : null,
  };
}

function ref(v: VehicleRow) {
  return { id: v.id, vin: v.vin, model: v.model, deviceId: v.deviceId };
}

export function sosDetail(row: SosRow): SosDetail {
  const v = fleet[row.vehicle.id - 1] as VehicleRow;
  return {
    ...row,
    speed: 0,
    tilt: { x: 52.4, y: 11.8, z: 4 },
    thresholds: { x: 45, y: 45, z: 60 },
    now: nowOf(v),
    track: trackOf(v, Date.parse(row.raisedAt), 30),
    nearest: nearest(row.lat, row.lon).slice(0, 3),
    steps: [
      { number: 1, at: row.raisedAt, name: 'sos.raised', by: null, note: null },
      ...(row.acknowledgedAt
        ? [{ number: 2, at: row.acknowledgedAt, name: 'sos.acknowledged', by: row.acknowledgedBy, note: null }]
        : []),
    ],
    deliveries: [
      {
        id: 1,
        channel: 'push',
        to: row.agency.name,
        text: 'SOS',
        state: 'delivered',
        at: row.receivedAt,
        attempts: 1,
        nextTryAt: null,
        problem: null,
      },
      {
        id: 2,
        channel: 'sms',
        to: row.agency.name,
        text: 'SOS',
        state: 'failed',
        at: row.receivedAt,
        attempts: 3,
        nextTryAt: null,
        problem: 'gateway 503',
      },
    ],
    earlier: [],
  };
}

export function incident(row: FaultRow): Incident {
  const v = fleet[row.vehicle.id - 1] as VehicleRow;
  const moment = Date.parse(row.occurredAt);
  const where = { lat: row.lat, lon: row.lon };
  return {
    vehicleId: v.id,
    at: moment,
    from: moment - 1_800_000,
    to: moment + 1_800_000,
    points: trackOf(v, moment + 1_800_000, 60),
    values: recentOf(moment + 1_800_000),
    moments: [
      { ts: moment - 1_500_000, name: 'engine.started', what: null, text: null, by: null, ...where },
      { ts: moment, name: 'fault.occurred', what: row.code, text: row.name, by: null, ...where },
      {
        ts: moment + 300_000,
        name: 'fault.accepted',
        what: row.code,
        text: row.name,
        by: '이서연',
        lat: null,
        lon: null,
      },
    ],
  };
}

export function faultDetail(row: FaultRow): FaultDetail {
  const v = fleet[row.vehicle.id - 1] as VehicleRow;
  return {
    ...row,
    whatToDo: { ko: '요소수 수위와 배관의 공기를 확인하세요.', en: 'Check the urea level and lines for air.' },
    system: 'SCR',
    knowledge: {
      actionTech: 'Priming 120 s; below 700 kPa replace filter, then pump',
      causes: ['air in line', 'filter', 'pump', 'leak', 'frozen'],
      checks: ['lqsLevel', 'pumpPriming', 'defControlTest'],
      reaction: 'DERATE',
      inducementGroup: 'DOSING',
      selfCuring: true,
    },
    limits: { coolant: [110] },
    consumables: [
      { id: 1, name: '엔진오일', state: 'exceeded', percent: 112 },
      { id: 2, name: '에어필터', state: 'imminent', percent: 93 },
    ],
    images: [],
    repairedOn: null,
    partCode: null,
    now: nowOf(v),
    freeze: {
      ureaPressure: wave(760, 30, Date.parse(row.occurredAt) - 300_000, 60),
      defLevel: wave(38, 1, Date.parse(row.occurredAt) - 300_000, 60),
      exhaustTemp: wave(342, 12, Date.parse(row.occurredAt) - 300_000, 60),
      coolant: wave(98, 6, Date.parse(row.occurredAt) - 300_000, 60),
      rpm: wave(1800, 120, Date.parse(row.occurredAt) - 300_000, 60),
    },
    track: trackOf(v, Date.parse(row.occurredAt), 10),
    nearest: nearest(row.lat, row.lon).slice(0, 3),
    others: [
      {
        id: 2,
        code: 'E0439',
        name: { ko: '센서 전원 1 전압 높음/전원 단락', en: 'Sensor supply 1 voltage high/short to supply' },
        severity: 'major',
        status: 'occurred',
        relation: 'primary',
      },
      {
        id: 3,
        code: 'E0377',
        name: { ko: '예열플러그 릴레이 단선', en: 'Glow relay open circuit' },
        severity: 'minor',
        status: 'accepted',
        relation: null,
      },
    ],
    steps: [{ number: 1, at: row.occurredAt, name: 'fault.occurred', by: null, note: null }],
    deliveries: [],
  };
}
