import type { Sample } from '@headland/contracts/device/up';
import { sample } from '@headland/testing/builders/up';
import type { Spot } from '../world/terminal';

const stepMs = 10_000;
const metresPerDegree = 111_320;
const laneMetres = 700;
const laneWidthMetres = 60;
const workKmh = 9;
const driveKmh = 26;
/** Share of the time spent on the way to the field. */
const driveShare = 0.3;

/**
 * The last minutes of a tractor that drove to a field, works it lane by lane and is now at the given place; one sample
 * each ten seconds, oldest first.
 */
export function fieldWork(end: Spot, minutes: number, until: number): Sample[] {
  const steps = Math.round((minutes * 60_000) / stepMs);
  const working = Math.round(steps * (1 - driveShare));
  const perLane = Math.round(laneMetres / metresIn(workKmh));
  return Array.from({ length: steps }, (_, i) => {
    const back = steps - 1 - i;
    const lane = Math.floor(Math.min(back, working) / perLane);
    const along = ((Math.min(back, working) % perLane) / perLane) * laneMetres;
    const roadMetres = Math.max(0, back - working) * metresIn(driveKmh);
    const onRoad = roadMetres > 0;
    const northMetres = (lane % 2 === 0 ? along : laneMetres - along) - roadMetres * 0.6;
    const eastMetres = lane * laneWidthMetres + roadMetres * 0.8;
    return sample({
      ts: until - back * stepMs,
      lat: end.lat + northMetres / metresPerDegree,
      lon: end.lon + eastMetres / (metresPerDegree * Math.cos((end.lat * Math.PI) / 180)),
      heading: onRoad ? 307 : lane % 2 === 0 ? 180 : 0,
      speed: onRoad ? driveKmh : workKmh + Math.sin(i / 5),
      work: onRoad ? 'drive' : 'work',
      rpm: Math.round((onRoad ? 1720 : 1950) + 35 * Math.sin(i / 4) + 15 * Math.sin(i * 1.7)),
      load: Math.round((onRoad ? 45 : 68) + 9 * Math.sin(i / 6)),
      coolant: Math.round(10 * (80 + 8 * (1 - Math.exp(-i / 40)))) / 10,
      oilPressure: Math.round(385 + 12 * Math.sin(i / 7)),
      tilt: { x: Math.round(10 * (1.5 + 2 * Math.sin(i / 8))) / 10, y: -0.8, z: 0.2 },
      engineHours: Math.round(10 * (1234.5 + i / 360)) / 10,
    });
  });
}

const metresIn = (kmh: number): number => (kmh / 3.6) * (stepMs / 1000);
