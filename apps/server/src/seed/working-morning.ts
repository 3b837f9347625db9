import type { Signal } from '../fleet/telemetry/signal-columns.reads';
import type { Draw } from './pseudo-random';

/** A sample of a machine's morning, as telemetry keeps it. Times in epoch ms; positions in degrees. */
export interface MorningSample {
  ts: number;
  lat: number;
  lon: number;
  heading: number;
  speed: number;
  engine: boolean;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number;
  engineHours: number;
  odometer: number;
  fuelUsed: number;
  signals: Partial<Record<Signal, number>>;
}

const stepS = 10;
type Leg = { doing: 'drive' | 'work'; x: number; y: number; kmh: number } | { doing: 'idle'; minutes: number };
const load = {
  idle: { rpm: 900, litresPerHour: 3, load: 14 },
  drive: { rpm: 1650, litresPerHour: 9, load: 42 },
  work: { rpm: 1950, litresPerHour: 15, load: 71 },
};

/** Readings of the other meters of a tractor that has worked so many hours: km and litres. The simulated fleet goes on from them. */
export const metersAfter = (engineHours: number): { odometer: number; fuelUsed: number } => ({
  odometer: Math.round(engineHours * 6),
  fuelUsed: Math.round(engineHours * 8),
});

/** Out to a field, row by row with a pause, and home again: about three hours from the key on to the key off, a sample each ten seconds. */
export function workingMorning(
  home: { lat: number; lon: number; engineHours: number },
  startMs: number,
  draw: Draw,
): MorningSample[] {
  const at = { x: 0, y: 0, heading: 90, km: 0, litres: 0, hours: 0 };
  const samples: MorningSample[] = [];
  let ts = startMs;
  const addSample = (engine: boolean, doing: 'idle' | 'drive' | 'work', kmh: number): void => {
    const { rpm, load: percent } = load[doing];
    const jitter = (by: number): number => (draw.next() - 0.5) * by;
    samples.push({
      ts,
      lat: home.lat + at.y / 111_320,
      lon: home.lon + at.x / (111_320 * Math.cos((home.lat * Math.PI) / 180)),
      heading: Math.round(at.heading),
      speed: kmh === 0 ? 0 : one(kmh + jitter(0.8)),
      engine,
      work: engine ? doing : null,
      rpm: engine ? Math.round(rpm + jitter(80)) : 0,
      engineHours: at.hours,
      odometer: at.km,
      fuelUsed: at.litres,
      signals: engine
        ? {
            load: Math.round(percent + jitter(12)),
            coolant: one(84 + jitter(4)),
            oilPressure: Math.round(380 + jitter(40)),
            battery: one(13.9 + jitter(0.3)),
            fuelLevel: Math.max(5, Math.round(90 - (ts - startMs) / 180_000)),
            tiltX: one(jitter(5)),
            tiltY: one(jitter(4)),
            tiltZ: 0,
          }
        : { battery: 12.7 },
    });
  };
  for (const leg of legs(draw)) {
    const kmh = leg.doing === 'idle' ? 0 : leg.kmh;
    const [dx, dy] = leg.doing === 'idle' ? [0, 0] : [leg.x - at.x, leg.y - at.y];
    const seconds = leg.doing === 'idle' ? leg.minutes * 60 : Math.hypot(dx, dy) / (kmh / 3.6);
    const steps = Math.max(1, Math.round(seconds / stepS));
    if (leg.doing !== 'idle') at.heading = ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360;
    for (let i = 0; i < steps; i++) {
      addSample(true, leg.doing, kmh);
      ts += stepS * 1000;
      at.x += dx / steps;
      at.y += dy / steps;
      at.km += Math.hypot(dx, dy) / steps / 1000;
      at.litres += (load[leg.doing].litresPerHour * stepS) / 3600;
      at.hours += stepS / 3600;
    }
  }
  addSample(false, 'idle', 0);
  // the meters go on from here today: it ends with their present readings
  const now = metersAfter(home.engineHours);
  return samples.map((sample) => ({
    ...sample,
    engineHours: one(home.engineHours - at.hours + sample.engineHours),
    odometer: one(now.odometer - at.km + sample.odometer),
    fuelUsed: one(now.fuelUsed - at.litres + sample.fuelUsed),
  }));
}

function legs(draw: Draw): Leg[] {
  const [x, y] = [300 + draw.next() * 300, 150 + draw.next() * 250];
  const rows = 22 + Math.floor(draw.next() * 8);
  const length = 260;
  const list: Leg[] = [
    { doing: 'idle', minutes: 3 },
    { doing: 'drive', x, y: 0, kmh: 14 },
    { doing: 'drive', x, y, kmh: 9 },
  ];
  for (let row = 0; row < rows; row++) {
    const up = row % 2 === 0;
    list.push({ doing: 'work', x: x + row * 3.2, y: up ? y + length : y, kmh: 6.5 });
    list.push({ doing: 'drive', x: x + (row + 1) * 3.2, y: up ? y + length : y, kmh: 3.5 });
    if (row === Math.floor(rows / 2)) list.push({ doing: 'idle', minutes: 18 });
  }
  list.push(
    { doing: 'drive', x, y: 0, kmh: 12 },
    { doing: 'drive', x: 0, y: 0, kmh: 14 },
    { doing: 'idle', minutes: 2 },
  );
  return list;
}

const one = (n: number): number => Math.round(n * 10) / 10;
