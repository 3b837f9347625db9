import { writeXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diagnosis } from '@headland/contracts/diagnosis';
import { devices } from '@headland/contracts/device';
import { customers } from '@headland/contracts/customer';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { production } from '@headland/contracts/production';
import { reprogram } from '@headland/contracts/reprogram';
import { sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { CustomersModule } from '../../ownership/customers/customers.module';
import { DevicesModule } from '../devices/devices.module';
import { OwnerTransferModule } from '../../ownership/owner-transfer/owner-transfer.module';
import { ProductionModule } from '../production/production.module';
import { SalesModule } from '../../ownership/sales/sales.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually } from '../../testing/alerts';
import { Machine, park } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { useBuiltWorkbookWorker } from '../../testing/workbook-worker';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { acceptedTransfer, machineOf, makeMember } from '../../testing/transfers';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  openDiagnosis,
  startReprogramming,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { VehiclesModule } from './vehicles.module';
import { RemoteServiceModule } from '../../remote-service/remote-service.module';

// A machine in service, and every operation by which somebody else could take it away from its engineer.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'holder' | 'other', string>;
let holderId: number;
let removeWorker: () => void;

beforeAll(async () => {
  removeWorker = await useBuiltWorkbookWorker();
  port = await freePort();
  server = await startServer(
    [
      ...[SessionModule, DevicesModule, RemoteServiceModule, VehiclesModule, ProductionModule],
      ...[SalesModule, CustomersModule, AppMembersModule, OwnerTransferModule],
    ],
    { config: { RUN: ['api', 'ingest'], DEVELOPMENT: true, ...atBroker(port) } },
  );
  broker = await openBroker(server, port);
  at = await makeOrganizations(server.database);
  await server.database.query("UPDATE organization SET erp_code = 'NA88' WHERE id = $1", [at.noa]);
  const holder = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' });
  holderId = holder.userId;
  tokens = {
    holder: await server.login(holder),
    other: await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice)),
  };
}, 120_000);
afterAll(async () => {
  await server.stop();
  await broker.stop();
  removeWorker();
});

let vehicle: MadeVehicle;
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await park(server.database, vehicle);
  await server.database.query('UPDATE vehicle_state SET engine = false WHERE vehicle_id = $1', [vehicle.id]);
  await server.database.query("UPDATE model SET remote_control = 'start'");
});
afterEach(endClients);

const about = () => ({ vehicleId: vehicle.id, deviceId: vehicle.deviceId, organizationId: at.nami });
const hold = () => openDiagnosis(server.database, { ...about(), by: holderId });
const program = () => startReprogramming(server.database, about());
const unsold = () =>
  server.database.query('UPDATE vehicle SET sold_on = NULL, customer_id = NULL WHERE id = $1', [vehicle.id]);
const answer = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'done',
    (e: unknown) =>
      e instanceof Refused
        ? [
            e.status,
            e.error.code,
            ...(e.error.code === 'VEHICLE_HELD' ? [e.error.values?.by] : [e.error.fields ?? e.error.values]),
          ]
        : e,
  );
const versionOf = async (): Promise<number> =>
  (await server.database.query<{ version: number }[]>('SELECT version FROM vehicle WHERE id = $1', [vehicle.id]))[0]
    ?.version ?? 0;

type Door = (token: string) => Promise<unknown>;
const connect: Door = (token) => server.call(diagnosis.connect, { params: { id: vehicle.id }, body: {} }, token);
const programIt: Door = (token) =>
  server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId: 1, vinEnd: vehicle.vin.slice(-4), standsSafe: true } },
    token,
  );
const start: Door = (token) =>
  server.call(
    vehicles.remoteStart,
    { params: { id: vehicle.id }, body: { command: 'start', nobodyNear: true } },
    token,
  );
const deviceForm = async (token: string) => {
  const d = await server.call(devices.get, { params: { id: vehicle.deviceKey } }, token);
  return {
    id: d.id,
    version: d.version,
    sim: '01012345678',
    activation: '01087654321',
    intervalSeconds: d.intervalSeconds,
    type: d.type,
  };
};
const takeOut: Door = async (token) => {
  const { id, ...form } = await deviceForm(token);
  return server.call(
    devices.change,
    { params: { id }, body: { ...form, vehicleId: null, reason: 'x' } as never },
    token,
  );
};
const unregister: Door = async (token) => {
  const { id, version } = await deviceForm(token);
  return server.call(devices.unregister, { params: { id }, body: { version, reason: 'x' } }, token);
};
const changeDealer: Door = async (token) =>
  server.call(
    vehicles.change,
    { params: { id: vehicle.id }, body: { version: await versionOf(), dealerId: at.noa } },
    token,
  );
const unitForm: Door = async (token) => {
  const { version, releaseYear, horsepower, transmission, deviceId, matchedOn } = await server.call(
    production.get,
    { params: { id: vehicle.id } },
    token,
  );
  const body = {
    version,
    releaseYear,
    horsepower,
    transmission: transmission ?? 'M',
    deviceId,
    matchedOn: matchedOn ?? '2025-01-02',
    shippedOn: matchedOn ?? '2025-01-02',
    dealerId: at.noa,
    memo: '',
  };
  return server.call(production.change, { params: { id: vehicle.id }, body }, token);
};
const sell: Door = async (token) =>
  server.call(
    sales.change,
    {
      params: { id: vehicle.id },
      body: { version: await versionOf(), soldOn: '2025-06-01', dealerId: at.nami, customerId: null, memo: '' },
    },
    token,
  );
const cancelSale: Door = async (token) =>
  server.call(sales.cancel, { params: { id: vehicle.id }, body: { version: await versionOf(), reason: 'x' } }, token);

describe('a machine that somebody serves', () => {
  const unsoldFirst = [changeDealer, unitForm, sell];
  it.each<[string, Door]>([
    ['another session', connect],
    ['a remote start', start],
    ['another program', programIt],
    ['its device removed', takeOut],
    ['its device unregistered', unregister],
    ['another dealer by its status', changeDealer],
    ['another dealer by its production', unitForm],
    ['a sale', sell],
    ['the cancellation of its sale', cancelSale],
  ])('is refused %s, by whomever it is served', async (_, door) => {
    if (unsoldFirst.includes(door)) await unsold();
    const session = await hold();
    expect(await answer(door(tokens.other))).toEqual([409, 'VEHICLE_HELD', 'Park']);
    await server.database.query("UPDATE diagnosis_session SET ended_at = now(), state = 'disconnected' WHERE id = $1", [
      session,
    ]);
    await program();
    for (const token of Object.values(tokens)) expect(await answer(door(token))).toEqual([409, 'VEHICLE_HELD', 'Park']);
    await server.database.query("UPDATE flash_run SET ended_at = now(), state = 'done' WHERE vehicle_id = $1", [
      vehicle.id,
    ]);
    // the service has ended: other reasons may still refuse
    expect(await answer(door(tokens.other))).not.toEqual([409, 'VEHICLE_HELD', 'Park']);
  });

  it('shows by whom on its page, and allows the holder of the session', async () => {
    await hold();
    const shown = (token: string) =>
      server.call(vehicles.get, { params: { id: vehicle.id } }, token).then((v) => v.served);
    expect(await shown(tokens.other)).toMatchObject({ by: 'Park', organization: 'Head office', mine: false });
    expect(await shown(tokens.holder)).toMatchObject({ mine: true });
    expect(await answer(cancelSale(tokens.holder))).toBe('done');
  });

  it('is not served by a session whose time is up', async () => {
    const session = await hold();
    await server.database.query("UPDATE diagnosis_session SET seen_at = now() - interval '2 minutes' WHERE id = $1", [
      session,
    ]);
    expect(await answer(cancelSale(tokens.other))).toBe('done');
  });

  it('is named in a shipment of several, in its own row', async () => {
    await unsold();
    const free = await makeVehicle(server.database, at.nami);
    await server.database.query('UPDATE vehicle SET sold_on = NULL, customer_id = NULL WHERE id = $1', [free.id]);
    await hold();
    const units = await server.database.query<{ id: number; version: number }[]>(
      'SELECT id, version FROM vehicle WHERE id IN ($1, $2) ORDER BY id = $2',
      [free.id, vehicle.id],
    );
    const ship = server.call(
      production.ship,
      { body: { units, shippedOn: '2026-11-20', dealerId: at.noa } },
      tokens.other,
    );
    await expect(ship).rejects.toMatchObject({
      error: {
        code: 'E0001',
        fields: { 'units.1': 'error.VEHICLE_HELD' },
        records: [
          { list: 'units', index: 1, code: 'VEHICLE_HELD', values: { by: 'Park', organization: 'Head office' } },
        ],
      },
    });
    expect(
      (
        await server.database.query<{ o: number }[]>('SELECT organization_id AS o FROM vehicle WHERE id = $1', [
          free.id,
        ])
      )[0]?.o,
    ).toBe(at.nami);
  });

  it('is named in a workbook of sales, also where the session began after its check', async () => {
    await unsold();
    vehicle.vin = 'HDLTF000000000001';
    await server.database.query('UPDATE vehicle SET vin = $2 WHERE id = $1', [vehicle.id, vehicle.vin]);
    const titles = ['차대번호', '판매일', '대리점 ERP 코드', '고객명', '생년월일', '전화번호', '메모'];
    const bytes = await writeXlsx({
      sheets: [{ name: 'a', rows: [titles, [vehicle.vin, '2026-07-01', 'NA88', null, null, null, null]] }],
    });
    const file = { name: 'sales.xlsx', arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) };
    const upload = async () => {
      const { id } = await server.call(sales.upload, { file: file as never }, tokens.other);
      return eventually(
        () => server.call(sales.uploadState, { params: { id } }, tokens.other),
        (u) => u.state !== 'checking',
      );
    };
    const rows = async (id: number) =>
      (
        await server.call(sales.uploadRows, { params: { id }, query: { only: 'errors' } as never }, tokens.other)
      ).rows.flatMap((r) => r.errors.map((e) => [e.column, e.message, e.values?.by]));
    const checked = await upload();
    expect([checked.state, await rows(checked.id)]).toEqual(['ok', []]);
    const session = await hold();
    expect(await answer(server.call(sales.uploadSave, { params: { id: checked.id } }, tokens.other))).toEqual([
      409,
      'IMPORT_OUTDATED',
      {},
    ]);
    expect(await rows(checked.id)).toEqual([['vin', 'error.VEHICLE_HELD', 'Park']]);
    await server.database.query("UPDATE diagnosis_session SET ended_at = now(), state = 'disconnected' WHERE id = $1", [
      session,
    ]);
  });

  it('changes its owner only after the session', async () => {
    const [from, to] = [await makeMember(server, at.nami), await makeMember(server, at.nami)];
    vehicle = await machineOf(server, from, at.nami);
    const id = await acceptedTransfer(from, to, vehicle.vin);
    const session = await hold();
    expect((await server.call(ownerTransfers.get, { params: { id } }, tokens.other)).obstacles).toMatchObject([
      { code: 'VEHICLE_HELD', values: { by: 'Park' } },
    ]);
    expect(await answer(server.call(ownerTransfers.approve, { params: { id } }, tokens.other))).toEqual([
      409,
      'VEHICLE_HELD',
      'Park',
    ]);
    await server.database.query("UPDATE diagnosis_session SET ended_at = now(), state = 'disconnected' WHERE id = $1", [
      session,
    ]);
    expect(await answer(server.call(ownerTransfers.approve, { params: { id } }, tokens.other))).toBe('done');
  });

  it('stays with its customer, who stays with it', async () => {
    await hold();
    const owned = () => server.call(customers.delete, { params: { id: vehicle.customerId } } as never, tokens.other);
    expect(await answer(owned())).toEqual([409, 'VEHICLE_HELD', 'Park']);
  });
});

describe('a session and another act at the same moment', () => {
  it.each<[string, Door]>([
    ['a remote start', start],
    ['another dealer', changeDealer],
    ['another dealer by its production', unitForm],
    ['a sale', sell],
    ['the device unregistered', unregister],
  ])('never both: %s waits, and then sees the session', async (_, door) => {
    await unsold();
    const machine = new Machine(vehicle.deviceId, { port, database: server.database });
    await machine.join();
    await park(server.database, vehicle);
    // both wait for the vehicle, the session first
    const before = server.database.createQueryRunner();
    await before.connect();
    await before.startTransaction();
    await before.query('SELECT 1 FROM vehicle WHERE id = $1 FOR NO KEY UPDATE', [vehicle.id]);
    const waiting = (n: number) =>
      eventually(
        () =>
          server.database.query<{ n: number }[]>(
            "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          ),
        ([row]) => row?.n === n,
      );
    const session = answer(connect(tokens.holder));
    await waiting(1);
    const act = answer(door(tokens.other));
    await waiting(2);
    await before.commitTransaction();
    await before.release();
    expect([await session, await act]).toEqual(['done', [409, 'VEHICLE_HELD', 'Kim Minsu']]);
  });
});
