import { describe, expect, it } from 'vitest';
import { Random } from '@headland/testing/random';
import { type Arrangement, arrangements, bench, type Fleet, fleetOf } from './arrangement';
import { costs } from './costs';
import { Clock, Disk, Line, Machine, Places, Thread } from './engine';
import { Product } from './product';
import { ceilingOf, simulate } from './run';

const oneBox = bench(costs.benchDisk);
const busy: Fleet = { ...fleetOf(10_000), callsADay: 8000, faultsADay: 20_000 };
const withCores = (cores: number): Arrangement => ({
  ...oneBox,
  machines: oneBox.machines.map((machine) => ({ ...machine, cores })),
});

describe('the engine', () => {
  it('runs what is due in the order of time, and of planning', () => {
    const clock = new Clock();
    const random = new Random(7);
    const seen: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const us = random.whole(0, 500);
      clock.after(us, () => seen.push(us * 10_000 + i));
    }
    clock.runUntil(1000);
    expect(seen).toHaveLength(2000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(clock.now).toBe(1000);
  });

  it.each([0.2, 0.5, 0.7, 0.85])('has the use and the mean waiting of an M/D/1 queue at %f', (rho) => {
    const clock = new Clock();
    const machine = new Machine(clock, 'machine', 1);
    const thread = new Thread(clock, 'thread', machine);
    const random = new Random(1, String(rho));
    const serviceUs = 100;
    const count = 200_000;
    let waitedUs = 0;
    let served = 0;
    const next = (left: number): void => {
      if (left === 0) return;
      clock.after((-Math.log(1 - random.next()) * serviceUs) / rho, () => {
        const at = clock.now;
        thread.run(serviceUs, () => {
          served++;
          waitedUs += clock.now - at - serviceUs;
        });
        next(left - 1);
      });
    };
    next(count);
    const untilUs = (count * serviceUs) / rho;
    clock.runUntil(untilUs * 1.02);
    expect(served).toBe(count);
    expect(machine.busyUs() / untilUs / rho).toBeCloseTo(1, 1);
    expect(waitedUs / served / ((rho * serviceUs) / (2 * (1 - rho)))).toBeCloseTo(1, 1);
  });

  it('has arrived = served + waiting + being served, at any time', () => {
    const clock = new Clock();
    const thread = new Thread(clock, 'thread', new Machine(clock, 'machine', 1));
    let served = 0;
    for (let arrived = 1; arrived <= 300; arrived++) {
      thread.run(70, () => served++);
      clock.runUntil(arrived * 50);
      expect(served + thread.length + thread.inUse).toBe(arrived);
    }
  });

  it('shares processors equally, one for each thread at most', () => {
    const clock = new Clock();
    const machine = new Machine(clock, 'machine', 2);
    const ended: [string, number][] = [];
    for (const [name, us] of [
      ['a', 100],
      ['b', 100],
      ['c', 200],
    ] as const)
      machine.run(us, () => ended.push([name, Math.round(clock.now)]));
    clock.runUntil(1000);
    expect(ended).toEqual([
      ['a', 150],
      ['b', 150],
      ['c', 250],
    ]);
    expect(machine.busyUs()).toBeCloseTo(400, 3);
  });

  it('flushes what waits together', () => {
    const clock = new Clock();
    const disk = new Disk(clock, 'disk', 1000, 100);
    const done: number[] = [];
    for (let i = 0; i < 50; i++) clock.after(i, () => disk.flush(100, () => done.push(clock.now)));
    clock.runUntil(10_000);
    expect(disk.flushes).toBe(2);
    expect(new Set(done)).toEqual(new Set([1001, 1001 + 1049]));
  });

  it('keeps the order of a lock and of a line', () => {
    const clock = new Clock();
    const lock = new Places(clock, 'lock');
    const order: number[] = [];
    for (let i = 0; i < 5; i++) lock.take(() => clock.after(10, () => (order.push(i), lock.release())));
    clock.runUntil(30);
    expect(order).toEqual([0, 1, 2]);
    expect(lock.busyUs()).toBe(30);
    const line = new Line<number>();
    for (let i = 0; i < 50_000; i++) line.push(i);
    for (let from = 0; from < 50_000; from += 1000) expect(line.take(1000)[0]).toBe(from);
    expect(line.length).toBe(0);
  });
});

describe('the product', () => {
  it('is the same with the same seed, and another with another', () => {
    const run = (seed: number) => simulate(busy, oneBox, { costs, seed, seconds: 2, warmUpS: 0.5 });
    expect(run(3)).toEqual(run(3));
    expect(run(4)).not.toEqual(run(3));
  });

  it.each(['box', 'large'])('commits and shows all that was sent once the load has ended (%s)', (name) => {
    const product = new Product(costs, arrangements[name] as Arrangement, busy, 1);
    product.offer({ perS: 5000 });
    product.clock.runUntil(2e6);
    expect(product.sent - product.committed).toBe(product.waiting);
    product.isOpen = false;
    product.clock.runUntil(4e6);
    expect(product.sent).toBeGreaterThan(9000);
    expect(product.waiting).toBe(0);
    expect(product.heard.commit.count).toBe(product.sent);
    expect(product.heard.screen.count).toBe(product.sent * product.api.length);
    expect(product.heard.callScreen.count).toBe(product.heard.call.count * product.api.length);
  });

  it('has a queue that grows by what it cannot commit', () => {
    const { perS } = ceilingOf(busy, oneBox, { costs, seconds: 3 });
    const over = simulate(busy, oneBox, { costs, seconds: 3, offer: { perS: 2 * perS } });
    expect(over.committed + over.waiting + over.dropped).toBe(over.sent);
    expect(over.committedPerS).toBeLessThan(1.02 * perS);
    expect(over.growthPerS).toBeGreaterThan(0.8 * perS);
    expect(over.batch).toBe(costs.ingest.maxBatch);
  });

  it('never has a lower ceiling with more cores', () => {
    const ceilings = [1, 2, 4].map(
      (cores) => ceilingOf({ ...fleetOf(10_000), statistics: false }, withCores(cores), { costs, seconds: 4 }).perS,
    );
    // a commit of 1,000 that falls into the next second
    for (const [i, perS] of ceilings.slice(1).entries()) expect(perS).toBeGreaterThanOrEqual((ceilings[i] ?? 0) - 250);
  });

  it.each([
    { flushUs: 1000, atMost: 715 },
    { flushUs: 5000, atMost: 186 },
  ])('writes events one commit after the other: $flushUs µs a flush', ({ flushUs, atMost }) => {
    const manyCalls = { ...fleetOf(10_000), callsADay: 5_000_000, faultsADay: 0 };
    const slow = { ...(arrangements.large as Arrangement), flushUs };
    const { logCommitsPerS, parts } = simulate(manyCalls, slow, { costs, seconds: 3 });
    expect(logCommitsPerS).toBeLessThanOrEqual(atMost);
    // a flush of telemetry that is under way is waited for first
    expect(logCommitsPerS).toBeGreaterThan(0.5 * atMost);
    expect(parts.find(({ name }) => name === "event log's lock")?.share).toBeGreaterThan(0.99);
  });

  it('gathers messages: a batch is what comes in 10 ms, or in 30 beside another process', () => {
    const alone = simulate({ ...busy, callsADay: 0 }, oneBox, { costs, seconds: 3, offer: { perS: 5000 } });
    expect(alone.batch).toBeGreaterThan(45);
    expect(alone.batch).toBeLessThan(60);
    const large = arrangements.large as Arrangement;
    const two = simulate({ ...busy, callsADay: 0 }, large, { costs, seconds: 3, offer: { perS: 5000 } });
    expect(two.batch).toBeGreaterThan(70);
    expect(two.batch).toBeLessThan(90);
  });
});
