import { describe, expect, it } from 'vitest';
import { conditionsOf, gateIds, gatesNow, heldThroughout, liveItems, lostGate } from './gates';
import { ItemsProblem, monitorItems, parseItems, plausibleValue, unknownItems } from './items';
import items from './items.json';

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

describe('a gate', () => {
  it.each([
    ['parked', ['PARK'], {}, null],
    ['rolling', ['PARK'], { speed: 0.6 }, { gate: 'PARK', item: 'speed' }],
    ['a receiver that trembles', ['PARK'], { speed: 0.4 }, null],
    ['the brake off', ['PARK'], { 'brake.park': 0 }, { gate: 'PARK', item: 'brake.park' }],
    ['PTO on', ['PARK'], { 'pto.rpm': 540 }, { gate: 'PARK', item: 'pto.rpm' }],
    ['standing', ['STOP'], {}, null],
    ['standing for nine seconds', ['STOP'], { 'engine.steady': 9 }, { gate: 'STOP', item: 'engine.steady' }],
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
    ['a bound that is not reached by itself', [{ item: 'engine.coolant', gt: 85 }], {}, { gate: 'engine.coolant', item: 'engine.coolant' }],
    ['a value that nobody knows', ['BAT'], { battery: null }, { gate: 'BAT', item: 'battery' }],
  ] as const)('%s', (_, gates, over, lost) => expect(lostGate([...gates], { ...all, ...over })).toEqual(lost));

  it('holds for nobody of whom nothing is known', () => {
    for (const gate of gateIds) if (gate !== 'OUT') expect(lostGate([gate], {}), gate).not.toBeNull();
    expect(gatesNow(['PARK', 'BAT'], {}).every((c) => c.ok === null)).toBe(true);
  });

  it('asks for items of the catalogue only', () => {
    for (const gate of gateIds) for (const c of conditionsOf(gate)) expect(monitorItems.has(c.item), c.item).toBe(true);
    expect(liveItems.length).toBeLessThanOrEqual(40);
  });

  it('of parking is held throughout, that of idling only until the test moves the engine', () => {
    expect(heldThroughout(['PARK', 'RUN', 'WARM', 'NODTC', 'BAT'])).toEqual(['PARK', 'NODTC']);
  });
});

describe('the items', () => {
  it.each([
    ['one that is there twice', () => [...items, items[0]], /engine\.rpm: there twice/],
    ['two of one name', () => items.map((i) => (i.id === 'engine.load' ? { ...i, ko: '엔진 회전수' } : i)), /두|엔진 회전수: two items/],
    ['a range upside down', () => items.map((i) => (i.id === 'engine.load' ? { ...i, min: 200 } : i)), /min is below max/],
    ['a group nobody knows', () => items.map((i) => (i.id === 'engine.load' ? { ...i, group: 'mood' } : i)), /group/],
    ['no English', () => items.map((i) => (i.id === 'engine.load' ? { ...i, en: '' } : i)), /en/],
    ['nothing', () => [], /./],
  ])('are refused with %s', (_, broken, said) => {
    expect(() => parseItems(broken())).toThrow(ItemsProblem);
    expect(() => parseItems(broken())).toThrow(said);
  });
  it('say which of a choice cannot be watched', () => {
    expect(unknownItems(['engine.rpm', 'nothing', 'engine.rpm', 'battery'])).toEqual(['nothing', 'engine.rpm']);
  });
  it('take a reading far outside for what it is', () => {
    expect(plausibleValue('battery', 12.5)).toBe(12.5);
    expect(plausibleValue('battery', 655.35)).toBeNull();
    expect(plausibleValue('battery', Number.NaN)).toBeNull();
  });
});
