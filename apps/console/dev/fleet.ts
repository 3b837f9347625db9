import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { VehicleRow, VehicleState } from '@headland/contracts/vehicle';

/** An invented fleet for looking at screens without a server: the same every time it starts, moving while it runs. */
let seed = 20261120;
export const random = (): number => {
  seed = (seed * 1664525 + 1013904223) % 2 ** 32;
  return seed / 2 ** 32;
};
export const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const gauss = () => (random() + random() + random() - 1.5) / 1.5;
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

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

export const agencies = centres.map((c, i) => ({
  id: 100 + i,
  name: `${c.ko}대리점`,
  type: 'AGENCY' as const,
  parentId: 10,
  lat: c.lat,
  lon: c.lon,
}));

export const fleet: VehicleRow[] = Array.from({ length: 812 }, (_, i) => {
  const at = Math.floor(random() * centres.length);
  const centre = centres[at] ?? centres[0];
  const [model, horsepower] = pick(models);
  const r = random();
  const state: VehicleState =
    r < 0.16 ? 'drive' : r < 0.34 ? 'work' : r < 0.43 ? 'idle' : r < 0.95 ? 'off' : r < 0.99 ? 'offline' : 'never';
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
    key: state === 'off' && i % 5 !== 0 ? 'off' : 'on',
    work: state === 'idle' || state === 'work' || state === 'drive' ? state : null,
    odometerCorrection: 0,
    hoursCorrection: i % 40 === 2 ? 1200 : 0,
    odometer: 400 + random() * 9000,
    engineHours: 80 + random() * 4800,
    fuelUsed: 1000 + random() * 20000,
    startedAt: ago(random() * 90_000),
    lat: positioned ? centre.lat + gauss() * 0.22 : null,
    lon: positioned ? centre.lon + gauss() * 0.26 : null,
    place: positioned
      ? { ko: `${centre.ko} ${Math.ceil(random() * 12)} km 북동`, en: `${centre.en} ${Math.ceil(random() * 12)} km NE` }
      : null,
    openFaults: 0,
    worstFault: null,
    openSos: 0,
    lastSeenAt:
      state === 'never'
        ? null
        : ago(state === 'offline' ? 1100 : state === 'off' ? 3600 + random() * 20000 : random() * 12),
  };
});

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
    key: v.key,
    work: on ? (v.state as 'idle') : null,
    startedAt: v.startedAt,
    openFaults: v.openFaults,
    openSos: v.openSos,
    skewMs: 120,
  };
}

/** Agencies around a place, the nearest first. */
export const nearest = (lat: number | null, lon: number | null) =>
  agencies
    .map((a) => ({
      id: a.id,
      name: a.name,
      phone: '063-555-0110',
      lat: a.lat,
      lon: a.lon,
      distanceKm:
        lat === null || lon === null ? null : Math.round(Math.hypot((a.lat - lat) * 111, (a.lon - lon) * 90) * 10) / 10,
    }))
    .sort((a, b) => (a.distanceKm ?? 0) - (b.distanceKm ?? 0));

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

export const wave = (base: number, swing: number, from: number, n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => [
    from + i * 10_000,
    Math.round((base + Math.sin(i / 5) * swing + gauss() * swing * 0.2) * 10) / 10,
  ]);
export const recentOf = (to: number): Record<string, [number, number][]> => ({
  rpm: wave(1800, 200, to - 1_800_000, 180),
  speed: wave(8, 3, to - 1_800_000, 180),
  coolant: wave(84, 2, to - 1_800_000, 180),
  fuelLevel: wave(62, 0.4, to - 1_800_000, 180),
  oilPressure: wave(380, 20, to - 1_800_000, 180),
  load: wave(46, 14, to - 1_800_000, 180),
});
