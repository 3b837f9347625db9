import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exports as exporting, type ExportBody } from '@headland/contracts/export';
import { notifications } from '@headland/contracts/notification';
import { rollOuts } from '@headland/contracts/roll-out';
import { readXlsx } from 'hucre/xlsx';
import { eventually, refusal } from '../../testing/alerts';
import { endClients } from '../../testing/mqtt-clients';
import { RollOutWorld } from '../../testing/roll-outs';
import type { Refused } from '../../testing/server';
import { MoveRollOut } from './move-roll-out.command';

// Permissions to draft, read, approve and end a roll-out. Its vehicles: process-vehicle.spec.ts.
let w: RollOutWorld;
beforeAll(async () => {
  w = await RollOutWorld.open();
});
afterAll(() => w.close());
afterEach(endClients);
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e as Refused).error.fields,
  );

describe('a draft', () => {
  it('includes the vehicles that the program is made for, and states why others are not', async () => {
    const fits = await w.machines(2);
    const other = await w.machine();
    const same = await w.machine();
    const never = await w.machine({ spoke: false });
    const set = (id: number, key: string, value: string): Promise<unknown> =>
      w.server.database.query(
        `UPDATE diagnosis_session SET info = info || jsonb_build_object($2::text, $3::text) WHERE vehicle_id = $1`,
        [id, key, value],
      );
    await set(other.id, 'hw_variant', 'HL-D18');
    await set(same.id, 'ecu_sw_sequence', 'SW-3.2.1');
    const all = [...fits, other, same, never];
    const fileId = await w.program();
    const preview = (over: object = {}) =>
      w.server.call(rollOuts.preview, { body: { fileId, vehicleIds: all.map((v) => v.id), ...over } }, w.tokens.author);
    const matches = { fits: 2, sameVersion: 1, variant: 1, calibration: 0, unknown: 1 };
    expect(await preview()).toEqual({ matches, taken: 2 });
    expect(await preview({ withUnknown: true })).toEqual({ matches, taken: 3 });
    expect((await w.draft(all, { fileId })).counts.waiting).toBe(2);
    const draft = await w.draft(all, { fileId, withUnknown: true, firstGroup: 2 });
    expect(draft).toMatchObject({
      state: 'draft',
      own: true,
      vehicles: 3,
      waves: 2,
      may: ['change', 'send', 'cancel'],
    });
    // those that are known to fit are the first group
    expect([(await w.vehicle(draft.id, fits[0] ?? never)).wave, (await w.vehicle(draft.id, never)).wave]).toEqual([
      1, 2,
    ]);
  });

  it('includes them by the filter of the list as well, never beyond the scope', async () => {
    const [mine] = await w.machines(1);
    const vin = mine?.vin.slice(-5) ?? '';
    const fileId = await w.program();
    const byFilter = (token: string) => w.server.call(rollOuts.preview, { body: { fileId, filter: { vin } } }, token);
    expect((await byFilter(w.tokens.author)).taken).toBe(1);
    expect((await byFilter(w.tokens.nami)).taken).toBe(1);
    expect((await byFilter(w.tokens.noa)).taken).toBe(0);
    const offline = await w.machine({ state: { online: false } });
    const online = (value: 'true' | 'false') =>
      w.server.call(
        rollOuts.preview,
        { body: { fileId, filter: { vin: offline.vin, online: value } } },
        w.tokens.author,
      );
    expect([(await online('true')).taken, (await online('false')).taken]).toEqual([0, 1]);
    const draft = await w.draft([], { fileId, filter: { vin, model: 'HL 6-110' } });
    expect(draft).toMatchObject({ vehicles: 1, filter: { vin, model: ['HL 6-110'] }, vehicleIds: [] });
  });

  it('is refused with what is wrong with it', async () => {
    const [vehicle] = await w.machines(1);
    const vehicles = vehicle === undefined ? [] : [vehicle];
    const days = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
    expect(await fieldsOf(w.draft(vehicles, { shares: [50, 49] }))).toEqual({ shares: 'field.rollOutShares' });
    expect(await fieldsOf(w.draft(vehicles, { validUntil: days(15) }))).toEqual({ validUntil: 'field.rollOutLong' });
    expect(await fieldsOf(w.draft(vehicles, { validUntil: days(-1) }))).toEqual({ validUntil: 'field.future' });
    expect(await fieldsOf(w.draft(vehicles, { stopShare: 0 }))).toEqual({ stopShare: 'field.percent' });
    expect(await fieldsOf(w.draft([]))).toEqual({ vehicleIds: 'field.req' });
    expect(await fieldsOf(w.draft(vehicles, { fileId: await w.program({ variant: 'HL-D18' }) }))).toEqual({
      vehicleIds: 'field.rollOutNone',
    });
    expect(await refusal(w.draft(vehicles, { fileId: 999_999 }))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(w.draft(vehicles, {}, 'staff'))).toEqual([403, 'FORBIDDEN']);
    // of another dealer: not even one of them is included
    expect(await fieldsOf(w.draft(vehicles, {}, 'noa'))).toEqual({ vehicleIds: 'field.rollOutNone' });
  });

  it('is changed by its author alone, as it was read', async () => {
    const vehicles = await w.machines(2);
    const draft = await w.draft(vehicles);
    const change = async (over: object, by: 'author' | 'other' = 'author', version = draft.version) =>
      w.server.call(
        rollOuts.change,
        { params: { id: draft.id }, body: { ...(await w.body(vehicles)), ...over, version } },
        w.tokens[by],
      );
    expect(await refusal(change({}, 'other'))).toEqual([403, 'ROLL_OUT_NOT_YOURS']);
    expect(await refusal(w.send(draft, 'other'))).toEqual([403, 'ROLL_OUT_NOT_YOURS']);
    const changed = await change({ name: 'Warm start', firstGroup: 2 });
    expect(changed).toMatchObject({ name: 'Warm start', waves: 1, version: draft.version + 1 });
    expect(await refusal(change({}))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await refusal(w.send(draft))).toEqual([409, 'CHANGED_MEANWHILE']);
    await w.send(changed);
    expect(await refusal(change({}, 'author', changed.version + 1))).toEqual([409, 'ROLL_OUT_STATE']);
    expect((await w.get(draft.id)).steps.map((s) => [s.step, s.by])).toEqual([
      ['created', 'Kim Minsu'],
      ['changed', 'Kim Minsu'],
      ['sent', 'Kim Minsu'],
    ]);
  });
});

describe('approval', () => {
  it('is a second account’s: not its author’s, not that of one who only reads, not that of one who does not see it', async () => {
    const vehicles = await w.machines(1);
    const draft = await w.draft(vehicles);
    expect(await refusal(w.approve(draft))).toEqual([409, 'ROLL_OUT_STATE']);
    const sent = await w.send(draft);
    expect(await refusal(w.approve(sent, 'author'))).toEqual([403, 'ROLL_OUT_OWN']);
    expect(await refusal(w.approve(sent, 'staff'))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(w.approve(sent, 'nami'))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(w.approve({ ...sent, version: sent.version - 1 }))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await w.get(sent.id, 'other')).may).toEqual(['approve', 'decline', 'cancel']);
    expect((await w.get(sent.id, 'staff')).may).toEqual([]);
    const noticesOf = async (caller: 'author' | 'other' | 'staff'): Promise<number> =>
      (await w.server.call(notifications.list, { query: { kind: ['reprogramming'] } }, w.tokens[caller])).rows.filter(
        (n) => n.link === `/reProgramRollOut/${sent.id}`,
      ).length;
    expect(
      await eventually(
        () => noticesOf('other'),
        (n) => n > 0,
      ),
      'members who may approve it are notified',
    ).toBe(1);
    expect([await noticesOf('author'), await noticesOf('staff')]).toEqual([0, 0]);
    expect(vehicles[0]?.device.received).toEqual([]);
    const both = await Promise.all([refusal(w.approve(sent)), refusal(w.approve(sent))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(await w.get(sent.id)).toMatchObject({ state: 'running', approvedBy: 'Park Jihun', by: 'Kim Minsu' });
    await vehicles[0]?.device.offered();
    await w.decide('cancel', sent.id);
  });

  it('is not found for a member who does not see all of its vehicles', async () => {
    const [stays, goes] = await w.machines(2);
    const sent = await w.send(
      await w.draft(
        [stays, goes].filter((v) => v !== undefined),
        {},
        'nami',
      ),
      'nami',
    );
    await w.server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [goes?.id, w.at.noa]);
    expect(await w.get(sent.id, 'nami2')).toMatchObject({ unseen: 1, may: ['decline', 'cancel'] });
    expect(await refusal(w.approve(sent, 'nami2'))).toEqual([403, 'ROLL_OUT_UNSEEN']);
    expect(await refusal(w.get(sent.id, 'noa'))).toEqual([404, 'NOT_FOUND']);
    const { rows } = await w.server.call(rollOuts.vehicles, { params: { id: sent.id }, query: {} }, w.tokens.nami2);
    expect(rows.map((r) => r.id)).toEqual([stays?.id]);
    // the head office sees both and may; a vehicle that has left is not programmed by its former dealer
    await w.approve(sent);
    expect((await w.untilVehicle(sent.id, goes ?? { id: 0 }, (v) => v.state !== 'waiting' || v.wave > 1)).reason).toBe(
      null,
    );
    await w.programmed(stays as NonNullable<typeof stays>);
    expect(await w.untilVehicle(sent.id, goes ?? { id: 0 }, (v) => v.state === 'skipped')).toMatchObject({
      reason: 'moved',
      attempts: 0,
    });
    expect(goes?.device.received).toEqual([]);
    expect((await w.until(sent.id, (r) => r.state === 'done')).counts).toMatchObject({ done: 1, skipped: 1 });
  });

  it('is declined with a reason, by another one: then it is a draft again', async () => {
    const sent = await w.send(await w.draft(await w.machines(1)));
    expect(await refusal(w.decide('decline', sent.id, 'author'))).toEqual([403, 'ROLL_OUT_OWN']);
    expect(await fieldsOf(w.decide('decline', sent.id, 'other', ''))).toEqual({ reason: 'field.t1500' });
    const declined = await w.decide('decline', sent.id, 'other', 'The first group is too small');
    expect(declined).toMatchObject({ state: 'draft', approvedBy: null });
    expect(declined.steps.at(-1)).toMatchObject({
      step: 'declined',
      reason: 'The first group is too small',
      by: 'Park Jihun',
    });
    // what was sent before is another version now
    expect(await refusal(w.send(sent))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await w.send(await w.get(sent.id, 'author'))).state).toBe('waitsForApproval');
  });

  it('of vehicles that another roll-out programs is refused', async () => {
    const vehicles = await w.machines(1);
    const second = await w.send(await w.draft(vehicles, { name: 'Second' }));
    const first = await w.begin(vehicles, { name: 'First' });
    await vehicles[0]?.device.offered();
    const refused = await w.approve(second).catch((e: unknown) => (e as Refused).error);
    expect(refused).toMatchObject({ code: 'ROLL_OUT_OVERLAPS', values: { n: 1, name: 'First' } });
    await w.decide('cancel', first);
    await vehicles[0]?.device.isCancelled();
    await w.untilVehicle(first, vehicles[0] ?? { id: 0 }, (v) => v.state === 'cancelled');
    expect((await w.approve(second)).state).toBe('running');
    await w.decide('cancel', second.id);
  });

  it('of two that overlap, in the same moment, is of one', async () => {
    const vehicles = await w.machines(1);
    const both = [await w.send(await w.draft(vehicles)), await w.send(await w.draft(vehicles))];
    const said = await Promise.all(both.map((r) => refusal(w.approve(r))));
    expect(said).toContain('allowed');
    expect(said).toContainEqual([409, 'ROLL_OUT_OVERLAPS']);
    for (const { id } of both) await w.decide('cancel', id);
  });

  it('that comes after its end is none', async () => {
    const sent = await w.send(await w.draft(await w.machines(1)));
    await w.server.database.query(
      "UPDATE roll_out SET valid_until = now() - interval '1 second', look_at = now() WHERE id = $1",
      [sent.id],
    );
    expect((await w.until(sent.id, (r) => r.state === 'expired')).counts).toMatchObject({ expired: 1, waiting: 0 });
    expect(await refusal(w.approve(sent))).toEqual([409, 'ROLL_OUT_STATE']);
  });
});

describe('its screens', () => {
  it('list what is in sight, by name and state', async () => {
    const mine = await w.draft(await w.machines(1), { name: 'Of Nami alone' }, 'nami');
    const list = async (query: object, by: keyof RollOutWorld['tokens']) =>
      (await w.server.call(rollOuts.list, { query }, w.tokens[by])).rows.map((r) => r.id);
    expect(await list({ name: 'nami alone' }, 'staff')).toEqual([mine.id]);
    expect(await list({ name: 'nami alone', state: ['running'] }, 'staff')).toEqual([]);
    expect(await list({ name: 'nami alone' }, 'nami2')).toEqual([mine.id]);
    expect(await list({}, 'noa')).toEqual([]);
  });

  it('go out as workbooks, within the scope', async () => {
    const [vehicle] = await w.machines(1);
    const draft = await w.draft(vehicle === undefined ? [] : [vehicle], { name: 'For Excel' }, 'nami');
    const cells = async (body: Omit<ExportBody, 'columns' | 'format'>, token: string): Promise<unknown[]> => {
      const made = await w.server.call(exporting.create, { body }, token);
      const { bytes } = await w.server.call(exporting.file, { params: { id: made.id } }, token);
      return ((await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? []).flat();
    };
    expect(await cells({ list: 'rollOuts', filter: { name: 'For Excel' } }, w.tokens.staff)).toEqual(
      expect.arrayContaining(['For Excel', 'Lee Nami']),
    );
    expect(await cells({ list: 'rollOutVehicles', filter: { id: String(draft.id) } }, w.tokens.staff)).toEqual(
      expect.arrayContaining([vehicle?.vin]),
    );
    const foreign = w.server.call(
      exporting.create,
      { body: { list: 'rollOutVehicles', filter: { id: String(draft.id) } } },
      w.tokens.noa,
    );
    expect(await refusal(foreign)).toEqual([404, 'NOT_FOUND']);
  });
});

it('is looked at early, twice and at once without doing anything twice', async () => {
  const vehicles = await w.machines(1);
  const id = await w.begin(vehicles);
  await Promise.all([1, 2, 3].map(() => w.server.execute(new MoveRollOut(id))));
  await vehicles[0]?.device.offered();
  await Promise.all([1, 2, 3].map(() => w.server.execute(new MoveRollOut(id))));
  const runs = await w.server.database.query<unknown[]>('SELECT 1 FROM flash_run WHERE roll_out_id = $1', [id]);
  expect(runs).toHaveLength(1);
  const steps = await eventually(
    async () => (await w.get(id)).steps.map((s) => s.step),
    (s) => s.includes('waveBegan'),
  );
  expect(steps.filter((s) => s === 'waveBegan')).toHaveLength(1);
  await w.decide('cancel', id);
});
