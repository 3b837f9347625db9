import { describe, expect, it } from 'vitest';
import { type BrokerAccount, mayPublish, maySubscribe } from './device-access';

const device: BrokerAccount = { kind: 'device', id: 'TMU-0001' };
const server: BrokerAccount = { kind: 'server' };

describe('what a device may publish', () => {
  it.each([
    ['its telemetry', 'tms/v1/TMU-0001/up/telemetry', true],
    ['a deeper topic of its own branch', 'tms/v1/TMU-0001/up/a/b', true],
    ['as another device', 'tms/v1/TMU-0002/up/sos', false],
    ['as a device whose id begins like its own', 'tms/v1/TMU-00010/up/sos', false],
    ['on its own down branch', 'tms/v1/TMU-0001/down/ack', false],
    ['on the branch itself', 'tms/v1/TMU-0001/up', false],
    ['on the branch with an empty name', 'tms/v1/TMU-0001/up/', false],
    ['with a wildcard for a device', 'tms/v1/+/up/telemetry', false],
    ['with a wildcard for a kind', 'tms/v1/TMU-0001/up/#', false],
    ['in another version', 'tms/v2/TMU-0001/up/telemetry', false],
    ['with a leading slash', '/tms/v1/TMU-0001/up/telemetry', false],
    ['on the topics of the broker', '$SYS/broker/uptime', false],
    ['on nothing', '', false],
  ])('%s: %s → %s', (_what, topic, allowed) => expect(mayPublish(device, topic)).toBe(allowed));
});

describe('what a device may subscribe to', () => {
  it.each([
    ['all that is sent to it', 'tms/v1/TMU-0001/down/#', true],
    ['one kind', 'tms/v1/TMU-0001/down/ack', true],
    ['every kind', 'tms/v1/TMU-0001/down/+', true],
    ['the blocks of a session', 'tms/v1/TMU-0001/down/flash/+/+', true],
    ['a program and its blocks', 'tms/v1/TMU-0001/down/flash/#', true],
    ['a kind that does not exist', 'tms/v1/TMU-0001/down/a1', false],
    ['below a kind that has nothing below it', 'tms/v1/TMU-0001/down/ack/1', false],
    ['one block by its number', 'tms/v1/TMU-0001/down/flash/7/12', false],
    ['what another device is sent', 'tms/v1/TMU-0002/down/#', false],
    ['what any device is sent', 'tms/v1/+/down/#', false],
    ['its own messages', 'tms/v1/TMU-0001/up/#', false],
    ['both of its branches', 'tms/v1/TMU-0001/#', false],
    ['both of its branches by name', 'tms/v1/TMU-0001/+/ack', false],
    ['everything', '#', false],
    ['everything below the root', 'tms/#', false],
    ['everything through a shared subscription', '$share/group/tms/v1/TMU-0001/down/#', false],
    ['the broker', '$SYS/#', false],
  ])('%s: %s → %s', (_what, filter, allowed) => expect(maySubscribe(device, filter)).toBe(allowed));
});

describe('the server', () => {
  it.each([
    ['tms/v1/TMU-0001/down/ack', true],
    ['tms/v1/TMU-0001/down/flash/7/12', true],
    ['tms/v1/TMU-0001/up/telemetry', false],
    ['tms/v1/+/down/ack', false],
    ['tms/v1/tmu 1/down/ack', false],
    ['other/topic', false],
  ])('publishes to %s → %s', (topic, allowed) => expect(mayPublish(server, topic)).toBe(allowed));
  it.each([
    ['tms/v1/+/up/#', true],
    ['tms/v1/+/up/sos', true],
    ['tms/v1/TMU-0001/up/#', true],
    ['tms/v1/+/down/#', false],
    ['tms/v1/+/+/sos', false],
    ['tms/v1/#', false],
    ['#', false],
  ])('subscribes to %s → %s', (filter, allowed) => expect(maySubscribe(server, filter)).toBe(allowed));
});

it('a name that is no device id is given nothing, whatever it is called', () => {
  for (const id of ['+', '#', 'TMU-0001/up', '', 'tmu-0001', '../TMU-0001']) {
    expect(mayPublish({ kind: 'device', id }, `tms/v1/${id}/up/telemetry`), id).toBe(false);
    expect(maySubscribe({ kind: 'device', id }, `tms/v1/${id}/down/#`), id).toBe(false);
  }
});
