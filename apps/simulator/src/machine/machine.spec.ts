import { Sample } from '@headland/contracts/device/up';
import { Random } from '@headland/testing/random';
import { describe, expect, it } from 'vitest';
import { Engine } from './engine';
import { Machine, type MachineType } from './machine';
import { fieldPath, makeField } from './path';
import { homeOf, regions } from './regions';
import { tractorSpec } from './tractor';

const memory = () => ({
  engineHours: 100,
  fuelUsedLitres: 900,
  fuelLevelPercent: 60,
  defLevelPercent: 60,
  dpfSootPercent: 40,
});
const engineOf = (seed: number): Engine =>
  new Engine(tractorSpec(new Random(seed), 'KR'), memory(), 15, new Random(seed, 'engine'));
const cumulative = ['engineHours', 'odometer', 'fuelUsed'] as const;

describe('the engine', () => {
  it('stays within the schema, without NaN, and its counters never fall, for 10,000 random steps', () => {
    const random = new Random(1);
    const engine = engineOf(1);
    const wrong: string[] = [];
    let before = { ...engine.memory };
    for (let i = 0; i < 10_000; i++) {
      engine.step(random.between(0.1, random.chance(0.05) ? 2000 : 30), {
        running: random.chance(0.8),
        rpm: random.between(0, 4000),
        load: random.between(-0.2, 1.4),
      });
      const m = engine.memory;
      if (m.engineHours < before.engineHours || m.fuelUsedLitres < before.fuelUsedLitres)
        wrong.push(`step ${i}: a counter fell`);
      const parsed = Sample.safeParse({
        ts: 0,
        rpm: engine.rpm,
        load: engine.loadPercent,
        coolant: engine.coolantC,
        oilTemp: engine.oilC,
        exhaustTemp: engine.exhaustC,
        oilPressure: engine.oilKpa,
        railPressure: engine.railBar,
        battery: engine.batteryV,
        fuelLevel: m.fuelLevelPercent,
        defLevel: m.defLevelPercent,
        dpfSoot: m.dpfSootPercent,
        engineHours: m.engineHours,
        fuelUsed: m.fuelUsedLitres,
      });
      if (!parsed.success) wrong.push(`step ${i}: ${parsed.error.message}`);
      if (m.fuelLevelPercent < 1) engine.refuel();
      before = { ...m };
    }
    expect(wrong).toEqual([]);
  });

  it('at work after half an hour is warm, fast, under pressure and charged; after a night it is cold and at rest', () => {
    const engine = engineOf(2);
    engine.step(1800, { running: true, rpm: 2000, load: 0.75 });
    expect(engine.rpm).toBeGreaterThan(1800);
    expect(engine.coolantC).toBeGreaterThan(78);
    expect(engine.coolantC).toBeLessThan(100);
    expect(engine.oilC).toBeGreaterThan(engine.coolantC - 5);
    expect(engine.exhaustC).toBeGreaterThan(300);
    expect(engine.railBar).toBeGreaterThan(900);
    expect(engine.oilKpa).toBeGreaterThan(250);
    expect(engine.batteryV).toBeCloseTo(14.2, 0);
    expect(engine.memory.engineHours).toBeCloseTo(100.5, 3);
    engine.step(10 * 3600, { running: false, rpm: 0, load: 0 });
    expect(engine.rpm).toBe(0);
    expect(engine.coolantC).toBeCloseTo(15, 0);
    expect(engine.batteryV).toBeCloseTo(12.45, 1);
    expect(engine.memory.engineHours).toBeCloseTo(100.5, 3);
  });

  it('burns more fuel under load than at idle, and urea in proportion', () => {
    const litres = (load: number, rpm: number): { fuel: number; def: number } => {
      const engine = engineOf(3);
      engine.step(3600, { running: true, rpm, load });
      return { fuel: engine.memory.fuelUsedLitres - 900, def: 60 - engine.memory.defLevelPercent };
    };
    const idle = litres(0.05, 820);
    const work = litres(0.8, 2100);
    expect(work.fuel).toBeGreaterThan(5 * idle.fuel);
    expect(idle.fuel).toBeGreaterThan(0.2);
    expect(work.def / work.fuel).toBeCloseTo(idle.def / idle.fuel, 3);
  });

  it('collects soot, burns its filter clean at the limit with a hot exhaust, and begins again', () => {
    const engine = engineOf(4);
    engine.memory.dpfSootPercent = 97.9;
    let hottest = 0;
    let lowest = 100;
    for (let minute = 0; minute < 40; minute++) {
      engine.step(60, { running: true, rpm: 1900, load: 0.5 });
      hottest = Math.max(hottest, engine.exhaustC);
      lowest = Math.min(lowest, engine.memory.dpfSootPercent);
    }
    expect(hottest).toBeGreaterThan(450);
    expect(lowest).toBeLessThan(15);
    expect(engine.regenerating).toBe(false);
  });
});

describe('a field', () => {
  it.each(Array.from({ length: 60 }, (_, i) => i))('is worked inside its borders, in many passes (seed %i)', (seed) => {
    const random = new Random(seed, 'field');
    const country = random.pick(['KR', 'US'] as const);
    const field = makeField(country, random);
    const path = fieldPath(field, country === 'KR' ? 2.2 : 9);
    const outside: number[] = [];
    let turns = 0;
    let turning = false;
    for (let m = 0; m <= path.lengthM; m += 3) {
      const place = path.place(m);
      if (!inside(field.corners, place)) outside.push(m);
      if (place.turning && !turning) turns += 1;
      turning = place.turning;
    }
    expect(outside).toEqual([]);
    expect(turns).toBeGreaterThan(5);
    expect(path.lengthM).toBeGreaterThan(1000);
  });
});

describe.each(['tractor', 'excavator'] as const)('a day of a %s', (type: MachineType) => {
  const home = { lat: 35.8, lon: 126.9, country: 'KR' as const };

  it.each(Array.from({ length: 5 }, (_, i) => i))(
    'gives valid samples, growing counters and no jumps over the ground (seed %i)',
    (seed) => {
      const machine = new Machine(type, home, new Random(seed, type), null);
      const seen = new Set<string>();
      const wrong: string[] = [];
      let last: Sample | null = null;
      for (let s = 0; s < 24 * 3600; s += 10) {
        machine.step(10);
        const sample: Sample = { ts: 0, ...machine.sample() };
        const parsed = Sample.safeParse(sample);
        if (!parsed.success) wrong.push(`${s} s: ${parsed.error.message}`);
        seen.add(machine.job.now.phase);
        if (last !== null) {
          for (const field of cumulative)
            if ((sample[field] ?? 0) < (last[field] ?? 0)) wrong.push(`${s} s: ${field} fell`);
          if (
            sample.lat !== undefined &&
            sample.lon !== undefined &&
            last.lat !== undefined &&
            last.lon !== undefined
          ) {
            const metres = Math.hypot((sample.lat - last.lat) * 111_320, (sample.lon - last.lon) * 90_000);
            // 32 km/h are 90 m in 10 s, and satellites err by some metres
            if (metres > (type === 'tractor' ? 110 : 25)) wrong.push(`${s} s: ${metres} m in 10 s`);
          }
        }
        if (Math.abs(sample.tilt?.x ?? 0) > 20) wrong.push(`${s} s: leans ${sample.tilt?.x}`);
        if (sample.engine === 'off' && sample.rpm !== undefined) wrong.push(`${s} s: rpm of a sleeping engine`);
        last = sample;
      }
      expect(wrong).toEqual([]);
      expect(seen).toContain('work');
      expect(seen).toContain('idle');
      expect(seen).toContain('drive');
      expect(last?.fuelLevel).toBeGreaterThan(3);
    },
  );

  it('ends with an accident: lying as it fell, engine off, stationary, until it is righted', () => {
    const machine = new Machine(type, home, new Random(3, type), null);
    machine.job.turnKey(true);
    machine.step(60);
    machine.tip({ x: 92, y: 5, z: 0 });
    machine.step(30);
    expect(machine.keyOn).toBe(false);
    expect(machine.leaning().x).toBeGreaterThan(88);
    expect(machine.sample()).toMatchObject({ engine: 'off', speed: 0 });
    machine.right();
    expect(Math.abs(machine.leaning().x)).toBeLessThan(20);
  });
});

describe('a home', () => {
  it('is the place given, else in the region named, else in one of the list', () => {
    const random = new Random(1);
    expect(homeOf({ lat: 36, lon: 127 }, random)).toEqual({ lat: 36, lon: 127, country: 'KR' });
    expect(homeOf({ lat: 41, lon: -93 }, random).country).toBe('US');
    for (let i = 0; i < 50; i++) {
      expect(Math.abs(homeOf({ region: 'gimje' }, random).lat - 35.8)).toBeLessThan(0.1);
      expect(homeOf({ region: 'US' }, random).country).toBe('US');
      const { lat, lon } = homeOf({ region: 'nowhere' }, random);
      expect(regions.some((r) => Math.abs(r.lat - lat) < 0.2 && Math.abs(r.lon - lon) < 0.25)).toBe(true);
    }
  });
});

function inside(corners: readonly { x: number; y: number }[], p: { x: number; y: number }): boolean {
  const sides = corners.map((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    return Math.sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
