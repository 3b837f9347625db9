import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { faultUp, sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { SosModule } from './sos.module';

let server: TestServer;
let orgs: Organizations;
let kim: string;
let lee: string;
let reader: string;
let vehicle: MadeVehicle;
let seq = 0;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule], {
    config: { SOS_ESCALATE_S: 600 },
  });
  orgs = await makeOrganizations(server.database);
  kim = await server.login(
    await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice, { name: '김민수' }),
  );
  lee = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami, { name: '이서연' }));
  reader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});

async function raise(type: 'button' | 'rollover' = 'button'): Promise<number> {
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type, seq: ++seq, ts: Date.now() }));
  const [row] = await server.database.query<{ id: number }[]>(
    'SELECT max(id) AS id FROM sos_call WHERE device_id = $1',
    [vehicle.deviceId],
  );
  return row?.id ?? 0;
}
const sosEvents = async (id: number) =>
  (await readLog(server.database, 0, 100_000)).filter((e) => 'sos' in e.payload && e.payload.sos.id === id);
const sent = { agencyId: 0, person: '박서준', phone: '010-1234-5678', etaMinutes: 20 };
const dispatch = (id: number, token: string, version?: number) =>
  server.call(sosAlerts.dispatch, { params: { id }, body: { ...sent, agencyId: orgs.nami, version } }, token);
const falseAlarm = (id: number, token: string) =>
  server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'A test' } }, token);
const reopen = (id: number, token: string) =>
  server.call(sosAlerts.reopen, { params: { id }, body: { reason: 'The driver called' } }, token);
/** The error of the second of two callers. */
const refusalOf = async (act: Promise<unknown>) => {
  const error = await act.catch((e: unknown) => e);
  if (!(error instanceof Refused)) throw new Error('it was not refused');
  const { code, values } = error.error;
  return { code, by: values?.by, what: values?.what };
};

describe('a dispatch', () => {
  it('is corrected in person, phone and arrival; the log has both values', async () => {
    const id = await raise();
    await dispatch(id, kim);
    const corrected = await server.call(
      sosAlerts.correctDispatch,
      { params: { id }, body: { person: '박서준', phone: '010-9999-0000', etaMinutes: 35 } },
      lee,
    );
    expect(corrected).toMatchObject({
      status: 'dispatched',
      dispatch: { agency: { id: orgs.nami }, person: '박서준', phone: '010-9999-0000', etaMinutes: 35 },
    });
    const [event] = (await sosEvents(id)).slice(-1);
    expect(event).toMatchObject({
      name: 'sos.dispatchCorrected',
      by: '이서연',
      payload: {
        changes: [
          { field: 'phone', from: '010-1234-5678', to: '010-9999-0000' },
          { field: 'etaMinutes', from: '20', to: '35' },
        ],
      },
    });
    const { steps } = await server.call(sosAlerts.get, { params: { id } }, kim);
    expect(steps.at(-1)).toMatchObject({
      name: 'sos.dispatchCorrected',
      changes: [{ field: 'phone' }, { field: 'etaMinutes' }],
    });
    expect(
      await refusal(
        server.call(
          sosAlerts.correctDispatch,
          { params: { id }, body: { person: 'X', phone: '010-9999-0000' } },
          reader,
        ),
      ),
    ).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a false alarm', () => {
  it('is reopened by whoever may act: it stands in the queue, the vehicle has an open SOS, and it is logged', async () => {
    const id = await raise('rollover');
    await dispatch(id, kim);
    await falseAlarm(id, kim);
    expect(await refusal(reopen(id, reader))).toEqual([403, 'FORBIDDEN']);
    expect(await reopen(id, lee)).toMatchObject({
      status: 'acknowledged',
      handler: { name: '이서연' },
      closedAt: null,
      cause: null,
      resolution: null,
      dispatch: null,
    });
    const { rows } = await server.call(sosAlerts.list, { query: { tab: 'queue', vin: vehicle.vin } }, kim);
    expect(rows.map((r) => r.id)).toEqual([id]);
    const [state] = await server.database.query<{ open_sos: number }[]>(
      'SELECT open_sos FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle.id],
    );
    expect(state).toEqual({ open_sos: 1 });
    expect((await sosEvents(id)).at(-1)).toMatchObject({
      name: 'sos.reopened',
      by: '이서연',
      payload: { note: 'The driver called' },
    });
  });

  it('of a machine that another dealer has since is reopened there, with nobody told of it yet', async () => {
    const id = await raise();
    await server.call(sosAlerts.escalate, { params: { id }, body: { reason: 'nobody near' } }, kim);
    await falseAlarm(id, kim);
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [vehicle.id, orgs.sora]);
    expect(await reopen(id, kim)).toMatchObject({
      status: 'acknowledged',
      agency: { id: orgs.sora },
      escalationLevel: 0,
      escalatedTo: null,
    });
    const [event] = await server.database.query<{ organization_id: number }[]>(
      "SELECT organization_id FROM event_log WHERE name = 'sos.reopened' AND payload->'sos'->>'id' = $1",
      [String(id)],
    );
    expect(event).toEqual({ organization_id: orgs.sora });
  });

  it('stays closed after a quarter of an hour, and where the machine has raised another one', async () => {
    const old = await raise();
    await falseAlarm(old, kim);
    await server.database.query(
      `UPDATE sos_call SET closed_at = closed_at - interval '15 minutes 1 second' WHERE id = $1`,
      [old],
    );
    expect(await refusal(reopen(old, kim))).toEqual([409, 'SOS_REOPEN_LATE']);
    const first = await raise('rollover');
    await falseAlarm(first, kim);
    await raise('rollover');
    expect(await refusal(reopen(first, kim))).toEqual([409, 'SOS_RAISED_AGAIN']);
  });
});

describe('the second of two who act', () => {
  it('on an SOS sees who did what, and can decide again', async () => {
    const id = await raise();
    const { version } = await server.call(sosAlerts.acknowledge, { params: { id } }, kim);
    await server.call(sosAlerts.note, { params: { id }, body: { note: 'He stands beside it' } }, lee);
    expect(await refusalOf(dispatch(id, kim, version))).toEqual({
      code: 'CHANGED_MEANWHILE',
      by: '이서연',
      what: 'sos.noted',
    });
    expect(await dispatch(id, kim, version + 1)).toMatchObject({ status: 'dispatched' });
  });

  it('on an SOS is not held up by the machine, by the clock, or by what he did himself', async () => {
    const id = await raise();
    const { version } = await server.call(sosAlerts.acknowledge, { params: { id } }, kim);
    await raise();
    await server.call(sosAlerts.note, { params: { id }, body: { note: 'Rang him' } }, kim);
    expect(await dispatch(id, kim, version)).toMatchObject({ status: 'dispatched', presses: 2 });
  });

  it('on a report sees who did what, also of its memo', async () => {
    await devicesOf(server).fault(vehicle.deviceId, faultUp({ ts: Date.now() }));
    const [row] = await server.database.query<{ id: number; version: number }[]>(
      'SELECT id, version FROM fault_report WHERE device_id = $1',
      [vehicle.deviceId],
    );
    const { id, version } = row ?? { id: 0, version: 0 };
    const memo = (text: string, token: string, seen: number) =>
      server.call(faults.note, { params: { id }, body: { memo: text, version: seen } }, token);
    await memo('Rang the owner', lee, version);
    expect(await refusalOf(memo('Parts ordered', kim, version))).toEqual({
      code: 'CHANGED_MEANWHILE',
      by: '이서연',
      what: 'fault.noted',
    });
    expect(await refusalOf(server.call(faults.take, { params: { id }, body: { version } }, kim))).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    const accept = { agencyId: orgs.nami, channel: 'push' as const };
    expect(
      await refusalOf(server.call(faults.accept, { params: { id }, body: { ...accept, version } }, kim)),
    ).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(
      await refusal(
        server.call(faults.acceptMany, { body: { ...accept, ids: [id], versions: { [id]: version } } }, kim),
      ),
    ).toEqual([409, 'FAULT_BULK_REFUSED']);
    const [kept] = await server.database.query<{ memo: string; status: string }[]>(
      'SELECT memo, status FROM fault_report WHERE id = $1',
      [id],
    );
    expect(kept).toEqual({ memo: 'Rang the owner', status: 'occurred' });
    expect(await memo('Rang the owner. Parts ordered', kim, version + 1)).toMatchObject({
      memo: 'Rang the owner. Parts ordered',
    });
  });
});
