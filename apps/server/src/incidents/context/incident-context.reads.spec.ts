import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { trackAround, valuesAround } from './incident-context.reads';

let fresh: FreshDatabase;
let vehicle: MadeVehicle;
/** ten minutes before and after midnight in Seoul */
const [before, after] = [new Date('2026-03-02T14:50:00Z'), new Date('2026-03-02T15:10:00Z')];

beforeAll(async () => {
  fresh = await freshDatabase();
  const at = await makeOrganizations(fresh.dataSource);
  vehicle = await makeVehicle(fresh.dataSource, at.nami);
  await fresh.dataSource.query("SELECT ensure_telemetry_day('2026-03-02')");
  for (const [i, ts] of [before, after].entries())
    await fresh.dataSource.query(
      'INSERT INTO telemetry (device_key, vehicle_id, ts, device_ts, received_at, boot, seq, lat, lon, engine_hours, odometer) VALUES ($1, $2, $3, 0, $3, 1, $4, 35.9, 127.1, 20, 300)',
      [vehicle.deviceKey, vehicle.id, ts, i + 1],
    );
});
afterAll(() => fresh.drop());

const hours = async (timeZone: string) =>
  (await trackAround(fresh.dataSource, vehicle.id, before, timeZone)).map((p) => p.engineHours);
const values = async (timeZone: string) => {
  const { engineHours = [], odometer = [] } = await valuesAround(fresh.dataSource, vehicle.id, before, 30, timeZone);
  return { engineHours: engineHours.map(([, v]) => v), odometer: odometer.map(([, v]) => v) };
};

it('the hours around an alert are as reported by the machine without a correction', async () => {
  expect(await hours('Asia/Seoul')).toEqual([20, 20]);
  expect(await values('Asia/Seoul')).toEqual({ engineHours: [20, 20], odometer: [300, 300] });
});

it('corrections are added by their day, in the viewer’s zone', async () => {
  await fresh.dataSource.query(
    "INSERT INTO meter_correction (vehicle_id, meter, value, since, reason) VALUES ($1, 'hours', 500, '2026-03-03', 'new meter'), ($1, 'odometer', -100, '2026-03-01', 'used meter')",
    [vehicle.id],
  );
  expect(await hours('Asia/Seoul')).toEqual([20, 520]);
  expect(await hours('UTC')).toEqual([20, 20]);
  expect(await values('Asia/Seoul')).toEqual({ engineHours: [20, 520], odometer: [200, 200] });
});
