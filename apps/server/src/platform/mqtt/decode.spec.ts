import { expect, it } from 'vitest';
import { type UpKind, upTopic } from '@headland/contracts/device/envelope';
import { engineUp, faultUp, sample, sosUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { upFixtures } from '@headland/testing/fixtures';
import { decodeUp } from './decode';
import { stride } from './telemetry-rows';

const fixtures = (ok: boolean) => upFixtures({ ok }).map((f) => [`${f.kind}/${f.name} (${f.encoding})`, f] as const);

it.each(fixtures(true))('takes %s', (_, { kind, payload }) =>
  expect(decodeUp(upTopic('HD-1', kind), payload)).toMatchObject({ ok: true, kind }),
);

/** Somebody calls, whatever else an SOS says; a fault is its codes. */
const takenWithout = ['sos', 'fault'];
it.each(fixtures(false))('refuses %s, or names what it leaves out', (_, { kind, name, payload }) => {
  const decoded = decodeUp(upTopic('HD-1', kind), payload);
  if (takenWithout.includes(kind) && decoded.ok) expect(decoded.unread).toMatch(/\w+: /u);
  // the schema of the wire has no null, and here it is a sensor that is not there
  else if (name === 'sample-coolant-null') expect(decoded.ok).toBe(true);
  else expect(decoded.ok).toBe(false);
});

it('reads the same of an SOS in CBOR of an encoder that writes whole numbers of 64 bits as in JSON', () => {
  const read = (name: string) => {
    const fixture = upFixtures({ kind: 'sos', ok: true }).find((f) => f.name === name);
    return decodeUp(upTopic('HD-1', 'sos'), fixture?.payload ?? Buffer.alloc(0));
  };
  expect(read('whole-numbers-of-64-bits')).toEqual(read('rollover'));
});

const read = (kind: UpKind, message: object) => decodeUp(upTopic('HD-1', kind), Buffer.from(JSON.stringify(message)));
it.each([
  ['status', statusUp(), ['firmware', 'sim', 'rssi', 'key']],
  ['engine', engineUp(), ['lat', 'lon', 'engineHours']],
  ['fault', faultUp(), ['cleared', 'lat', 'lon']],
  ['sos', sosUp(), ['lat', 'lon', 'tilt', 'speed']],
] as const)('takes a null in %s for a sensor that is not there', (kind, message, names) => {
  const without = Object.fromEntries(Object.entries(message).filter(([name]) => !names.some((n) => n === name)));
  expect(read(kind, { ...message, ...Object.fromEntries(names.map((n) => [n, null])) })).toEqual(read(kind, without));
  expect(read(kind, without)).toMatchObject({ ok: true });
});

it('takes the codes of a fault that can be read, whatever else is wrong', () => {
  const active = [{ code: 'E0410', count: 3, lamp: null }];
  for (const [cleared, taken] of [
    [null, []],
    ['none', []],
    [['E0297', 'e', 7], ['E0297']],
    [Array.from({ length: 101 }, () => 'E0297'), Array.from({ length: 100 }, () => 'E0297')],
  ] as const)
    expect(read('fault', { ...faultUp(), active, cleared, lat: null })).toMatchObject({
      ok: true,
      message: { active: [{ code: 'E0410', count: 3 }], cleared: taken },
    });
});

it('takes an SOS without a version or a time that can be read, and none without a number', () => {
  const { v: _v, ts: _ts, ...numbered } = sosUp();
  expect(read('sos', numbered)).toMatchObject({ ok: true, message: { ts: null } });
  for (const name of ['boot', 'seq'])
    expect(read('sos', { ...sosUp(), [name]: null })).toMatchObject({ ok: false, reason: 'schema' });
});

it('takes an alert whose sensors have values that are no JSON, and one that is the first of a count from 0', () => {
  const textual = (kind: UpKind, message: object, value: string) =>
    decodeUp(
      upTopic('HD-1', kind),
      Buffer.from(JSON.stringify({ ...message, lat: 0.125, lon: 0.125 }).replaceAll('0.125', value)),
    );
  for (const value of ['NaN', 'nan', '-nan(ind)', ' inf', '-Infinity', '1.#QNAN']) {
    expect(textual('sos', sosUp({ type: 'collision', seq: 0 }), value), value).toMatchObject({
      ok: true,
      message: { type: 'collision', seq: 0, tilt: sosUp().tilt },
    });
    expect(textual('fault', faultUp({ seq: 0 }), value)).toMatchObject({ ok: true, message: { seq: 0 } });
    expect(textual('engine', engineUp(), value)).toMatchObject({ ok: false, reason: 'undecodable' });
  }
});

it('takes a number that is too small for the database for 0', () => {
  expect(read('status', statusUp({ rssi: -1e-46 }))).toMatchObject({ message: { rssi: 0 } });
  expect(read('status', statusUp({ rssi: -70.5 }))).toMatchObject({ message: { rssi: -70.5 } });
  const programming = { v: 1, boot: 1, seq: 1, ts: 1, session: '3f0c1a52-7d1e-4c58-9a51-0f6c1f2b9d10' };
  expect(read('flash', { ...programming, state: 'programming', progress: 1e-300 })).toMatchObject({
    message: { progress: 0 },
  });
});

it('takes a null in a sample of telemetry for a sensor that is not there', () => {
  const message = telemetryUp();
  const { ts } = sample();
  const rowsOf = (samples: object[]) => {
    const decoded = read('telemetry', { ...message, samples });
    if (!decoded.ok || decoded.kind !== 'telemetry') throw new Error('refused');
    const { values, from, count } = decoded.message;
    return Array.from(values.subarray(from, from + count * stride));
  };
  const nulls = Object.fromEntries(Object.keys(sample()).map((name) => [name, null]));
  expect(rowsOf([{ ...nulls, ts, rpm: 900 }, sample({ ts })])).toEqual(rowsOf([{ ts, rpm: 900 }, sample({ ts })]));
});
