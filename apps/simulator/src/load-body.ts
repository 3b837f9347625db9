import { Random } from '@headland/testing/random';
import type { Body } from './body';
import { Machine, round, type Tilt } from './machine/machine';
import { type Home, offset } from './machine/regions';

/**
 * The machine of a load run: the message rate is set from outside, so no engine is simulated. Its position creeps, its
 * counters grow with time, and the rest of a sample comes from a pool prepared by real machine models.
 */
const pool: string[] = [];
const poolSize = 256;
/** constant fields of a device */
const ownFields = ['lat', 'lon', 'tilt', 'engineHours', 'odometer', 'fuelUsed'];

function fillPool(seed: number): void {
  const machine = new Machine('tractor', { lat: 36, lon: 127, country: 'KR' }, new Random(seed, 'load pool'), null);
  machine.job.turnKey(true);
  while (pool.length < poolSize) {
    machine.step(20);
    if (!machine.keyOn) machine.job.turnKey(true);
    const sample = machine.sample();
    const fields = Object.keys(sample).filter((name) => !ownFields.includes(name));
    pool.push(JSON.stringify(sample, fields).slice(1, -1));
  }
}

export class LoadBody implements Body {
  private rolledOver: Tilt | null = null;
  private turn: number;
  private readonly hours: number;
  private readonly kmPerHour: number;

  constructor(
    private readonly home: Home,
    seed: number,
    private readonly random: Random,
    private readonly startMs: number,
  ) {
    if (pool.length === 0) fillPool(seed);
    this.turn = random.whole(0, poolSize - 1);
    // grows with the calendar, so that a second run does not begin below the first
    this.hours = random.between(0, 2000) + (startMs - Date.UTC(2024, 0, 1)) / 3_600_000;
    this.kmPerHour = random.between(4, 8);
  }

  /** The fields of a sample after its `ts`, as JSON. */
  tail(nowMs: number): string {
    const { lat, lon } = this.place(nowMs);
    const hours = this.hoursAt(nowMs);
    const tilt = this.rolledOver === null ? '{"x":1.2,"y":-0.8,"z":0.1}' : JSON.stringify(this.rolledOver);
    const fields = this.rolledOver === null ? (pool[this.turn++ % poolSize] ?? '') : '"speed":0,"engine":"off"';
    return `"lat":${lat},"lon":${lon},"tilt":${tilt},"engineHours":${hours},"odometer":${round(hours * this.kmPerHour, 2)},"fuelUsed":${round(hours * 7, 2)},${fields}`;
  }

  get isRolledOver(): boolean {
    return this.rolledOver !== null;
  }
  get speedKmh(): number {
    return 0;
  }
  leaning(): Tilt {
    return this.rolledOver ?? { x: 1.2, y: -0.8, z: 0.1 };
  }
  /** Round a circle of 200 m at walking speed. */
  place(nowMs: number): { lat: number; lon: number } {
    const angle = ((nowMs - this.startMs) / 600_000 + this.hours) % (2 * Math.PI);
    const { lat, lon } = offset(this.home, 200 * Math.sin(angle), 200 * Math.cos(angle));
    return { lat: round(lat, 6), lon: round(lon, 6) };
  }
  tip(tilt: Tilt): void {
    this.rolledOver = { x: round(tilt.x, 1), y: round(tilt.y, 1), z: round(tilt.z, 1) };
  }
  right(): void {
    this.rolledOver = null;
  }
  crash(): void {
    this.turn = this.random.whole(0, poolSize - 1);
  }

  private hoursAt(nowMs: number): number {
    return round(this.hours + (nowMs - this.startMs) / 3_600_000, 4);
  }
}
