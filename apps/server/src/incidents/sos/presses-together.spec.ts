import { afterAll, beforeAll, expect, it } from 'vitest';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { devicesOf, held } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { SessionModule } from '../../people/session/session.module';
import { FaultsModule } from '../faults/faults.module';
import { SosModule } from './sos.module';

let server: TestServer;
let agency: number;
beforeAll(async () => {
  server = await startServer([SessionModule, AlertsModule, SosModule, FaultsModule]);
  agency = (await makeOrganizations(server.database)).nami;
});
afterAll(() => server.stop());

const now = Date.now();
const hour = 3_600_000;
interface Press {
  ago: number;
  lat?: number;
}
const cases: [string, Press[]][] = [
  [
    'live presses with positions',
    [
      { ago: 5_000, lat: 35.1 },
      { ago: 4_000, lat: 35.2 },
      { ago: 3_000, lat: 35.3 },
    ],
  ],
  ['no position at the end', [{ ago: 5_000, lat: 35.1 }, { ago: 4_000, lat: 35.2 }, { ago: 3_000 }]],
  ['no position at all', [{ ago: 5_000 }, { ago: 4_000 }]],
  [
    'late ones',
    [
      { ago: 5 * hour, lat: 35.1 },
      { ago: 4 * hour, lat: 35.2 },
    ],
  ],
  ['late ones, and a live one last', [{ ago: 5 * hour, lat: 35.1 }, { ago: 4 * hour, lat: 35.2 }, { ago: 2_000 }]],
];

it.each(cases)(
  'presses that are committed together make the call that they would make one by one: %s',
  async (_, presses) => {
    const alerts = [];
    for (const together of [false, true]) {
      const { deviceId } = await makeVehicle(server.database, agency);
      // a live status confirms the clock
      const batch = presses.map(({ ago, lat }, i) =>
        held(
          deviceId,
          'sos',
          sosUp({
            type: 'button',
            seq: i + 1,
            ts: now - ago,
            ...(lat === undefined ? { lat: undefined, lon: undefined } : { lat, lon: 127 }),
          }),
          now + i,
        ),
      );
      const { send, status } = devicesOf(server);
      await status(deviceId, { v: 1, boot: 1, ts: now, online: true } as never);
      if (together) await send(...batch);
      else for (const one of batch) await send(one);
      const [sos] = await server.database.query<object[]>(
        `SELECT status, origin, late, presses, raised_at, received_at, device_ts, skew_ms, lat, lon, position_at, place, next_escalation_at,
         (SELECT array_agg(ARRAY[m.seq::text, m.at::text] ORDER BY m.id) FROM sos_message m WHERE m.call_id = c.id) AS messages,
         (SELECT ARRAY[s.lat, s.lon] FROM vehicle_state s WHERE s.vehicle_id = c.vehicle_id) AS place_on_map
       FROM sos_call c WHERE device_id = $1`,
        [deviceId],
      );
      alerts.push(sos);
    }
    expect(alerts[1]).toEqual(alerts[0]);
    expect(alerts[0]).toMatchObject({ presses: presses.length });
  },
);

it('a terminal that counts its starts anew calls with a number that it has used; what it sends again is no new press', async () => {
  const { deviceId } = await makeVehicle(server.database, agency);
  const presses = async (): Promise<unknown> =>
    server.database.query('SELECT presses FROM sos_call WHERE device_id = $1', [deviceId]);
  const { send } = devicesOf(server);
  const press = (ts: number, receivedAt: number) =>
    send(held(deviceId, 'sos', sosUp({ type: 'button', seq: 1, ts }), receivedAt));
  await press(now - 50 * hour, now - 50 * hour);
  await press(now - 50 * hour, now);
  await press(now - 49.9 * hour, now - 49.9 * hour);
  await press(now - 50 * hour + 1, now - 49 * hour);
  expect(await presses(), 'sent again, late or with a time that is close').toEqual([{ presses: 1 }]);
  await press(now - 49 * hour, now - 49 * hour);
  expect(await presses(), 'tried when it was installed, and called an hour later').toEqual([{ presses: 2 }]);
  await press(now, now);
  expect(await presses()).toEqual([{ presses: 3 }]);
  await press(now, now + hour);
  expect(await presses(), 'that one again').toEqual([{ presses: 3 }]);
});

it('the first call of a terminal that counts its messages from 0 is one, and counts once', async () => {
  const { deviceId } = await makeVehicle(server.database, agency);
  const { send } = devicesOf(server);
  for (const seq of [0, 0, 1]) await send(held(deviceId, 'sos', sosUp({ type: 'button', seq, ts: now })));
  expect(await server.database.query('SELECT presses FROM sos_call WHERE device_id = $1', [deviceId])).toEqual([
    { presses: 2 },
  ]);
});
