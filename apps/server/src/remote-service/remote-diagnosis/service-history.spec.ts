import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosis, entryOf, type HistoryFilter } from '@headland/contracts/diagnosis';
import type { Download } from '@headland/contracts/endpoint';
import { type ExportBody, exports as exporting } from '@headland/contracts/export';
import { remoteResults } from '@headland/contracts/remote-results';
import { reprogram } from '@headland/contracts/reprogram';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { faultCatalogue } from '@headland/domain/fault-catalogue';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { ExportsModule } from '../../files/exports/exports.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  openDiagnosis,
  startReprogramming,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Results of sessions, inserted as the server stores them; no machine is involved.
let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'nami' | 'noa', string>;
let vehicle: MadeVehicle;
let elsewhere: MadeVehicle;
let sessionId: number;
let passed: number;
let missed: number;
let aborted: number;
let recordingId: number;
const began = Date.parse('2026-06-01T09:00:00Z');
/** A list of a period ends after what is written here. */
const june = '2026-06-30T00:00:00Z';
const moment = (minutes: number): Date => new Date(began + minutes * 60_000);

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    DeliveriesModule,
    NotificationsModule,
    ExportsModule,
    RemoteServiceModule,
  ]);
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
  };
  vehicle = await makeVehicle(server.database, at.nami);
  elsewhere = await makeVehicle(server.database, at.noa);
  sessionId = await openDiagnosis(server.database, {
    vehicleId: vehicle.id,
    deviceId: vehicle.deviceId,
    organizationId: at.nami,
  });
  await server.database.query(
    'UPDATE diagnosis_session SET opened_at = $2, connected_at = $2, info = \'{"ecu_sw_sequence":"SW-3.1.0"}\', offset_ms = 500 WHERE id = $1',
    [sessionId, moment(0)],
  );
  passed = await ran('compres', 'complete', 'pass', 10, [evidence(185, true)]);
  missed = await ran('compres', 'complete', 'fail', 20, [evidence(190, true), evidence(120, false)]);
  aborted = await ran('highpre', 'fail', null, 30, []);
  await server.database.query(
    "INSERT INTO diagnosis_trace (test_id, t0, step, period, items, rows) VALUES ($1, $2, 0, 100, '{crank.rpm,battery}', '[[180,12.1],[120,12.0],[null,11.9]]')",
    [missed, began],
  );
  const watch = await asked('watch', 40, {});
  const [recording] = await server.database.query<{ id: number }[]>(
    `INSERT INTO diagnosis_recording (request_id, session_id, vehicle_id, items, period, started_at, ended_at, offset_ms, row_count, by_name)
     VALUES ($1, $2, $3, '{engine.rpm,battery}', 500, $4, $4, 500, 3, 'Park') RETURNING id`,
    [watch, sessionId, vehicle.id, moment(40)],
  );
  recordingId = recording?.id ?? 0;
  await server.database.query(
    "INSERT INTO diagnosis_rows (recording_id, t0, rows) VALUES ($1, $2, '[[820,12.6],[null,12.5]]'), ($1, $3, '[[830,-0.5]]')",
    [recordingId, began, began + 1000],
  );
  await asked('clearFaults', 50, {
    cleared: ['E0410'],
    before: [{ code: 'E0410', count: 2 }],
    stored: [],
    pending: [],
  });
  await asked('faults', 49, { stored: [{ code: 'E0410', count: 2 }], pending: [{ code: 'E0301' }] });
});
afterAll(() => server.stop());

const evidence = (measured: number, ok: boolean) => ({
  limit: 'range:crank.rpm',
  eval: 'range',
  item: 'crank.rpm',
  cylinder: null,
  measured,
  min: 140,
  max: null,
  ok,
  symptom: ok ? null : 'low',
});
async function asked(op: string, minutes: number, answer: unknown): Promise<number> {
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO diagnosis_request (token, session_id, op, args, state, asked_at, due_at, ended_at, answer, by_name)
     VALUES (gen_random_uuid(), $1, $2, '{"confirmed":["area.clear"]}', 'done', $3, $3, $3, $4, 'Park') RETURNING id`,
    [sessionId, op, moment(minutes), JSON.stringify(answer)],
  );
  return row?.id ?? 0;
}
async function ran(
  test: string,
  state: string,
  verdict: string | null,
  minutes: number,
  found: unknown[],
): Promise<number> {
  const definition = definitionOf(test, { model: null, engineType: null, hwVariant: null });
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO diagnosis_test (request_id, session_id, vehicle_id, test, definition, state, verdict, evidence, reason, values, started_at, ended_at, by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{"cyl.dRpm":[1,2,-14,3]}', $10, $11, 'Park') RETURNING id`,
    [
      await asked('test', minutes, {}),
      sessionId,
      vehicle.id,
      test,
      JSON.stringify(definition),
      state,
      verdict,
      JSON.stringify(found),
      state === 'fail' ? 'aborted' : null,
      moment(minutes),
      new Date(began + minutes * 61_000),
    ],
  );
  return row?.id ?? 0;
}

const history = (query: Partial<HistoryFilter>, token = tokens.nami) =>
  server.call(diagnosis.history, { params: { id: vehicle.id }, query: { to: june, ...query } as never }, token);
const found = async (query: Partial<HistoryFilter>): Promise<string[]> =>
  (await history(query)).rows.map((r) => r.test ?? r.kind);

describe('the history of a vehicle', () => {
  it('has all that was done, newest first, each with what decided', async () => {
    const { rows, page } = await history({});
    expect(rows.map((r) => [r.kind, r.result, r.decisive?.measured ?? null])).toEqual([
      ['clear', null, null],
      ['faults', null, null],
      ['monitoring', null, null],
      ['test', 'aborted', null],
      ['test', 'fail', 120],
      ['test', 'pass', 185],
      ['session', null, null],
    ]);
    expect(page.total).toBe(7);
    expect(new Set(rows.map((r) => r.entry)).size).toBe(7);
    expect(rows[1]?.codes).toEqual(['E0410', 'E0301']);
  });

  it.each<[string, Partial<HistoryFilter>, string[]]>([
    ['kind', { kind: ['clear', 'monitoring'] }, ['clear', 'monitoring']],
    ['test', { test: ['compres'] }, ['compres', 'compres']],
    ['result', { result: ['aborted', 'pass'] }, ['highpre', 'compres']],
    ['period', { from: '2026-06-01T09:15:00Z', to: '2026-06-01T09:25:00Z' }, ['compres']],
    ['person', { by: 'par', kind: ['session'] }, ['session']],
    ['no member of that name', { by: '%' }, []],
    ['duration, longest first', { kind: ['test'], sort: 'duration' }, ['highpre', 'compres', 'compres']],
    ['result, in its order', { kind: ['test'], sort: 'result', order: 'asc' }, ['highpre', 'compres', 'compres']],
  ])('is filtered and sorted by %s', async (_, filter, rows) => expect(await found(filter)).toEqual(rows));

  it('is for those who see the vehicle, and not found otherwise', async () => {
    expect(await refusal(history({}, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(history({ kind: ['nothing' as never] }))).toEqual([422, 'E0001']);
  });
});

describe('one entry', () => {
  const entry = (number: number, id = vehicle.id, token = tokens.nami) =>
    server.call(diagnosis.entry, { params: { id, entry: number } }, token);
  it('of a test has the run, what it was run as, and the engine then', async () => {
    const { test, info, vehicle: of } = await entry(entryOf('test', missed));
    expect(test).toMatchObject({
      run: { id: missed, verdict: 'fail' },
      as: { unit: 'ECU', risk: 'moves', confirmed: ['area.clear'] },
    });
    expect(test?.as.signals[0]).toEqual({
      item: 'crank.rpm',
      unit: '1/min',
      band: null,
      limits: [140],
      perCylinder: false,
    });
    expect(test?.as.steps[1]).toMatchObject({ op: 'prompt', cmd: 'crank.now', seconds: 7 });
    expect(info?.ecu_sw_sequence).toBe('SW-3.1.0');
    expect(of.id).toBe(vehicle.id);
  });
  it('of a clear has the previous codes, of a recording the watched items', async () => {
    const [clear] = (await history({ kind: ['clear'] })).rows;
    expect((await entry(clear?.entry ?? 0)).faults).toEqual({
      stored: [],
      pending: [],
      cleared: ['E0410'],
      before: [{ code: 'E0410', count: 2 }],
    });
    expect((await entry(entryOf('monitoring', recordingId))).recording).toEqual({
      items: ['engine.rpm', 'battery'],
      period: 500,
      rows: 3,
    });
  });
  it('of another vehicle, of none, or out of sight is not there', async () => {
    const number = entryOf('test', missed);
    expect(await refusal(entry(number, elsewhere.id, tokens.head))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(entry(number, vehicle.id, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(entry(entryOf('session', missed + 1_000)))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(entry(number + 7 - (number % 8)))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the results of a session', () => {
  const results = (token = tokens.nami) => server.call(remoteResults.get, { params: { sessionId } }, token);

  it('are held under their names, each test as it ran last', async () => {
    const held = await results();
    expect(Object.keys(held).sort()).toEqual(
      (
        'acvTest accOff bdInfo buzzTest c3iInfo compres defControlTest defHeaterTest defInjectTest dmInfo egrTest errorMsg highpre hpTest leakTest lqsLevel lqsTemp ' +
        'partReplacement plugTest prvTest remoteId remoteWatchInfo reprogramMsg result runup shutoff'
      )
        .split(' ')
        .sort(),
    );
    expect(held).toMatchObject({
      remoteId: sessionId,
      result: 'fail',
      bdInfo: { ecu_sw_sequence: 'SW-3.1.0' },
      compres: { testId: missed, runs: 2, result: 'fail', catalogueVersion: 1001 },
      highpre: { testId: aborted, runs: 1, result: 'aborted', reason: 'aborted' },
      runup: null,
      dmInfo: [{ recordingId, items: ['engine.rpm', 'battery'], rows: 3 }],
      accOff: { off: false, since: null, test: null },
      reprogramMsg: null,
      remoteWatchInfo: null,
    });
    expect(held.compres?.evidence).toHaveLength(2);
  });

  it('name the program that was sent in it', async () => {
    const runId = await startReprogramming(server.database, {
      vehicleId: vehicle.id,
      deviceId: vehicle.deviceId,
      organizationId: at.nami,
    });
    expect((await results()).reprogramMsg).toMatchObject({
      runId,
      target: 'ecu',
      version: '1',
      state: 'transferring',
      runningVersion: null,
    });
    const [next] = await server.database.query<{ id: number }[]>(
      `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at)
       SELECT gen_random_uuid(), vehicle_id, device_id, device_key, organization_id, kind, 'disconnected', by_user, by_name, by_organization, $2, $2, $2, $2, $2 FROM diagnosis_session WHERE id = $1
       RETURNING id`,
      [sessionId, moment(60)],
    );
    // it was sent after the next session had begun
    expect((await results()).reprogramMsg).toBeNull();
    await server.database.query('DELETE FROM diagnosis_session WHERE id = $1', [next?.id]);
    await server.database.query('DELETE FROM flash_run WHERE id = $1', [runId]);
  });

  it('are of those who see the vehicle', async () => {
    expect(await refusal(results(tokens.noa))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('on paper and as files', () => {
  const text = ({ bytes }: Download): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const report = (entry: number, token = tokens.nami, language = 'en-US') =>
    server.call(diagnosis.report, { params: { id: vehicle.id, entry } }, token, { 'accept-language': language });

  it('every entry has its report, in both languages, for those who see the vehicle', async () => {
    const { rows } = await history({});
    expect(new Set(rows.map((r) => r.kind))).toEqual(new Set(['session', 'test', 'monitoring', 'clear', 'faults']));
    for (const { entry, kind, test: of } of new Map(rows.map((r) => [r.kind, r])).values()) {
      for (const language of ['ko-KR', 'en-US']) {
        const { name, bytes } = await report(entry, tokens.nami, language);
        expect(text({ name, bytes }).startsWith('%PDF-'), `${kind} ${language}`).toBe(true);
        expect(name).toContain(of ?? kind);
        expect(bytes.byteLength).toBeGreaterThan(5_000);
      }
    }
    expect(await refusal(report(entryOf('test', passed), tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(report(entryOf('session', sessionId + 1_000)))).toEqual([404, 'NOT_FOUND']);
  });

  it('a program has its report with what was known of the machine and every step', async () => {
    const runId = await startReprogramming(server.database, {
      vehicleId: vehicle.id,
      deviceId: vehicle.deviceId,
      organizationId: at.nami,
    });
    const paper = (token: string) => server.call(reprogram.report, { params: { runId } }, token);
    expect(text(await paper(tokens.nami)).startsWith('%PDF-')).toBe(true);
    expect(await refusal(paper(tokens.noa))).toEqual([404, 'NOT_FOUND']);
    await server.database.query('DELETE FROM flash_run WHERE id = $1', [runId]);
  });

  it('a recording is had as CSV by both clocks, a gap as nothing, and that is on record', async () => {
    const file = await server.call(diagnosis.recordingCsv, { params: { recordingId } }, tokens.nami, {
      'accept-language': 'en-US',
    });
    const [head, ...lines] = text(file).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFTime \(.+\),Device clock \(UTC\),Engine speed \(rpm\),Battery voltage \(V\)$/u);
    expect(lines.map((l) => l.split(',').slice(1))).toEqual([
      ['2026-06-01T09:00:00.000Z', '820', '12.6'],
      ['2026-06-01T09:00:00.500Z', '', '12.5'],
      ['2026-06-01T09:00:01.000Z', '830', '-0.5'],
    ]);
    expect(lines[0]?.split(',')[0]).toMatch(/:00:00\.500$/u);
    const [event] = await server.database.query<{ payload: { rows: number; list: string } }[]>(
      "SELECT payload FROM event_log WHERE name = 'account.exported' ORDER BY number DESC LIMIT 1",
    );
    expect(event?.payload).toMatchObject({ list: 'recording', rows: 3 });
    expect(await refusal(server.call(diagnosis.recordingCsv, { params: { recordingId } }, tokens.noa))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('the filtered history is had as CSV', async () => {
    const ask = (token: string) =>
      server.call(
        diagnosis.historyCsv,
        { params: { id: vehicle.id }, query: { to: june, kind: ['test'], result: ['fail'] } },
        token,
        { 'accept-language': 'en-US' },
      );
    const lines = text(await ask(tokens.nami))
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Compression,Fail,120 rpm,≥ 140 rpm');
    expect(await refusal(ask(tokens.noa))).toEqual([404, 'NOT_FOUND']);
  });

  it('both are had as workbooks, a recording with the items that were watched', async () => {
    const take = async (body: Omit<ExportBody, 'format'>, token = tokens.nami) => {
      const made = await server.call(exporting.create, { body }, token, { 'accept-language': 'en-US' });
      const { bytes } = await server.call(exporting.file, { params: { id: made.id } }, token);
      const { sheets } = await readXlsx(new Uint8Array(bytes));
      return { total: made.total, rows: sheets[0]?.rows ?? [] };
    };
    const recording = await take({
      list: 'recording',
      filter: { recordingId: String(recordingId) },
      columns: ['device', 'engine.rpm', 'battery'],
    });
    expect(recording.total).toBe(3);
    expect(recording.rows[0]).toEqual(['Device clock (UTC)', 'Engine speed (rpm)', 'Battery voltage (V)']);
    expect(recording.rows[3]?.slice(1)).toEqual([830, -0.5]);
    const list = await take({
      list: 'serviceHistory',
      filter: { id: String(vehicle.id), kind: 'test', to: june },
      columns: ['test', 'result'],
    });
    expect(list.rows.slice(1)).toEqual([
      ['High pressure', 'Aborted'],
      ['Compression', 'Fail'],
      ['Compression', 'Pass'],
    ]);
    // what a single test measured, with the step and the second of each row
    const curve = await take({
      list: 'testCurve',
      filter: { testId: String(missed) },
      columns: ['seconds', 'step', 'crank.rpm', 'battery'],
    });
    expect(curve.rows).toEqual([
      ['Elapsed (s)', 'Step', 'Cranking speed (rpm)', 'Battery voltage (V)'],
      [0, 1, 180, 12.1],
      [0.1, 1, 120, 12],
      [0.2, 1, null, 11.9],
    ]);
    const vehicles = await take({
      list: 'remote',
      filter: { vin: vehicle.vin, online: 'all' },
      columns: ['vin', 'session'],
    });
    expect(vehicles.rows.slice(1)).toEqual([[vehicle.vin, 'Park, Head office']]);
    expect(
      (await take({ list: 'remote', filter: { vin: vehicle.vin, online: 'all' }, columns: ['vin'] }, tokens.noa)).total,
    ).toBe(0);
    expect(
      await refusal(take({ list: 'testCurve', filter: { testId: String(missed) }, columns: [] }, tokens.noa)),
    ).toEqual([404, 'NOT_FOUND']);
    const foreign = {
      list: 'recording',
      filter: { recordingId: String(recordingId) },
      columns: [],
    } satisfies Omit<ExportBody, 'format'>;
    expect(await refusal(take(foreign, tokens.noa))).toEqual([404, 'NOT_FOUND']);
  });
});

it('a fault that is reported and not repaired leads to its tests', async () => {
  const why = { id: 'acvTest', because: 'fault', of: 'E0306' };
  const proposed = async () => [
    (await server.call(diagnosis.session, { params: { sessionId } }, tokens.nami)).proposed,
    // as well before anybody is connected
    (await server.call(diagnosis.get, { params: { id: vehicle.id } }, tokens.nami)).proposed,
  ];
  for (const list of await proposed()) expect(list).not.toContainEqual(why);
  await server.database.query(
    `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active)
     VALUES ('accepted', 2, 'E0306', '{}', '{}', $1, 'T-brought', $2, now(), now(), now(), 1, 1, true)`,
    [vehicle.id, at.nami],
  );
  for (const list of await proposed()) expect(list).toContainEqual(why);
  // by the catalogue in use: another one proposes another test
  const records = faultCatalogue.records.map((r) => (r.code === 'E0306' ? { ...r, checks: ['plugTest'] } : r));
  await server.database.query(
    "INSERT INTO fault_catalogue (version, records, sha256, file_name, changes) VALUES (1, $1, '1', 'makers.json', '[]')",
    [JSON.stringify(records)],
  );
  await server.database.query('INSERT INTO fault_catalogue_use (version) VALUES (1)');
  await server.database.query("SELECT pg_notify('fault_catalogue', '1')");
  await expect
    .poll(async () => (await proposed()).map((list) => list.some((one) => one.of === 'E0306' && one.id === 'plugTest')))
    .toEqual([true, true]);
  for (const list of await proposed()) expect(list).not.toContainEqual(why);
  await server.database.query("UPDATE fault_report SET status = 'repairCompleted' WHERE device_id = 'T-brought'");
  for (const list of await proposed()) expect(list).not.toContainEqual(why);
});
