import { expect, it } from 'vitest';
import { upTopic } from '@headland/contracts/device/envelope';
import { upFixtures } from '@headland/testing/fixtures';
import { decodeUp } from './decode';

const fixtures = (ok: boolean) => upFixtures({ ok }).map((f) => [`${f.kind}/${f.name} (${f.encoding})`, f] as const);

it.each(fixtures(true))('takes %s', (_, { kind, payload }) =>
  expect(decodeUp(upTopic('HD-1', kind), payload)).toMatchObject({ ok: true, kind }),
);

/** Somebody calls, whatever else an SOS says; a fault is its codes. */
const takenWithout = ['sos', 'fault'];
it.each(fixtures(false))('refuses %s, or names what it leaves out', (_, { kind, payload }) => {
  const decoded = decodeUp(upTopic('HD-1', kind), payload);
  if (takenWithout.includes(kind) && decoded.ok) expect(decoded.unread).toMatch(/\w+: /u);
  else expect(decoded.ok).toBe(false);
});

it('reads the same of an SOS in CBOR of an encoder that writes whole numbers of 64 bits as in JSON', () => {
  const read = (name: string) => {
    const fixture = upFixtures({ kind: 'sos', ok: true }).find((f) => f.name === name);
    return decodeUp(upTopic('HD-1', 'sos'), fixture?.payload ?? Buffer.alloc(0));
  };
  expect(read('whole-numbers-of-64-bits')).toEqual(read('rollover'));
});
