import { describe, expect, it } from 'vitest';
import {
  commonConfirm,
  conditionsOf,
  gateIds,
  gatesNow,
  gatesDuringTest,
  keyOffEnds,
  liveItems,
  lostGate,
  withCommonGates,
} from './gates';
import { ItemsProblem, monitorItems, parseItems, plausibleValue, unknownItems } from './items';
import items from './items.json';
import { definitionOf, isTest, testCatalogue } from './tests';

const parked = { speed: 0, 'brake.park': 1, 'gear.neutral': 1, 'pto.rpm': 0, 'implement.down': 1 };
const all = {
  ...parked,
  key: 1,
  'engine.rpm': 0,
  'engine.steady': 30,
  'engine.coolant': 85,
  battery: 12.6,
  'lamp.red': 0,
  'lamp.part': 0,
  'def.level': 60,
  'def.temp': 18,
  'exhaust.temp': 60,
};

it('a key that is off ends a test, unless somebody has just been asked to turn it', () => {
  const steps = [{ op: 'hold' }, { op: 'prompt', key: 'key.cycle' }, { op: 'prompt', key: 'crank.now' }];
  expect([null, 0, 1, 2].map((step) => keyOffEnds({ steps }, step))).toEqual([true, true, false, true]);
});

describe('a gate', () => {
  it.each([
    ['parked', ['PARK'], {}, null],
    ['rolling', ['PARK'], { speed: 0.6 }, { gate: 'PARK', item: 'speed' }],
    ['a receiver that trembles', ['PARK'], { speed: 0.4 }, null],
    ['the brake off', ['PARK'], { 'brake.park': 0 }, { gate: 'PARK', item: 'brake.park' }],
    ['PTO on', ['PARK'], { 'pto.rpm': 540 }, { gate: 'PARK', item: 'pto.rpm' }],
    ['stationary', ['STOP'], {}, null],
    ['stationary for nine seconds', ['STOP'], { 'engine.steady': 9 }, { gate: 'STOP', item: 'engine.steady' }],
    ['running', ['STOP'], { 'engine.rpm': 820 }, { gate: 'STOP', item: 'engine.rpm' }],
    ['idling', ['RUN'], { 'engine.rpm': 869 }, null],
    ['idling too fast', ['RUN'], { 'engine.rpm': 871 }, { gate: 'RUN', item: 'engine.rpm' }],
    ['12.4 V', ['BAT'], { battery: 12.4 }, null],
    ['12.3 V', ['BAT'], { battery: 12.3 }, { gate: 'BAT', item: 'battery' }],
    ['cold', ['WARM'], { 'engine.coolant': 69.9 }, { gate: 'WARM', item: 'engine.coolant' }],
    ['a red lamp', ['NODTC'], { 'lamp.red': 1 }, { gate: 'NODTC', item: 'lamp.red' }],
    ['little urea', ['DEF'], { 'def.level': 9 }, { gate: 'DEF', item: 'def.level' }],
    ['frozen urea', ['DEF'], { 'def.temp': -6 }, { gate: 'DEF', item: 'def.temp' }],
    ['a hot exhaust', ['COOLEX'], { 'exhaust.temp': 201 }, { gate: 'COOLEX', item: 'exhaust.temp' }],
    [
      'a bound that is not reached by itself',
      [{ item: 'engine.coolant', gt: 85 }],
      {},
      { gate: 'engine.coolant', item: 'engine.coolant' },
    ],
    ['an unknown value', ['BAT'], { battery: null }, { gate: 'BAT', item: 'battery' }],
    ['a sensor that is broken', ['BAT'], { battery: 655.35 }, { gate: 'BAT', item: 'battery' }],
    ['stationary, whatever the brake', ['STAND'], { 'brake.park': 0 }, null],
    ['stationary with the PTO on', ['STAND'], { 'pto.rpm': 540 }, { gate: 'STAND', item: 'pto.rpm' }],
  ] as const)('%s', (_, gates, over, lost) => expect(lostGate([...gates], { ...all, ...over })).toEqual(lost));

  it('is unknown for a machine without data', () => {
    for (const gate of gateIds) if (gate !== 'OUT') expect(lostGate([gate], {}), gate).not.toBeNull();
    expect(gatesNow(['PARK', 'BAT'], {}).every((c) => c.ok === null)).toBe(true);
  });

  it('uses items of the catalogue only', () => {
    for (const gate of gateIds) for (const c of conditionsOf(gate)) expect(monitorItems.has(c.item), c.item).toBe(true);
    expect(liveItems.length).toBeLessThanOrEqual(40);
  });

  it('of parking is held throughout, that of idling only until the test moves the engine', () => {
    expect(gatesDuringTest(['PARK', 'RUN', 'WARM', 'NODTC', 'BAT'])).toEqual(['PARK', 'NODTC']);
    expect(gatesDuringTest(['STOP', 'STAND', 'BAT'])).toEqual(['STAND']);
  });

  it('of every test follow its own, once', () => {
    expect(withCommonGates(['STOP'])).toEqual(['STOP', 'STAND', 'BAT']);
    expect(withCommonGates(['PARK', 'RUN'])).toEqual(['PARK', 'RUN', 'BAT']);
    expect(withCommonGates(['BAT', 'PARK'])).toEqual(['BAT', 'PARK']);
  });

  it.each([...testCatalogue.byId.values()].filter(isTest).map((t) => t.id))(
    'of %s has the word of somebody on site first',
    (id) =>
      expect(definitionOf(id, { model: null, engineType: null, hwVariant: null })?.confirm[0]).toBe(commonConfirm),
  );

  describe.each([...testCatalogue.byId.keys()])('of %s', (id) => {
    const definition = definitionOf(id, { model: null, engineType: null, hwVariant: null });
    const { gates = [], gateLimits } = definition ?? {};
    // a machine on which all its own gates hold
    const ready: Record<string, number> = { ...all };
    for (const { item, min, max, ok } of gatesNow(gates, ready, gateLimits))
      if (ok !== true) ready[item] = min === undefined ? Math.max(0, (max ?? 0) - 1) : min + 1;
    it('is met by a stationary machine with its PTO off and 12.4 V', () =>
      expect(lostGate(gates, { ...ready, battery: 12.4 }, gateLimits)).toBeNull());
    it.each([
      ['rolls', { speed: 0.6 }],
      ['turns its PTO', { 'pto.rpm': 540 }],
      ['has 12.3 V', { battery: 12.3 }],
      ['has no speed', { speed: null }],
    ] as const)('does not hold on one that %s', (_, over) =>
      expect(lostGate(gates, { ...ready, ...over }, gateLimits)?.item).toBe(Object.keys(over)[0]),
    );
    it('is left when the machine rolls off during it', () =>
      expect(lostGate(gatesDuringTest(gates), { ...ready, speed: 3 }, gateLimits)?.item).toBe('speed'));
  });
});

describe('the items', () => {
  it.each([
    ['one that is there twice', () => [...items, items[0]], /engine\.rpm: there twice/],
    [
      'two of one name',
      () => items.map((i) => (i.id === 'engine.load' ? { ...i, ko: '엔진 회전수' } : i)),
      /두|엔진 회전수: two items/,
    ],
    [
      'a range upside down',
      () => items.map((i) => (i.id === 'engine.load' ? { ...i, min: 200 } : i)),
      /min is below max/,
    ],
    ['an unknown group', () => items.map((i) => (i.id === 'engine.load' ? { ...i, group: 'mood' } : i)), /group/],
    ['no English', () => items.map((i) => (i.id === 'engine.load' ? { ...i, en: '' } : i)), /en/],
    ['nothing', () => [], /./],
  ])('are refused with %s', (_, broken, expected) => {
    expect(() => parseItems(broken())).toThrow(ItemsProblem);
    expect(() => parseItems(broken())).toThrow(expected);
  });
  it('state which of a choice cannot be watched', () => {
    expect(unknownItems(['engine.rpm', 'nothing', 'engine.rpm', 'battery'])).toEqual(['nothing', 'engine.rpm']);
  });
  it('take a reading far outside for what it is', () => {
    expect(plausibleValue('battery', 12.5)).toBe(12.5);
    expect(plausibleValue('battery', 655.35)).toBeNull();
    expect(plausibleValue('battery', Number.NaN)).toBeNull();
  });
});
