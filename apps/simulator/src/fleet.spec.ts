import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TelemetryUp } from '@headland/contracts/device/up';
import { decodePayload } from './encoding';
import { Fleet } from './fleet';
import { readLedger } from './ledger';
import { readOptions } from './options';
import { BackEnd } from './testing/back-end';
import { until } from './testing/until';

const devices = Array.from({ length: 50 }, (_, i) => ({
  id: `KT-${String(i).padStart(4, '0')}`,
  secret: `secret-${i}`,
  region: 'gimje',
}));
const quiet = { cbor: 0.3, deadSpots: { perHour: 0 }, rebootsPerHour: 0, faultsPerDay: 0, sosPerDay: 0 };

describe('a fleet of 50 against a real broker', () => {
  let backEnd: BackEnd;
  let fleet: Fleet;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    backEnd = new BackEnd(new Map(devices.map((d) => [d.id, d.secret])));
    await backEnd.open();
  });
  afterEach(async () => {
    await fleet.end();
    await backEnd.crash();
    rmSync(folder, { recursive: true });
  });

  const launch = (args: readonly string[], behaviour: object = {}, given = devices): void => {
    const common = [
      '--devices',
      'unused',
      '--mqtt',
      `mqtt://127.0.0.1:${backEnd.port}`,
      '--ledger',
      join(folder, 'ledger'),
      '--resend-after',
      '1',
      '--connect-rate',
      '500',
    ];
    fleet = new Fleet(
      readOptions([...common, '--behaviour', JSON.stringify({ ...quiet, ...behaviour }), ...args]),
      given,
    );
    fleet.start();
  };
  const allConnected = (): Promise<void> => until('all connected', () => fleet.stats.connected === devices.length);

  /** Every message of the ledger, and what the back end has of it. */
  async function account(): Promise<{ keys: Set<string>; pubacked: number; unsent: number; uncommitted: number }> {
    const book = await readLedger(join(folder, 'ledger'));
    const result = { keys: new Set<string>(), pubacked: 0, unsent: 0, uncommitted: 0 };
    for (const [stream, seq, message] of book.messages()) {
      const key = `${stream.device}|${stream.kind}|${stream.boot}|${seq}`;
      result.keys.add(key);
      if (message.pubackMs !== null) result.pubacked += 1;
      if (message.sentMs === null || message.content === null) result.unsent += 1;
      if (message.committedMs === null) result.uncommitted += 1;
      const payload = backEnd.committed.get(key);
      if (message.content?.kind === 'telemetry' && payload !== undefined) {
        const { samples } = TelemetryUp.parse(decodePayload(payload));
        expect(samples.map((s) => s.ts)).toEqual(message.content.samples.map((s) => s.ts));
      }
    }
    return result;
  }

  it('connects with its own names, identifies itself, applies its config, and disconnects cleanly', async () => {
    launch([]);
    await allConnected();
    await until('every status', () => backEnd.status.size === devices.length);
    for (const { id } of devices) {
      const status = backEnd.status.get(id);
      expect(status).toMatchObject({ online: true, boot: fleet.find(id)?.boot });
      expect(status?.firmware).toMatch(/^\d/);
      expect(status?.sim).toMatch(/^\d{19}$/);
      expect(status?.rssi).toBeLessThan(-50);
    }
    const rollover = { x: 33, y: 44, z: 55 };
    backEnd.publish('KT-0007', 'config', { interval: 60, rollover, remoteControl: 'none' }, true);
    await until('the config', () => fleet.find('KT-0007')?.unit.config.rollover.x === 33);
    expect(fleet.find('KT-0008')?.unit.config.interval).toBe(30);
    await fleet.end();
    await until('all farewells', () => [...backEnd.status.values()].every((s) => !s.online));
    // the last will has no boot: these were sent by the devices
    for (const status of backEnd.status.values()) expect(status.boot).toBeDefined();
  });

  it('is refused with a wrong secret, and the others are not disturbed', async () => {
    launch(
      [],
      {},
      devices.map((d, i) => (i === 3 ? { ...d, secret: 'wrong' } : d)),
    );
    await until('49 connected and one refused', () => fleet.stats.connected === 49 && fleet.stats.refused > 0);
    expect(backEnd.status.has('KT-0003')).toBe(false);
  });

  it('leaves its last will when it vanishes, and comes back', async () => {
    launch([]);
    await allConnected();
    fleet.cut(0.2, 300);
    await until('ten wills', () => [...backEnd.status.values()].filter((s) => !s.online).length === 10);
    expect(backEnd.status.get('KT-0000')).toEqual({ v: 1, online: false });
    await until(
      'all back',
      () => fleet.stats.connected === devices.length && [...backEnd.status.values()].every((s) => s.online),
    );
  });

  it('accounts for every message through loss, duplicates, disorder, broken messages and cuts', async () => {
    backEnd.loses = (key, arrival) => arrival === 1 && key.endsWith('7');
    launch(['--rate', '600', '--seed', '11'], {
      duplicates: 0.2,
      reorder: { share: 0.2, windowMs: 400 },
      backlog: { share: 0.3, messages: 5 },
      malformed: { share: 0.05, reasons: ['truncated', 'nul', 'wrongTypes'] },
      faultsPerDay: 20_000,
      sosPerDay: 5000,
    });
    await allConnected();
    await until('the first 500', () => backEnd.committed.size > 500);
    fleet.cut(0.5, 100);
    await until(
      '1,500 messages, faults and calls',
      () => fleet.stats.made > 1500 && fleet.stats.faults > 5 && fleet.stats.sos > 2,
    );
    expect(await fleet.drain(20_000)).toBe(true);
    const { made, malformed, duplicates, dropped } = fleet.stats;
    await fleet.end();
    const { keys, pubacked, unsent, uncommitted } = await account();
    expect(keys.size).toBe(made);
    expect(keys).toEqual(new Set(backEnd.committed.keys()));
    expect({ unsent, uncommitted, dropped }).toEqual({ unsent: 0, uncommitted: 0, dropped: 0 });
    // a message that was committed while its connection was cut needs no PUBACK any more
    expect(pubacked / made).toBeGreaterThan(0.8);
    expect(malformed).toBeGreaterThan(10);
    expect(backEnd.quarantined).toBeGreaterThan(0);
    expect(duplicates / made).toBeGreaterThan(0.1);
    expect([...backEnd.arrivals.entries()].some(([key, times]) => key.endsWith('7') && times > 1)).toBe(true);
    // something overtook something
    const seqs = backEnd.order
      .filter((key) => key.startsWith('KT-0001|telemetry'))
      .map((key) => Number(key.split('|')[3]));
    expect(seqs.some((seq, i) => i > 0 && seq < (seqs[i - 1] ?? 0))).toBe(true);
  });

  it('sends again what a crashed broker had acknowledged and forgotten', async () => {
    // the broker accepts everything, the back end receives nothing
    backEnd.loses = () => true;
    launch(['--rate', '300']);
    await allConnected();
    await until('200 PUBACKs', () => fleet.stats.puback > 200);
    fleet.pause();
    const { made } = fleet.stats;
    expect(backEnd.committed.size).toBe(0);
    expect(fleet.stats.waiting).toBe(made);
    await backEnd.crash();
    await until('all lost', () => fleet.stats.connected === 0);
    backEnd.loses = () => false;
    await backEnd.open();
    expect(await fleet.drain(25_000)).toBe(true);
    expect(backEnd.committed.size).toBe(made);
    await fleet.end();
    expect((await account()).uncommitted).toBe(0);
  });

  it('keeps within its memory without acknowledgements: the oldest telemetry is dropped, and recorded in the ledger', async () => {
    backEnd.acknowledges = false;
    launch(['--rate', '2000', '--memory', '1']);
    await allConnected();
    await until('something given up', () => fleet.stats.dropped > 200);
    fleet.pause();
    fleet.find('KT-0000')?.unit.sos('button', Date.now());
    await until('the call', () => [...backEnd.committed.keys()].some((key) => key.includes('|sos|')));
    const { made, dropped, waiting } = fleet.stats;
    expect(waiting).toBe(made - dropped);
    await fleet.end();
    const book = await readLedger(join(folder, 'ledger'));
    const given = [...book.messages()].filter(([, , m]) => m.droppedMs !== null);
    expect(given).toHaveLength(dropped);
    expect(given.every(([stream]) => stream.kind === 'telemetry')).toBe(true);
  });

  it('shows the driver messages of staff, and records them in the ledger', async () => {
    launch([]);
    await allConnected();
    const terminal = fleet.find('KT-0004');
    terminal?.unit.sos('rollover', Date.now());
    await until('the call', () => [...backEnd.committed.keys()].some((key) => key.startsWith('KT-0004|sos')));
    for (const status of ['acknowledged', 'dispatched', 'resolved'])
      backEnd.publish('KT-0004', 'sos', { sos: 9, status });
    await until('three words', () => terminal?.unit.panel.length === 3);
    expect(terminal?.unit.isRolledOver).toBe(false);
    await until('the ack', () => terminal?.link.waiting === 0);
    await fleet.end();
    const book = await readLedger(join(folder, 'ledger'));
    expect(book.sosDown.map((s) => [s.device, s.sos, s.status])).toEqual([
      ['KT-0004', 9, 'acknowledged'],
      ['KT-0004', 9, 'dispatched'],
      ['KT-0004', 9, 'resolved'],
    ]);
  });
});
