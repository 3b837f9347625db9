import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { FleetSnapshot } from './fleet-snapshot';

let fresh: FreshDatabase;
let database: DataSource;
let fleet: FleetSnapshot;
let vehicle: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.dataSource;
  const orgs = await makeOrganizations(database);
  vehicle = (await makeVehicle(database, orgs.nami)).id;
  await database.query(
    'INSERT INTO vehicle_state (vehicle_id, lat, lon) VALUES ($1, 35, 127) ON CONFLICT (vehicle_id) DO UPDATE SET lat = 35, lon = 127, changed = pg_current_xact_id()',
    [vehicle],
  );
});
afterAll(() => fresh.drop());
beforeEach(async () => {
  fleet = new FleetSnapshot(database);
  await fleet.reload(Date.now());
  fleet.takeChanged();
});

const changed = async (): Promise<number[]> => {
  await fleet.refresh(Date.now(), false);
  return [...fleet.takeChanged()];
};
/**
 * Waits until earlier writes are no longer returned: transactions in other tests' databases hold back the oldest id
 * for a moment.
 */
const untilQuiet = async (): Promise<void> => {
  while ((await changed()).length > 0);
};

describe('the picture of a database', () => {
  it('that came from a cluster with more transactions has each parked vehicle once, not with every question', async () => {
    await database.query("UPDATE vehicle_state SET changed = '99999999999'::xid8");
    expect(await changed()).toEqual([vehicle]);
    await untilQuiet();
    const [row] = await database.query<[{ ahead: boolean }]>(
      'SELECT changed > pg_current_xact_id() AS ahead FROM vehicle_state WHERE vehicle_id = $1',
      [vehicle],
    );
    expect(row.ahead).toBe(false);
  });

  it('of another cluster is reloaded: its transaction ids start again', async () => {
    await untilQuiet();
    // as after a restored dump: other tables, and an id below the snapshot's
    await database.query('CREATE TABLE restored (LIKE vehicle_state INCLUDING ALL)');
    await database.query(
      "INSERT INTO restored (vehicle_id, lat, lon, changed) SELECT vehicle_id, 36, lon, '3'::xid8 FROM vehicle_state",
    );
    await database.query('DROP TABLE vehicle_state CASCADE');
    await database.query('ALTER TABLE restored RENAME TO vehicle_state');
    expect(await changed()).toEqual([vehicle]);
    expect(fleet.vehicles.get(vehicle)?.lat).toBe(36);
    await untilQuiet();
  });
});
