import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { GarbageGate } from './garbage-gate';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

it('counts discarded messages of devices whose names are longer than the column and begin alike', async () => {
  const gate = new GarbageGate(fresh.dataSource, pino({ level: 'silent' }));
  const garbage = Buffer.from('not a message');
  for (const name of [`${'x'.repeat(20)}1`, `${'x'.repeat(20)}2`, 'TEST-1\0']) {
    const topic = `hl/v1/${name}/up/sample`;
    expect(gate.decode(topic, garbage)).not.toBeNull();
    // the same bytes again are not kept
    for (let n = 0; n < 3; n += 1) expect(gate.decode(topic, garbage)).toBeNull();
  }
  await gate.flush();
  expect(
    await fresh.dataSource.query('SELECT device_id AS device, messages::int FROM quarantine_discarded ORDER BY 1'),
  ).toEqual([
    { device: 'TEST-1', messages: 3 },
    { device: 'x'.repeat(20), messages: 6 },
  ]);
});
