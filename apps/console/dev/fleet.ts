import type { FaultDetail, FaultRow } from '@headland/contracts/fault';
import type { SosDetail, SosRow } from '@headland/contracts/sos';
import type { Incident, VehicleNow } from '@headland/contracts/shared-shapes';
import type { VehicleRow, VehicleState } from '@headland/contracts/vehicle';

/** An invented fleet for looking at screens without a server: the same every time it starts, moving while it runs. */
let seed = 20261120;
const random = (): number => {
  seed = (seed * 1664525 + 1013904223) % 2 ** 32;
  return seed / 2 ** 32;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const gauss = () => (random() + random() + random() - 1.5) / 1.5;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

const centres = [
  { ko: '정읍', en: 'Jeongeup', lat: 35.57, lon: 126.86 },
  { ko: '김제', en: 'Gimje', lat: 35.8, lon: 126.88 },
  { ko: '전주', en: 'Jeonju', lat: 35.82, lon: 127.11 },
  { ko: '익산', en: 'Iksan', lat: 35.95, lon: 126.96 },
  { ko: '고창', en: 'Gochang', lat: 35.44, lon: 126.7 },
  { ko: '나주', en: 'Naju', lat: 35.02, lon: 126.71 },
  { ko: '남원', en: 'Namwon', lat: 35.41, lon: 127.39 },
  { ko: '논산', en: 'Nonsan', lat: 36.19, lon: 127.1 },
  { ko: '상주', en: 'Sangju', lat: 36.41, lon: 128.16 },
  { ko: '홍성', en: 'Hongseong', lat: 36.6, lon: 126.66 },
  { ko: '밀양', en: 'Miryang', lat: 35.5, lon: 128.75 },
  { ko: '이천', en: 'Icheon', lat: 37.27, lon: 127.43 },
] as const;
const models = [
  ['HL 6-110', 110],
  ['HL 4-58', 58],
  ['HL 9-145', 145],
  ['HE-55', 55],
  ['HE-80', 80],
] as const;
const families = ['김', '이', '박', '최', '정', '강', '조', '윤'];

export const agencies = centres.map((c, i) => ({ id: 100 + i, name: `${c.ko}대리점`, type: 'AGENCY' as const, parentId: 10, lat: c.lat, lon: c.lon }));

export const fleet: VehicleRow[] = Array.from({ length: 812 }, (_, i) => {
  const at = Math.floor(random() * centres.length);
  const centre = centres[at] ?? centres[0];
  const [model, horsepower] = pick(models);
  const r = random();
  const state: VehicleState = r < 0.16 ? 'drive' : r < 0.34 ? 'work' : r < 0.43 ? 'idle' : r < 0.95 ? 'off' : r < 0.99 ? 'offline' : 'never';
  const positioned = state !== 'never';
  return {
    id: i + 1,
    vin: `HDLT${model.startsWith('HE') ? 'E0' : '6A'}11NSK${String(2000 + i * 7).padStart(6, '0')}`,
    model,
    deviceId: `HL-D${String(4000 + i)}`,
    customer: { id: i + 1, name: `${pick(families)}*${pick(['수', '진', '호', '연'])}`, phone: '010-****-0142' },
    dealer: { id: 100 + at, name: `${centre.ko}대리점` },
    releaseYear: 2020 + (i % 6),
    horsepower,
    transmission: null,
    matchedOn: '2025-03-02',
    soldOn: '2025-04-11',
    state,
    online: state !== 'offline' && state !== 'never',
    heading: positioned ? Math.floor(random() * 360) : null,
    speed: state === 'drive' ? 8 + random() * 14 : state === 'work' ? 3 + random() * 5 : 0,
    engine: state === 'off' ? 'off' : 'on',
    work: state === 'idle' || state === 'work' || state === 'drive' ? state : null,
    odometerCorrection: 0,
    hoursCorrection: i % 40 === 2 ? 1200 : 0,
    odometer: 400 + random() * 9000,
    engineHours: 80 + random() * 4800,
    fuelUsed: 1000 + random() * 20000,
    startedAt: ago(random() * 90_000),
    lat: positioned ? centre.lat + gauss() * 0.22 : null,
    lon: positioned ? centre.lon + gauss() * 0.26 : null,
    place: positioned ? { ko: `${centre.ko} ${Math.ceil(random() * 12)} km 북동`, en: `${centre.en} ${Math.ceil(random() * 12)} km NE` } : null,
    openFaults: 0,
    worstFault: null,
    openSos: 0,
    lastSeenAt: state === 'never' ? null : ago(state === 'offline' ? 1100 : state === 'off' ? 3600 + random() * 20000 : random() * 12),
  };
});

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
    completion: null,
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

export function newSos(id: number, vehicle: VehicleRow, type: SosRow['type'], status: SosRow['status'], seconds: number): SosRow {
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
    dispatch: status === 'dispatched' ? { agency: vehicle.dealer, person: '정하늘', phone: '010-5555-0119', etaMinutes: 15, note: null } : null,
  };
}

function ref(v: VehicleRow) {
  return { id: v.id, vin: v.vin, model: v.model, deviceId: v.deviceId };
}

export function nowOf(v: VehicleRow): VehicleNow {
  const on = v.state === 'drive' || v.state === 'work' || v.state === 'idle';
  return {
    id: v.id,
    state: v.state,
    online: v.online,
    ts: v.lastSeenAt,
    lastSeenAt: v.lastSeenAt,
    lat: v.lat,
    lon: v.lon,
    positionTs: v.lastSeenAt,
    place: v.place,
    values: {
      speed: v.speed ?? 0,
      rpm: on ? 1500 + (v.id % 400) : 0,
      load: on ? 40 + (v.id % 30) : 0,
      fuelLevel: 20 + (v.id % 70),
      defLevel: 38,
      coolant: 81,
      oilTemp: 92,
      exhaustTemp: 342,
      oilPressure: 380,
      railPressure: 1240,
      battery: 12.6,
      hitch: 0,
      pto: 0,
      engineHours: v.engineHours ?? 0,
      odometer: v.odometer ?? 0,
      fuelUsed: v.fuelUsed ?? 0,
      dpfSoot: 41,
    },
    tilt: { x: 3.2, y: -1.4, z: 0.3 },
    engine: on ? 'on' : 'off',
    work: on ? (v.state as 'idle') : null,
    startedAt: v.startedAt,
    openFaults: v.openFaults,
    openSos: v.openSos,
    skewMs: 120,
  };
}

const nearest = (lat: number | null, lon: number | null) =>
  agencies
    .map((a) => ({
      id: a.id,
      name: a.name,
      phone: '063-555-0110',
      lat: a.lat,
      lon: a.lon,
      distanceKm: lat === null || lon === null ? null : Math.round(Math.hypot((a.lat - lat) * 111, (a.lon - lon) * 90) * 10) / 10,
    }))
    .sort((a, b) => (a.distanceKm ?? 0) - (b.distanceKm ?? 0));
export { nearest };

export function trackOf(v: VehicleRow, end: number, minutes: number) {
  const n = minutes * 2;
  const lat = v.lat ?? 35.6;
  const lon = v.lon ?? 126.9;
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / 8);
    const along = row % 2 === 0 ? i % 8 : 7 - (i % 8);
    return {
      ts: end - (n - i) * 30_000,
      lat: lat - 0.004 + row * 0.0009 * (8 / Math.max(8, n / 8)),
      lon: lon - 0.008 + along * 0.001,
      heading: row % 2 === 0 ? 90 : 270,
      speed: 6,
      state: row === 0 ? ('drive' as const) : ('work' as const),
      rpm: 1800,
      engineHours: v.engineHours,
      fuelUsed: v.fuelUsed,
    };
  }).filter((_, i) => i < n * 0.5 || i > n * 0.6);
}

const wave = (base: number, swing: number, from: number, n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => [from + i * 10_000, Math.round((base + Math.sin(i / 5) * swing + gauss() * swing * 0.2) * 10) / 10]);
export const recentOf = (to: number): Record<string, [number, number][]> => ({
  rpm: wave(1800, 200, to - 1_800_000, 180),
  speed: wave(8, 3, to - 1_800_000, 180),
  coolant: wave(84, 2, to - 1_800_000, 180),
  fuelLevel: wave(62, 0.4, to - 1_800_000, 180),
  oilPressure: wave(380, 20, to - 1_800_000, 180),
  load: wave(46, 14, to - 1_800_000, 180),
});

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
      ...(row.acknowledgedAt ? [{ number: 2, at: row.acknowledgedAt, name: 'sos.acknowledged', by: row.acknowledgedBy, note: null }] : []),
    ],
    deliveries: [
      { id: 1, channel: 'push', to: row.agency.name, text: 'SOS', state: 'delivered', at: row.receivedAt, attempts: 1, nextTryAt: null, problem: null },
      { id: 2, channel: 'sms', to: row.agency.name, text: 'SOS', state: 'failed', at: row.receivedAt, attempts: 3, nextTryAt: null, problem: 'gateway 503' },
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
      { ts: moment + 300_000, name: 'fault.accepted', what: row.code, text: row.name, by: '이서연', lat: null, lon: null },
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
      { id: 3, code: 'E0377', name: { ko: '예열플러그 릴레이 단선', en: 'Glow relay open circuit' }, severity: 'minor', status: 'accepted', relation: null },
    ],
    steps: [{ number: 1, at: row.occurredAt, name: 'fault.occurred', by: null, note: null }],
    deliveries: [],
  };
}
