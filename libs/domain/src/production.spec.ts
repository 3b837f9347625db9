import { describe, expect, it } from 'vitest';
import { isSilent, moveRefusal, unitErrors, type Unit } from './production';

const built: Unit = {
  deviceId: null,
  matchedOn: null,
  releaseYear: 2026,
  shippedOn: null,
  dealerId: null,
  soldOn: null,
};
const today = '2026-11-21';
const matched = { deviceId: 'HDKR-1', matchedOn: '2026-11-10' };
const shipped = { shippedOn: '2026-11-12', dealerId: 7 };

describe('the form of a unit', () => {
  it.each([
    ['nothing changed', built, {}, null, {}],
    ['a device installed today', built, { ...matched, matchedOn: today }, null, {}],
    ['a device without a day', built, { deviceId: 'HDKR-1' }, null, { matchedOn: 'field.req' }],
    [
      'a device installed tomorrow',
      built,
      { ...matched, matchedOn: '2026-11-22' },
      null,
      { matchedOn: 'field.pastDay' },
    ],
    ['next year’s machine', built, { releaseYear: 2027 }, null, {}],
    ['a machine of the year after', built, { releaseYear: 2028 }, null, { releaseYear: 'field.yearRange' }],
    ['a machine of 1979', built, { releaseYear: 1979 }, null, { releaseYear: 'field.yearRange' }],
    ['shipped to a dealer', built, shipped, 'DEALER', {}],
    ['shipped to an agency', built, shipped, 'AGENCY', {}],
    ['shipped to a region', built, shipped, 'REGION', { dealerId: 'field.notAgency' }],
    ['shipped without a dealer', built, { shippedOn: today }, null, { dealerId: 'field.req' }],
    ['a dealer, but not shipped', built, { dealerId: 7 }, 'DEALER', { shippedOn: 'field.req' }],
    ['shipped on the day of the matching', built, { ...matched, ...shipped, shippedOn: '2026-11-10' }, 'DEALER', {}],
    [
      'shipped before the matching',
      built,
      { ...matched, ...shipped, shippedOn: '2026-11-09' },
      'DEALER',
      { shippedOn: 'field.beforeMatching' },
    ],
    [
      'exchanged after it was shipped',
      { ...built, ...matched, ...shipped },
      { deviceId: 'HDKR-2', matchedOn: '2026-11-13' },
      'DEALER',
      {},
    ],
    [
      'its matching moved past the shipment',
      { ...built, ...matched, ...shipped },
      { matchedOn: '2026-11-13' },
      'DEALER',
      { shippedOn: 'field.beforeMatching' },
    ],
    ['shipped without a device', built, { ...shipped, shippedOn: '2020-01-01' }, 'DEALER', {}],
    [
      'shipped after its sale',
      { ...built, ...shipped, soldOn: '2026-11-15' },
      { shippedOn: '2026-11-16' },
      'DEALER',
      { shippedOn: 'field.afterSale' },
    ],
  ] as const)('%s', (_, before, over, type, errors) =>
    expect(unitErrors(before, { ...before, ...over }, type, today)).toEqual(errors),
  );

  it('is judged where it changed only: old records are not held to rules that came later', () => {
    const old: Unit = { ...built, releaseYear: 1950, dealerId: 7, deviceId: 'HDKR-1', matchedOn: null };
    expect(unitErrors(old, { ...old }, 'DEALER', today)).toEqual({});
  });
});

describe('going elsewhere', () => {
  const sold: Unit = { ...built, ...shipped, soldOn: '2026-11-15' };
  it.each([
    ['an unsold unit', { ...built, ...shipped }, {}, true, false, null],
    ['a sold one', sold, {}, true, false, 'VEHICLE_SOLD'],
    ['a sold one unshipped', sold, { shippedOn: null, dealerId: null }, false, false, 'VEHICLE_SOLD'],
    ['a sold one that stays', sold, { shippedOn: '2026-11-11' }, false, false, null],
    ['one that calls for help', { ...built, ...shipped }, {}, true, true, 'VEHICLE_HAS_OPEN_SOS'],
    ['one that calls for help and stays', { ...built, ...shipped }, { shippedOn: '2026-11-11' }, false, true, null],
  ] as const)('%s', (_, before, over, moves, openSos, code) =>
    expect(moveRefusal(before, { ...before, ...over }, { moves, openSos })).toBe(code),
  );
});

describe('silence', () => {
  const now = Date.parse('2026-11-21T03:00:00Z');
  const day = 24 * 3_600_000;
  const unit = { deviceId: 'HDKR-1', shippedOn: '2026-11-01' };
  it.each([
    ['without a message', unit, null, true],
    ['last message eight days ago', unit, now - 8 * day, true],
    ['last message exactly a week ago', unit, now - 7 * day, false],
    ['last message yesterday', unit, now - day, false],
    ['without a device', { ...unit, deviceId: null }, null, false],
    ['not shipped', { ...unit, shippedOn: null }, null, false],
    ['shipped seven days ago', { ...unit, shippedOn: '2026-11-14' }, null, false],
    ['shipped eight days ago', { ...unit, shippedOn: '2026-11-13' }, null, true],
  ] as const)('%s', (_, of, lastSeenAt, silent) => expect(isSilent(of, lastSeenAt, now, 'Asia/Seoul')).toBe(silent));
});
