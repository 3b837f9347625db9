import type { ItemValues } from '@headland/contracts/device/diagnosis';
import type { Sample } from '@headland/domain/diagnosis/run';
import { stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import type { Draw } from './pseudo-random';

/** The course of an item after the command of its step: towards `to` with a lag of `tauS`; `null` values are left as they are. */
interface Signal {
  start: number;
  to: (step: { cmd: string; value: number; second: number }, now: Readonly<Record<string, number>>) => number;
  tauS: number;
  noise: number;
  digits: number;
}
interface Machine {
  signals: Record<string, Signal>;
  /** the unit's final values of each cylinder */
  values: (draw: Draw) => ItemValues;
}
const periodMs = 200;
const nothing = (): ItemValues => ({});
const cylinders = (draw: Draw, mean: number, by: number, odd?: [cylinder: number, value: number]): number[] =>
  [1, 2, 3, 4].map((n) => (odd?.[0] === n ? odd[1] : Math.round((mean + by * (draw.next() - 0.5)) * 10) / 10));
const held = (value: number, noise: number, digits = 1): Signal => ({
  start: value,
  to: () => value,
  tauS: 1,
  noise,
  digits,
});
const follows = (item: string, tauS: number, noise: number): Signal => ({
  start: 0,
  to: (_, now) => now[item] ?? 0,
  tauS,
  noise,
  digits: 1,
});
const commanded = (cmd: string): Signal => ({
  start: 0,
  to: (s) => (s.cmd === cmd ? s.value : 0),
  tauS: 0.001,
  noise: 0,
  digits: 0,
});

/** What each test measures on a sound machine, and on one with the part at fault that the test is there to find. */
const machines: Record<string, { sound: Machine; faulty: Machine }> = {
  runup: both(
    {
      'engine.rpm': {
        start: 820,
        to: (s) => (s.cmd === 'engine.request' && s.value > 0 ? 2460 : s.cmd === 'cylinder.runup' ? 1960 : 820),
        tauS: 0.55,
        noise: 4,
        digits: 0,
      },
      'rail.pressure': {
        start: 262,
        to: (_, now) => 262 + 0.38 * ((now['engine.rpm'] ?? 820) - 820),
        tauS: 0.35,
        noise: 3,
        digits: 1,
      },
      'air.boost': {
        start: 2,
        to: (_, now) => 2 + (((now['engine.rpm'] ?? 820) - 820) / 1600) * 90,
        tauS: 0.6,
        noise: 1,
        digits: 0,
      },
      'engine.load': {
        start: 8,
        to: (s) => (s.value > 0 || s.cmd === 'cylinder.runup' ? 46 : 8),
        tauS: 0.6,
        noise: 1,
        digits: 0,
      },
    },
    (draw) => ({ 'cyl.runup': cylinders(draw, 1962, 14) }),
    { values: (draw) => ({ 'cyl.runup': cylinders(draw, 1938, 14, [3, 2148]) }) },
  ),
  shutoff: both(
    {
      'engine.rpm': {
        start: 820,
        to: (s) => (s.cmd === 'cylinder.off' && s.second % 11 < 6 ? 700 : 820),
        tauS: 0.8,
        noise: 3,
        digits: 0,
      },
      'fuel.quantity': {
        start: 10,
        to: (s) => (s.cmd === 'cylinder.off' && s.second % 11 < 6 ? 13.5 : 10),
        tauS: 0.8,
        noise: 0.2,
        digits: 1,
      },
    },
    (draw) => ({ 'cyl.drop': cylinders(draw, 121, 8), 'cyl.balance': cylinders(draw, 0, 3) }),
    {
      values: (draw) => ({
        'cyl.drop': cylinders(draw, 132, 8, [2, 61.4]),
        'cyl.balance': cylinders(draw, 2, 2, [2, -18.6]),
      }),
    },
  ),
  compres: both(
    {
      'crank.rpm': {
        start: 0,
        to: (s) => (s.cmd === 'crank.now' && s.second > 1.4 && s.second < 5.6 ? 218 : 0),
        tauS: 0.4,
        noise: 2,
        digits: 0,
      },
      battery: {
        start: 12.6,
        to: (s) => (s.cmd === 'crank.now' && s.second > 1.4 && s.second < 5.6 ? 10.7 : 12.5),
        tauS: 0.2,
        noise: 0.02,
        digits: 2,
      },
    },
    (draw) => ({ 'crank.rpm': 219, 'cyl.dRpm': cylinders(draw, -0.6, 4) }),
    { values: (draw) => ({ 'crank.rpm': 221, 'cyl.dRpm': cylinders(draw, -4, 4, [3, 16.8]) }) },
  ),
  highpre: both(
    {
      'rail.target': {
        start: 262,
        to: (s) => (s.cmd === 'rail.target' ? s.value : 262),
        tauS: 0.001,
        noise: 0,
        digits: 0,
      },
      'rail.pressure': { start: 262, to: (_, now) => now['rail.target'] ?? 262, tauS: 0.35, noise: 3, digits: 1 },
      'fuel.imv': {
        start: 28,
        to: (_, now) => 20 + (now['rail.pressure'] ?? 0) / 30,
        tauS: 0.3,
        noise: 0.3,
        digits: 1,
      },
      'fuel.temp': held(38, 0.1),
      'rail.deviation': {
        start: 0,
        to: (_, now) => (now['rail.pressure'] ?? 0) - (now['rail.target'] ?? 0),
        tauS: 0.001,
        noise: 0,
        digits: 1,
      },
    },
    nothing,
    {
      signals: {
        'rail.pressure': {
          start: 262,
          to: (_, now) => Math.min(1490, now['rail.target'] ?? 262),
          tauS: 0.8,
          noise: 5,
          digits: 1,
        },
      },
    },
  ),
  leakTest: both(
    {
      'rail.pressure': { start: 262, to: (s) => (s.cmd === 'rail.target' ? 1000 : 0), tauS: 0, noise: 2, digits: 1 },
      'engine.rpm': { start: 820, to: (s) => (s.cmd === 'engine.stop' ? 0 : 820), tauS: 0.5, noise: 2, digits: 0 },
      'fuel.temp': held(38, 0.1),
    },
    nothing,
    {},
    { sound: 5.8, faulty: 1.6 },
  ),
  egrTest: both(
    {
      'egr.command': commanded('egr.command'),
      'egr.position': follows('egr.command', 0.14, 0.2),
      'egr.voltage': {
        start: 1,
        to: (_, now) => 1 + 0.03 * (now['egr.position'] ?? 0),
        tauS: 0.001,
        noise: 0.01,
        digits: 2,
      },
    },
    nothing,
    { signals: { 'egr.position': held(30, 0.2) } },
  ),
  acvTest: both(
    { 'air.throttleCommand': commanded('throttle.command'), 'air.throttle': follows('air.throttleCommand', 0.08, 0.2) },
    nothing,
    {
      signals: { 'air.throttle': { ...follows('air.throttleCommand', 0.9, 0.2) } },
    },
  ),
  pumpPriming: both(
    {
      'def.pressure': { start: 0, to: () => 768, tauS: 7, noise: 4, digits: 0 },
      'def.pumpDuty': held(90, 0),
      'def.pumpRpm': held(3100, 20, 0),
      'def.pumpCurrent': held(4.2, 0.1),
    },
    nothing,
    { signals: { 'def.pressure': { start: 0, to: () => 628, tauS: 9, noise: 22, digits: 0 } } },
  ),
  defControlTest: both(
    {
      'def.pressure': {
        start: 744,
        to: (s) => (s.cmd === 'pump.purge' ? 0 : s.cmd === 'doser.pulse' && s.second < 0.2 ? 200 : 750),
        tauS: 0.8,
        noise: 5,
        digits: 0,
      },
      'def.pumpDuty': held(34, 1),
      'def.temp': held(17.4, 0.03),
    },
    nothing,
    {
      signals: {
        'def.pressure': { start: 640, to: (s) => (s.cmd === 'pump.purge' ? 0 : 634), tauS: 3, noise: 9, digits: 0 },
      },
    },
  ),
  plugTest: both(
    {
      'plug.current': {
        start: 0,
        to: (s) => (s.value > 0 ? 4 * (9.6 + 7 * Math.exp(-s.second / 2)) : 0),
        tauS: 0.1,
        noise: 0.2,
        digits: 1,
      },
      battery: { start: 12.6, to: (s) => (s.value > 0 ? 12.0 : 12.5), tauS: 0.2, noise: 0.02, digits: 2 },
      'plug.relay': { start: 0, to: (s) => s.value, tauS: 0.01, noise: 0, digits: 0 },
    },
    () => ({ 'plug.each': [9.8, 9.7, 9.9, 9.8] }),
    {
      signals: {
        'plug.current': {
          start: 0,
          to: (s) => (s.value > 0 ? 2 * (9.6 + 7 * Math.exp(-s.second / 2)) : 0),
          tauS: 0.1,
          noise: 0.2,
          digits: 1,
        },
      },
      values: () => ({ 'plug.each': [9.8, 0, 9.9, 0] }),
    },
  ),
};

function both(
  signals: Machine['signals'],
  values: Machine['values'],
  faulty: Partial<Machine>,
  leak?: { sound: number; faulty: number },
): { sound: Machine; faulty: Machine } {
  const leaking = (tauS: number): Machine['signals'] => {
    const rail = signals['rail.pressure'];
    return rail === undefined ? signals : { ...signals, 'rail.pressure': { ...rail, tauS } };
  };
  return {
    sound: { signals: leak === undefined ? signals : leaking(leak.sound), values },
    faulty: {
      values: faulty.values ?? values,
      signals: leak === undefined ? { ...signals, ...faulty.signals } : leaking(leak.faulty),
    },
  };
}

export interface Measured {
  parts: { step: number; atMs: number; rows: (number | null)[][] }[];
  items: string[];
  periodMs: number;
  samples: Sample[];
  values: ItemValues;
  /** of the whole test */
  lengthMs: number;
}

/** What a test measures from its first to its last step. Throws for a test of which the demo has no machine. */
export function measuredBy(definition: TestDefinition, faulty: boolean, draw: Draw): Measured {
  const machine = machines[definition.id]?.[faulty ? 'faulty' : 'sound'];
  if (machine === undefined) throw new Error(`the demo measures nothing for ${definition.id}`);
  const items = definition.signals.map((s) => s.item).filter((item) => item in machine.signals);
  const now: Record<string, number> = Object.fromEntries(
    items.map((item) => [item, machine.signals[item]?.start ?? 0]),
  );
  const order = Object.keys(machine.signals).filter((item) => items.includes(item));
  const parts: Measured['parts'] = [];
  let atMs = 0;
  for (const [step, seconds] of stepSeconds(definition).entries()) {
    const s = definition.steps[step];
    const cmd = s?.op === 'cmd' ? s.cmd : s?.op === 'prompt' ? s.key : (s?.op ?? '');
    const value = s?.op === 'cmd' ? (s.value ?? 0) : 0;
    const rows: (number | null)[][] = [];
    for (let k = 0; k * periodMs < seconds * 1000; k++) {
      for (const item of order) {
        const signal = machine.signals[item];
        if (signal === undefined) continue;
        const { to, tauS } = signal;
        const wanted = to({ cmd, value, second: (k * periodMs) / 1000 }, now);
        const tau = item === 'rail.pressure' && cmd === 'rail.target' ? 0.35 : tauS;
        now[item] = wanted + ((now[item] ?? 0) - wanted) * Math.exp(-periodMs / 1000 / Math.max(tau, 1e-3));
      }
      rows.push(items.map((item) => valueOf(machine.signals[item], now[item] ?? 0, draw)));
    }
    for (let from = 0; from < rows.length; from += maxRows)
      parts.push({ step, atMs: atMs + from * periodMs, rows: rows.slice(from, from + maxRows) });
    atMs += rows.length * periodMs;
  }
  const samples = parts.flatMap(({ step, atMs: from, rows }) =>
    rows.map((row, k): Sample => ({
      atS: (from + k * periodMs) / 1000,
      step,
      values: Object.fromEntries(items.map((item, i) => [item, row[i] ?? null])),
    })),
  );
  return { parts, items, periodMs, samples, values: machine.values(draw), lengthMs: atMs };
}

/** Rows of one message of a terminal. */
const maxRows = 50;
const valueOf = (signal: Signal | undefined, value: number, draw: Draw): number => {
  const { noise = 0, digits = 1 } = signal ?? {};
  const shown = value + (Math.abs(value) < 1e-6 ? 0 : noise * (draw.next() + draw.next() - 1));
  return Math.round(shown * 10 ** digits) / 10 ** digits + 0;
};
