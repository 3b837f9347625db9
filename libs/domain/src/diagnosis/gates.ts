import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { plausibleValue } from './items';

/**
 * Conditions before and during a test. A machine whose engine is raced or whose DEF sprays must be parked with no one
 * near it; unknown values count as not met. All use the same rule: the console to show it, the server before its
 * request, the device before it obeys and ten times a second during the test.
 */
export const gateIds = [
  'STAND',
  'PARK',
  'STOP',
  'RUN',
  'WARM',
  'BAT',
  'NODTC',
  'DEF',
  'COOLEX',
  'OUT',
  'KEY',
  'COLD',
] as const;
export type GateId = (typeof gateIds)[number];
/** A gate by name, or one item and its bounds (exclusive). */
export type Gate = GateId | { item: string; gt?: number | undefined; lt?: number | undefined };

/** The gates of every test: the machine is parked, its PTO is off and its battery is good. */
const commonGates = ['STAND', 'BAT'] as const satisfies readonly GateId[];
/** Confirmed by a person on site before every test: no one is within reach of the machine. */
export const commonConfirm = 'area.clear';
/** A test's own gates, then the common ones that they do not include already. */
export const withCommonGates = (own: readonly Gate[]): Gate[] => [
  ...own,
  ...commonGates.filter((common) => !own.includes(common) && !(common === 'STAND' && own.includes('PARK'))),
];

/** Bounds of the gates, each of which a model may override. */
export interface GateLimits {
  idleRpm: number;
  idleBandRpm: number;
  warmMinC: number;
  warmMaxC: number;
  batteryMinV: number;
  defLevelMin: number;
  defTempMinC: number;
  defTempMaxC: number;
  exhaustMaxC: number;
  coldMaxC: number;
  /** seconds of engine standstill or idle */
  steadyS: number;
}
export const gateLimits: GateLimits = {
  idleRpm: 820,
  idleBandRpm: 50,
  warmMinC: 70,
  warmMaxC: 100,
  batteryMinV: 12.4,
  defLevelMin: 10,
  defTempMinC: -5,
  defTempMaxC: 60,
  exhaustMaxC: 200,
  coldMaxC: 60,
  steadyS: 10,
};

interface Condition {
  item: string;
  min?: number;
  max?: number;
}
/** One condition of a gate and its current value. `ok` null: the item is unknown, so the gate does not hold. */
export interface ConditionNow extends Condition {
  gate: string;
  value: number | null;
  ok: boolean | null;
}

/** The speed that a receiver of a parked machine reports varies a little. */
const standingKmh = 0.5;

/** A gate's conditions, all of which must hold. `OUT` is confirmed by a person and has none. */
export function conditionsOf(gate: Gate, limits: GateLimits = gateLimits): Condition[] {
  if (typeof gate !== 'string')
    return [
      {
        item: gate.item,
        ...(gate.gt === undefined ? {} : { min: gate.gt }),
        ...(gate.lt === undefined ? {} : { max: gate.lt }),
      },
    ];
  switch (gate) {
    case 'STAND':
      return [
        { item: 'speed', max: standingKmh },
        { item: 'pto.rpm', max: 0 },
      ];
    case 'PARK':
      return [
        { item: 'speed', max: standingKmh },
        { item: 'brake.park', min: 1 },
        { item: 'gear.neutral', min: 1 },
        { item: 'pto.rpm', max: 0 },
        { item: 'implement.down', min: 1 },
      ];
    case 'KEY':
      return [{ item: 'key', min: 1 }];
    case 'STOP':
      return [
        { item: 'key', min: 1 },
        { item: 'engine.rpm', max: 0 },
        { item: 'engine.steady', min: limits.steadyS },
      ];
    case 'RUN':
      return [
        { item: 'engine.rpm', min: limits.idleRpm - limits.idleBandRpm, max: limits.idleRpm + limits.idleBandRpm },
        { item: 'engine.steady', min: limits.steadyS },
      ];
    case 'WARM':
      return [{ item: 'engine.coolant', min: limits.warmMinC, max: limits.warmMaxC }];
    case 'COLD':
      return [{ item: 'engine.coolant', max: limits.coldMaxC }];
    case 'BAT':
      return [{ item: 'battery', min: limits.batteryMinV }];
    case 'NODTC':
      return [
        { item: 'lamp.red', max: 0 },
        { item: 'lamp.part', max: 0 },
      ];
    case 'DEF':
      return [
        { item: 'def.level', min: limits.defLevelMin },
        { item: 'def.temp', min: limits.defTempMinC, max: limits.defTempMaxC },
      ];
    case 'COOLEX':
      return [{ item: 'exhaust.temp', max: limits.exhaustMaxC }];
    case 'OUT':
      return [];
  }
}

/** The condition of each gate and whether these values meet it. */
export function gatesNow(gates: readonly Gate[], live: ItemValues, limits: GateLimits = gateLimits): ConditionNow[] {
  return gates.flatMap((gate) =>
    conditionsOf(gate, limits).map((condition) => {
      const value = readingOf(condition.item, live[condition.item]);
      // a bound written as "greater than" excludes the bound itself
      const strict = typeof gate !== 'string';
      const over =
        condition.min === undefined || value === null || (strict ? value > condition.min : value >= condition.min);
      const under =
        condition.max === undefined || value === null || (strict ? value < condition.max : value <= condition.max);
      return {
        gate: typeof gate === 'string' ? gate : gate.item,
        ...condition,
        value,
        ok: value === null ? null : over && under,
      };
    }),
  );
}

/** The first gate that does not hold, or null. */
export function lostGate(
  gates: readonly Gate[],
  live: ItemValues,
  limits: GateLimits = gateLimits,
): { gate: string; item: string } | null {
  const lost = gatesNow(gates, live, limits).find((c) => c.ok !== true);
  return lost === undefined ? null : { gate: lost.gate, item: lost.item };
}

/**
 * Gates that must hold during a test. A test that races the engine leaves the idle window, cranking leaves standstill
 * and pulls the battery down, a leak-down test stops the engine: those are checked by the step's own limits.
 */
export const gatesDuringTest = (gates: readonly Gate[]): Gate[] =>
  gates.filter((g) => g === 'STAND' || g === 'PARK' || g === 'NODTC' || g === 'DEF' || g === 'COOLEX');

/** Whether key off ends a test in this step: not if the person on site has just been asked to turn it. */
export function keyOffEnds(
  { steps }: { steps: readonly { op: string; key?: string }[] },
  step: number | null,
): boolean {
  const current = steps[step ?? 0];
  return !(current?.op === 'prompt' && current.key === 'key.cycle');
}

/** Items that a device reports once a second in a session: all that gates need. */
export const liveItems = [...new Set(gateIds.flatMap((g) => conditionsOf(g).map((c) => c.item)))];

/** A broken sensor's value is unknown: 65,535 V is no good battery. */
const readingOf = (item: string, value: ItemValues[string] | undefined): number | null =>
  typeof value === 'number' ? plausibleValue(item, value) : null;
