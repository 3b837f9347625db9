import type { MqttClient } from 'mqtt';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { activeFault, faultUp, sample, sosUp, telemetryUp } from '@headland/testing/builders/up';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { FaultsModule } from '../faults/faults.module';
import { readConfig } from '../../platform/config';
import { ingestMetrics } from '../../platform/metrics';
import { type Broker, startBroker } from '../../platform/mqtt/embedded-broker/broker';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { eventually, startProcess } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, endClients, joinBroker, serverPassword } from '../../testing/mqtt-clients';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { AlertsModule } from './alerts.module';

// PostgreSQL fails with errors that no message causes. New messages wait and are committed afterwards.
let database: FreshDatabase;
let broker: Broker;
let server: { close: () => Promise<void> };
let fleet: { vehicle: MadeVehicle; client: MqttClient }[];
const role = `gateway_${process.pid}`;
const name = (): string => new URL(database.url).pathname.slice(1);
let seq = 0;
/** Rounds until here may have been sent before the server had subscribed: the broker does not keep them. */
let begun = 0;

beforeAll(async () => {
  // its role is one of this server alone
  database = await freshDatabase(undefined, undefined, false);
  const { dataSource } = database;
  const orgs = await makeOrganizations(dataSource);
  const vehicles = await Promise.all(Array.from({ length: 5 }, () => makeVehicle(dataSource, orgs.nami)));
  await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
  await dataSource.query(
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}`,
  );
  await dataSource.query(`GRANT CREATE ON DATABASE ${name()} TO ${role}`);
  await dataSource.query(
    'SELECT ensure_telemetry_day(current_date), ensure_telemetry_day(current_date + 1), ensure_telemetry_day(current_date - 1)',
  );
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      username: account,
      password: serverPassword,
      serverLimits: { messages: 10_000, bytes: 10_000_000, inFlightMessages: 4_000, inFlightBytes: 8_000_000 },
    },
    pino({ level: 'silent' }),
  );
  const config = readConfig({
    RUN: 'alerts,ingest',
    DATABASE_URL: Object.assign(new URL(database.url), { username: role, password: 'right' }).toString(),
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  });
  server = await startProcess(
    config,
    ['alerts', 'ingest'],
    [SessionModule, DevicesModule, AlertsModule, TelemetryModule, SosModule, FaultsModule, DeliveriesModule],
  );
  fleet = await Promise.all(
    vehicles.map(async (vehicle) => ({
      vehicle,
      client: await joinBroker(broker.port, {
        clientId: vehicle.deviceId,
        username: vehicle.deviceId,
        password: `a secret of ${vehicle.deviceId}`,
      }),
    })),
  );
  // both connections are up when they send
  await eventually(
    async () => (await round(), stored()),
    ({ sos, fault, telemetry }) => sos > 0 && fault > 0 && telemetry > 0,
  );
  begun = seq;
});
afterAll(async () => {
  await server?.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
  await asAdmin(`DROP ROLE IF EXISTS ${role}`);
});

/** Of three digits: in the order of the rounds. */
const codeOf = (round: number): string => `E0${300 + round}`;

/** Each device sends one of each kind; resolves once the broker has them. */
async function round(): Promise<void> {
  seq++;
  const ts = Date.now();
  await Promise.all(
    fleet.flatMap(({ vehicle, client }, i) => {
      const send = (kind: UpKind, message: unknown): Promise<unknown> =>
        client.publishAsync(upTopic(vehicle.deviceId, kind), JSON.stringify(message), { qos: 1 });
      return [
        send('sos', sosUp({ type: 'button', seq, ts })),
        send('fault', faultUp({ seq, ts, active: [activeFault({ code: codeOf(seq) })] })),
        send('telemetry', telemetryUp({ seq, ts, samples: [sample({ ts: ts + i })] })),
        send('sos', { v: 1, broken: seq }),
      ];
    }),
  );
}

async function stored(): Promise<Record<'sos' | 'fault' | 'telemetry' | 'aside', number>> {
  const [row] = (await asAdmin(
    `SELECT (SELECT count(*)::int FROM sos_message WHERE seq > ${begun}) AS sos,
       (SELECT count(DISTINCT (device_id, code))::int FROM fault_report WHERE code > '${codeOf(begun)}') AS fault,
       (SELECT count(*)::int FROM quarantine WHERE (convert_from(payload, 'UTF8')::jsonb ->> 'broken')::int > ${begun}) AS aside`,
    name(),
  )) as Record<'sos' | 'fault' | 'aside', number>[];
  const [rows] = (await asAdmin(
    `SELECT count(*)::int AS telemetry FROM telemetry WHERE seq > ${begun}`,
    name(),
  )) as Record<'telemetry', number>[];
  return { ...row, ...rows } as Record<'sos' | 'fault' | 'telemetry' | 'aside', number>;
}

const retries = async (): Promise<number> => (await ingestMetrics.retries.get()).values[0]?.value ?? 0;

describe.each<{ what: string; spoil: () => Promise<unknown>; mend: () => Promise<unknown> }>([
  {
    what: 'its database has another name',
    spoil: async () => {
      await asAdmin(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
      await disconnect();
      await asAdmin(`ALTER DATABASE ${name()} RENAME TO ${name()}_away`);
    },
    mend: () =>
      asAdmin(`ALTER DATABASE ${name()}_away RENAME TO ${name()}; ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`),
  },
  {
    what: 'it lets the account in no more',
    spoil: async () => {
      await asAdmin(`ALTER ROLE ${role} NOLOGIN PASSWORD 'another'`);
      await disconnect();
    },
    mend: () => asAdmin(`ALTER ROLE ${role} LOGIN PASSWORD 'right'`),
  },
  {
    what: 'its right to write was revoked',
    spoil: () => asAdmin(`REVOKE INSERT ON sos_call, fault_report, telemetry, quarantine FROM ${role}`, name()),
    mend: () => asAdmin(`GRANT INSERT ON sos_call, fault_report, telemetry, quarantine TO ${role}`, name()),
  },
  {
    what: 'columns are gone',
    spoil: () =>
      asAdmin(
        'ALTER TABLE sos_call DROP COLUMN speed; ALTER TABLE fault_report DROP COLUMN lamp; ALTER TABLE telemetry DROP COLUMN rpm; ALTER TABLE quarantine RENAME TO aside',
        name(),
      ),
    mend: () =>
      asAdmin(
        'ALTER TABLE sos_call ADD COLUMN speed real; ALTER TABLE fault_report ADD COLUMN lamp text; ALTER TABLE telemetry ADD COLUMN rpm real; ALTER TABLE aside RENAME TO quarantine',
        name(),
      ),
  },
])('while $what', ({ spoil, mend }) => {
  it('nothing that the broker took is lost', async () => {
    await spoil();
    const from = await retries();
    await round();
    // more attempts than for a message that is refused because of its content
    await eventually(retries, (n) => n >= from + 20, 60_000);
    await mend();
    const whole = (seq - begun) * fleet.length;
    await eventually(
      stored,
      ({ sos, fault, telemetry, aside }) => sos === whole && fault === whole && telemetry === whole && aside === whole,
      60_000,
    );
  }, 150_000);
});

async function disconnect(): Promise<void> {
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`);
}

async function asAdmin(sql: string, at = 'postgres'): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(database.url), { pathname: `/${at}` }).toString(),
  });
  await client.connect();
  try {
    const result = (await client.query(sql)) as pg.QueryResult | pg.QueryResult[];
    return Array.isArray(result) ? [] : result.rows;
  } finally {
    await client.end();
  }
}
