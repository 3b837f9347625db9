import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '@headland/contracts/notification';
import { rollOuts } from '@headland/contracts/roll-out';
import { rollOutAtOnce } from '@headland/domain/reprogram/roll-out';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { eventually, refusal } from '../../testing/alerts';
import { standParked } from '../../testing/flash-device';
import { endClients } from '../../testing/mqtt-clients';
import { RollOutWorld, type Machine } from '../../testing/roll-outs';
import { makeVehicle } from '../../testing/world';
import { ProcessVehicle } from './process-vehicle.command';

// The vehicles of a roll-out: their order, their waves, and what stops them.
let w: RollOutWorld;
beforeAll(async () => {
  w = await RollOutWorld.open();
});
afterAll(() => w.close());
afterEach(endClients);
const failed = { state: 'failed', reason: 'programming', version: 'SW-3.1.0', rolledBack: true };
const three = async (): Promise<[Machine, Machine, Machine]> => (await w.machines(3)) as [Machine, Machine, Machine];
const two = async (): Promise<[Machine, Machine]> => (await w.machines(2)) as [Machine, Machine];
const one = async (over: Parameters<RollOutWorld['machine']>[0] = {}): Promise<Machine> => w.machine(over);

describe('waves', () => {
  it('follow one another: the second begins when the first has ended, the last ends it', async () => {
    const [first, second, third] = await three();
    const id = await w.begin([first, second, third], { shares: [50, 50] });
    await first.device.offered();
    expect(await w.get(id)).toMatchObject({ wave: 1, waves: 3, counts: { underWay: 1, waiting: 2 } });
    expect([second.device.received, third.device.received]).toEqual([[], []]);
    await w.programmed(first);
    await second.device.offered();
    expect(await w.vehicle(id, first)).toMatchObject({ state: 'done', attempts: 1, run: { state: 'done' } });
    expect(third.device.received).toEqual([]);
    await w.programmed(second);
    await w.programmed(third);
    const done = await w.until(id, (r) => r.state === 'done');
    expect(done.counts).toMatchObject({ done: 3, waiting: 0 });
    expect(done.steps.map((s) => s.step)).toEqual([
      'created',
      'sent',
      'approved',
      'waveBegan',
      'waveBegan',
      'waveBegan',
      'done',
    ]);
  });

  it('with a hold time begin after it, beside those that were not ready, and not before one is done', async () => {
    const first = await one();
    const away = await one({ state: { online: false } });
    const second = await one();
    const id = await w.begin([first, away, second], { firstGroup: 2, holdHours: 2 });
    await w.programmed(first);
    expect((await w.until(id, (r) => r.counts.done === 1)).nextWaveAt).not.toBeNull();
    expect(second.device.received).toEqual([]);
    await w.server.database.query(
      "UPDATE roll_out_wave SET began_at = began_at - interval '2 hours' WHERE roll_out_id = $1 AND number = 1",
      [id],
    );
    await w.server.database.query('UPDATE roll_out SET look_at = now() WHERE id = $1', [id]);
    await second.device.offered();
    expect(await w.vehicle(id, away)).toMatchObject({ state: 'waiting', reason: 'online', attempts: 0 });
    await w.decide('cancel', id);
  });
});

describe('failures', () => {
  it('of the first group stop it as soon as they are received; it is resumed by hand with a reason', async () => {
    const [first, second] = await two();
    const id = await w.begin([first, second], { name: 'Stops' });
    await w.programmed(first, failed);
    // the device's message is committed with its consequence
    expect(await w.get(id)).toMatchObject({ state: 'paused', pausedBy: 'failures', counts: { failed: 1, waiting: 1 } });
    expect(await w.vehicle(id, first)).toMatchObject({ state: 'failed', reason: 'programming' });
    expect(await w.server.execute(new ProcessVehicle(id, second.id))).toBe('notItsTurn');
    expect((await w.get(id)).steps.at(-1)).toMatchObject({ step: 'stopped', wave: 1, by: null, reason: '1/1' });
    for (const token of [w.tokens.author, w.tokens.other]) {
      const texts = await eventually(
        async () =>
          (await w.server.call(notifications.list, { query: { kind: ['reprogramming'] } }, token)).rows.map(
            (n) => n.text.en,
          ),
        (texts) => texts.some((t) => t.includes('Stops') && t.includes('stopped')),
      );
      // the run itself is part of it and is reported with it
      expect(texts.filter((t) => t.includes(first.vin))).toEqual([]);
    }
    expect(await refusal(w.decide('resume', id, 'staff'))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(w.decide('resume', id, 'other', ''))).toEqual([422, 'E0001']);
    expect(second.device.received).toEqual([]);
    await w.decide('resume', id, 'author', 'A cable was loose');
    await w.programmed(second);
    expect((await w.until(id, (r) => r.state === 'done')).counts).toMatchObject({ done: 1, failed: 1 });
    expect(await refusal(w.decide('resume', id))).toEqual([409, 'ROLL_OUT_STATE']);
  });

  it('below its share let it go on, and are counted anew after a person has gone on', async () => {
    const [first, second, third] = await three();
    const fourth = await one();
    const id = await w.begin([first, second, third, fourth], { firstGroup: 4, stopShare: 50 });
    await Promise.all([first, second, third, fourth].map((m) => m.device.offered()));
    await w.programmed(first);
    await w.programmed(second);
    await w.programmed(third, failed);
    expect(await w.get(id)).toMatchObject({ state: 'running', counts: { done: 2, failed: 1 } });
    await w.decide('pause', id);
    await w.decide('resume', id);
    await w.programmed(fourth, failed);
    // one of one since then; but it was the last, so there is nothing to stop
    expect((await w.get(id)).state).toBe('done');
  });

  it.each([
    ['a refusal because the machine had moved on', { state: 'refused', reason: 'engineRuns' }],
    ['a battery that has sunk', { state: 'refused', reason: 'battery' }],
  ])('are not: %s', async (_, step) => {
    const machine = await one();
    const id = await w.begin([machine]);
    const { session } = await machine.device.offered();
    await machine.device.send({ session, ...step });
    expect(await w.vehicle(id, machine)).toMatchObject({ state: 'waiting', reason: step.reason, attempts: 1 });
    expect(await w.get(id)).toMatchObject({ state: 'running', counts: { failed: 0 } });
    // retried, but not at once
    expect(await w.server.execute(new ProcessVehicle(id, machine.id))).toBe('notItsTurn');
    await w.server.database.query(
      "UPDATE roll_out_vehicle SET again_at = again_at - interval '2 hours' WHERE roll_out_id = $1",
      [id],
    );
    // a scheduled check may have been faster
    await w.server.execute(new ProcessVehicle(id, machine.id));
    expect(await w.vehicle(id, machine)).toMatchObject({ state: 'underWay', reason: null, attempts: 2 });
    await w.decide('cancel', id);
  });
});

describe('a vehicle that is not ready', () => {
  it.each([
    ['keyOn', { key_on: false }, 'engine.started' as const],
    ['online', { online: false }, 'device.connected' as const],
    ['engineStopped', { rpm: 800 }, 'engine.stopped' as const],
  ])('waits (%s), and is offered when it states that it has changed', async (check, state, event) => {
    const machine = await one({ state });
    const id = await w.begin([machine]);
    await w.untilVehicle(id, machine, (v) => v.reason === check);
    expect(machine.device.received).toEqual([]);
    await standParked(w.server.database, machine);
    const { id: vehicleId, deviceId } = machine;
    await w.server.app
      .get(Change)
      .run(system, (_, emit) =>
        Promise.resolve(emit(event, { vehicleId, deviceId }, { organizationId: w.at.nami, vehicleId })),
      );
    await machine.device.offered();
    await w.decide('cancel', id);
  });

  it('is found by the look of the minute where nothing reports it, also by a process that was begun anew', async () => {
    const machine = await one({ state: { signals: { battery: 12.3 } } });
    const id = await w.begin([machine]);
    await w.untilVehicle(id, machine, (v) => v.reason === 'battery');
    await w.stopJobs();
    await standParked(w.server.database, machine);
    await w.server.database.query(
      "UPDATE roll_out_vehicle SET tried_at = now() - interval '1 minute' WHERE roll_out_id = $1",
      [id],
    );
    await w.server.database.query('UPDATE roll_out SET look_at = now() WHERE id = $1', [id]);
    // the queue is lost with the process; the tables have the state
    await w.server.database.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
    await w.startJobs();
    await machine.device.offered();
    await w.decide('cancel', id);
  });

  it('is left out where the program turns out not to be for it', async () => {
    const machine = await one({ spoke: false });
    const second = await one();
    const id = await w.begin([machine, second], { withUnknown: true, firstGroup: 2 });
    expect(await w.untilVehicle(id, machine, (v) => v.reason !== null)).toMatchObject({
      state: 'waiting',
      reason: 'variant',
    });
    await w.server.database.query(
      `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at, info)
       SELECT gen_random_uuid(), $1, $2, $3, $4, 'remote', 'disconnected', min(id), 'Kim', 'Head office', now(), now(), now(), now(), now(), '{"hw_variant": "HL-D18"}' FROM user_account`,
      [machine.id, machine.deviceId, machine.deviceKey, w.at.nami],
    );
    // a scheduled check may have been faster
    await w.server.execute(new ProcessVehicle(id, machine.id));
    expect(await w.vehicle(id, machine)).toMatchObject({ state: 'skipped', reason: 'variant', run: null });
    await w.programmed(second);
    await w.until(id, (r) => r.state === 'done');
  });

  it('is not done when its time is over: nothing is offered later', async () => {
    const machine = await one({ state: { key_on: false } });
    const id = await w.begin([machine]);
    await w.untilVehicle(id, machine, (v) => v.reason === 'keyOn');
    await w.server.database.query(
      "UPDATE roll_out SET valid_until = now() - interval '1 second', look_at = now() WHERE id = $1",
      [id],
    );
    expect((await w.until(id, (r) => r.state === 'expired')).counts).toMatchObject({ expired: 1, failed: 0 });
    await standParked(w.server.database, machine);
    expect(await w.server.execute(new ProcessVehicle(id, machine.id))).toBe('notItsTurn');
    expect(machine.device.received).toEqual([]);
  });
});

describe('an offer', () => {
  it('ends with the roll-out, and an offer that is not accepted is withdrawn: not done, but no failure', async () => {
    const machine = await one();
    const validUntil = new Date(Date.now() + 3_600_000).toISOString();
    const id = await w.begin([machine], { validUntil });
    const { session } = await machine.device.offered();
    const run = (await w.vehicle(id, machine)).run?.id;
    const [row] = await w.server.database.query<{ at: Date }[]>(
      'SELECT expires_at AS at FROM flash_run WHERE id = $1',
      [run],
    );
    expect(row?.at.toISOString()).toBe(validUntil);
    await w.server.database.query("UPDATE flash_run SET offered_at = now() - interval '16 minutes' WHERE id = $1", [
      run,
    ]);
    expect(await w.untilVehicle(id, machine, (v) => v.state === 'waiting')).toMatchObject({
      attempts: 1,
      run: { state: 'expired' },
    });
    expect((await w.get(id)).counts.failed).toBe(0);
    // hours later the machine connects, and gets nothing
    await machine.device.send({ session, state: 'ready', have: [] });
    await machine.device.isCancelled();
    await w.decide('cancel', id);
  });

  it('that is being programmed when the time is over is written to its end', async () => {
    const machine = await one();
    const id = await w.begin([machine]);
    const { session } = await machine.device.offered();
    for (const step of [{ state: 'ready', have: [] }, { state: 'checking' }, { state: 'programming', progress: 0.5 }])
      await machine.device.send({ session, ...step });
    await w.server.database.query(
      "UPDATE roll_out SET valid_until = now() - interval '1 second', look_at = now() WHERE id = $1",
      [id],
    );
    await w.server.database.query('UPDATE flash_run SET expires_at = now() WHERE roll_out_id = $1', [id]);
    await w.until(id, (r) => r.state === 'expired');
    await machine.device.send({ session, state: 'done', version: 'SW-3.2.1' });
    expect(await w.get(id)).toMatchObject({ state: 'expired', counts: { done: 1 } });
  });
});

it('transfers to so many at once, of which those that have paused keep no place', async () => {
  const [first, second] = await two();
  await standParked(w.server.database, second, { key_on: false });
  const id = await w.begin([first, second], { firstGroup: 2 });
  const { session } = await first.device.offered();
  await first.device.send({ session, state: 'ready', have: [] });
  await w.untilVehicle(id, second, (v) => v.reason === 'keyOn');
  const { run } = await w.vehicle(id, first);
  // as many more as there may be, under way like the first
  for (let n = 1; n < rollOutAtOnce; n++) {
    const { id: vehicleId } = await makeVehicle(w.server.database, w.at.nami);
    await w.server.database.query(
      "INSERT INTO roll_out_vehicle (roll_out_id, vehicle_id, wave, position, state, run_id) VALUES ($1, $2, 1, $3, 'underWay', $4)",
      [id, vehicleId, 100 + n, run?.id],
    );
  }
  await standParked(w.server.database, second);
  await first.device.send({ session, need: [0, 0] });
  const heard = (interval: string): Promise<unknown> =>
    w.server.database.query('UPDATE flash_run SET heard_at = now() + $2::interval WHERE id = $1', [run?.id, interval]);
  await heard('1 hour');
  expect(await w.server.execute(new ProcessVehicle(id, second.id))).toBe('full');
  expect(second.device.received).toEqual([]);
  // the first says nothing more
  await heard('-20 seconds');
  await w.untilVehicle(id, first, (v) => v.run?.state === 'paused');
  await w.server.execute(new ProcessVehicle(id, second.id));
  await second.device.offered();
  await w.decide('cancel', id);
});

describe('a person', () => {
  it('pauses it: no further vehicle begins, what is under way goes on, and a failure then is a stop', async () => {
    const [first, second, third] = await three();
    const id = await w.begin([first, second, third], { firstGroup: 2 });
    await Promise.all([first.device.offered(), second.device.offered()]);
    await w.decide('pause', id, 'author');
    await w.programmed(first);
    expect(await w.get(id)).toMatchObject({ state: 'paused', pausedBy: 'person', counts: { done: 1 } });
    await w.programmed(second, failed);
    expect(await w.get(id)).toMatchObject({ state: 'paused', pausedBy: 'failures' });
    expect(third.device.received).toEqual([]);
    expect(await refusal(w.decide('pause', id))).toEqual([409, 'ROLL_OUT_STATE']);
    await w.decide('cancel', id);
  });

  it('resumes it by what was read: a failure that came since is seen first', async () => {
    const [first, second] = await two();
    const id = await w.begin([first, second], { firstGroup: 2 });
    await Promise.all([first.device.offered(), second.device.offered()]);
    await w.decide('pause', id);
    const resume = (version: number) =>
      w.server.call(
        rollOuts.resume,
        { params: { id }, body: { reason: 'Maintenance is over', version } },
        w.tokens.other,
      );
    const { version } = await w.get(id);
    await w.programmed(first, failed);
    expect(await refusal(resume(version))).toEqual([409, 'CHANGED_MEANWHILE']);
    const now = await w.get(id);
    expect(now).toMatchObject({ state: 'paused', pausedBy: 'failures' });
    expect((await resume(now.version)).state).toBe('running');
    await w.decide('cancel', id);
  });

  it('cancels it: what is under way as well, up to programming; the rest is not begun', async () => {
    const [first, second, third] = await three();
    const id = await w.begin([first, second, third], { firstGroup: 2 });
    const { session } = await first.device.offered();
    for (const step of [{ state: 'ready', have: [] }, { state: 'checking' }, { state: 'programming', progress: 0.5 }])
      await first.device.send({ session, ...step });
    await second.device.offered();
    expect(await refusal(w.decide('cancel', id, 'nami'))).toEqual([404, 'NOT_FOUND']);
    expect((await w.decide('cancel', id)).state).toBe('cancelled');
    await second.device.isCancelled();
    expect(await w.vehicle(id, second)).toMatchObject({ state: 'cancelled', run: { state: 'cancelled' } });
    expect(await w.vehicle(id, third)).toMatchObject({ state: 'cancelled', attempts: 0 });
    await first.device.send({ session, state: 'done', version: 'SW-3.2.1' });
    expect(await w.get(id)).toMatchObject({ state: 'cancelled', counts: { done: 1, cancelled: 2, underWay: 0 } });
    expect(await refusal(w.decide('cancel', id))).toEqual([409, 'ROLL_OUT_STATE']);
  });
});

it('whose process was away when it was approved begins when there is one again', async () => {
  await w.stopJobs();
  const machine = await one();
  const id = await w.begin([machine]);
  expect(await w.get(id)).toMatchObject({ state: 'running', wave: 0 });
  await w.startJobs();
  await machine.device.offered();
  await w.decide('cancel', id);
});
