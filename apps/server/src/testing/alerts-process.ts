import type { MqttClient } from 'mqtt';
import { upTopic } from '@headland/contracts/device/envelope';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../incidents/alerts/alerts.module';
import { DeliveriesModule } from '../messages/deliveries/deliveries.module';
import { DevicesModule } from '../fleet/devices/devices.module';
import { FaultsModule } from '../incidents/faults/faults.module';
import { readConfig } from '../platform/config';
import { SessionModule } from '../people/session/session.module';
import { SosModule } from '../incidents/sos/sos.module';
import { eventually, startProcess } from './alerts';
import type { FreshDatabase } from './database';
import { account, joinBroker, serverPassword } from './mqtt-clients';
import { makeVehicle } from './world';

/** The alerts process, at the broker of a port. */
export function startAlerts(database: FreshDatabase, port: number): Promise<{ close: () => Promise<void> }> {
  const config = readConfig({
    RUN: 'alerts',
    DATABASE_URL: database.url,
    MQTT_URL: `mqtt://127.0.0.1:${port}`,
    MQTT_USERNAME: account,
    MQTT_PASSWORD: serverPassword,
    JWT_SECRET: 'a secret of the tests, long enough for a key',
  });
  return startProcess(
    config,
    ['alerts'],
    [SessionModule, DevicesModule, AlertsModule, SosModule, FaultsModule, DeliveriesModule],
  );
}

export interface CallingMachine {
  id: string;
  /** resolves when the broker has it */
  sos: (seq: number) => Promise<unknown>;
  raw: (payload: string | Buffer) => Promise<unknown>;
}
/** A machine whose first press is in the database: its way is open. */
export async function makeCallingMachine(
  { dataSource }: FreshDatabase,
  port: number,
  dealerId: number,
): Promise<CallingMachine> {
  const { deviceId: id } = await makeVehicle(dataSource, dealerId);
  const client: MqttClient = await joinBroker(port, { clientId: id, username: id, password: `a secret of ${id}` });
  const raw = (payload: string | Buffer): Promise<unknown> =>
    client.publishAsync(upTopic(id, 'sos'), payload, { qos: 1 });
  const sos = (seq: number): Promise<unknown> => raw(JSON.stringify(sosUp({ type: 'button', seq, ts: Date.now() })));
  await eventually(
    async () => (await sos(1), pressesOf({ dataSource }, id)),
    (r) => r.length > 0,
  );
  return { id, sos, raw };
}

/** In the order in which they were committed. */
export const pressesOf = (
  { dataSource }: Pick<FreshDatabase, 'dataSource'>,
  deviceId: string,
): Promise<{ id: number; seq: number }[]> =>
  dataSource.query('SELECT id::int, seq FROM sos_message WHERE device_id = $1 ORDER BY id', [deviceId]);
