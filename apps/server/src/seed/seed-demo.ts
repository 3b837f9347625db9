import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { databaseTime } from '../platform/clock';
import type { Config } from '../platform/config';
import { hashToken, newRandomToken } from '../platform/random-token';
import { appendPast } from './append-past';
import {
  addAccounts,
  addInvitations,
  addMachines,
  addOrganizations,
  fleetSize,
  leftAlone,
  type DemoAccount,
  type Machine,
} from './demo-business';
import { addContent } from './demo-content';
import { addConsumables } from './demo-consumables';
import { addSessions, engineers, servedMachines } from './demo-diagnosis';
import { idOf } from './demo-ids';
import { units } from './demo-production';
import { addProgramRuns, storePrograms } from './demo-programs';
import { addRollOuts } from './demo-roll-outs';
import { addSales } from './demo-sales';
import { addCustomerRecords } from './demo-customers';
import { addShop } from './demo-shop';
import { addServiceJobs } from './demo-service-jobs';
import { addTransferDocuments, addTransfers } from './demo-transfers';
import { addGptService } from './demo-gpt';
import { addFortnight, countFigures, sellRecently } from './demo-fortnight';
import { metersAfter } from './working-morning';
import { addYesterday } from './demo-yesterday';
import { pseudoRandom } from './pseudo-random';

/** In `log_reader` from the first commit to the last: what an interrupted start has loaded is not taken for all of it. */
const loadingMark = 'demo data is being loaded';

/**
 * Demo data for an empty database: the same business at every installation, with secrets of its own. It answers false, and does nothing,
 * where organisations exist; it throws where an earlier start was interrupted while it loaded. Leaves `demo.json` (for tools, tests and the login page) and `fleet.json` (for the simulator) in DATA_DIR.
 */
export async function seedDemo(
  database: DataSource,
  config: Config,
  log: Logger,
  now = databaseTime(),
): Promise<boolean> {
  const [{ exists, halfLoaded } = { exists: false, halfLoaded: false }] = await database.query<
    { exists: boolean; halfLoaded: boolean }[]
  >(
    'SELECT EXISTS (SELECT 1 FROM organization) AS exists, EXISTS (SELECT 1 FROM log_reader WHERE name = $1) AS "halfLoaded"',
    [loadingMark],
  );
  if (halfLoaded)
    throw new Error(
      'The demo data is incomplete: the start that loaded it was interrupted. Empty the database and start again (npm run lab -- reset; in the composition: docker compose --env-file infra/demo.env down --volumes).',
    );
  if (exists) return false;
  const draw = pseudoRandom(20_260_301);
  const programs = await storePrograms(database, config);
  const { accounts, machines } = await database.transaction(async (tx) => {
    await tx.query('INSERT INTO log_reader (name, number) VALUES ($1, 0)', [loadingMark]);
    const ids = await addOrganizations(tx);
    const accounts = await addAccounts(tx, ids, draw);
    await addInvitations(tx, ids, urlOf(config), now);
    const machines = await addMachines(tx, ids, draw, now);
    await sellRecently(tx, machines.slice(0, fleetSize));
    await addSales(tx);
    await addCustomerRecords(tx);
    const served = await servedMachines(tx);
    const people = await engineers(tx);
    await appendPast(tx, [
      ...(await addTransfers(tx, now)),
      ...(await addSessions(tx, served, people, now)),
      ...(await addProgramRuns(tx, programs, served, people.service, now)),
      ...(await addRollOuts(tx, served, people.service, now)),
    ]);
    const kiosk = newRandomToken();
    await tx.query(
      "INSERT INTO kiosk (name, token_hash, organization_id, sound, issued_by) VALUES ('본사 관제실', $1, $2, true, 'demo')",
      [hashToken(kiosk), idOf(ids, '본사')],
    );
    // before the commit: passwords that are in no file would be lost with a crash in between
    await leaveFiles(config, accounts, machines, kiosk);
    return { accounts, machines };
  });
  await addFortnight(database, config, machines.slice(0, fleetSize), now);
  await addYesterday(database, config, machines.slice(0, fleetSize), now, draw);
  await database.transaction((tx) => addConsumables(tx, machines, now, config.PRODUCT_TIME_ZONE));
  await database.transaction((tx) => addTransferDocuments(tx, config.PRODUCT_TIME_ZONE));
  await database.transaction((tx) => addServiceJobs(tx, now, config.PRODUCT_TIME_ZONE));
  await addContent(database, config, now);
  await addShop(database, config, now);
  await addGptService(database, config, now);
  await countFigures(database, config, now);
  await database.query('DELETE FROM log_reader WHERE name = $1', [loadingMark]);
  log.info({ accounts: accounts.length, vehicles: machines.length + units.length }, 'demo data loaded');
  return true;
}

async function leaveFiles(config: Config, accounts: DemoAccount[], machines: Machine[], kiosk: string): Promise<void> {
  const url = urlOf(config);
  const broker = new URL(config.MQTT_URL);
  await mkdir(config.DATA_DIR, { recursive: true });
  await write(config, 'demo.json', {
    url,
    openapi: `${url}/api/openapi.json`,
    mqtt: { host: broker.hostname, port: Number(broker.port || 1883) },
    accounts,
    devices: machines
      .slice(fleetSize, fleetSize + leftAlone)
      .map(({ deviceId, secret, vin, model }) => ({ id: deviceId, secret, vin, model })),
    mailbox: `${url}/api/mailbox`,
    kiosk,
  });
  await write(
    config,
    'fleet.json',
    machines.slice(0, fleetSize).map(({ deviceId, secret, type, lat, lon, machine, region, engineHours }) => ({
      id: deviceId,
      secret,
      type,
      lat,
      lon,
      machine,
      region,
      engineHours,
      // those that have a yesterday
      ...(machine === 'tractor' ? metersAfter(engineHours) : {}),
    })),
  );
}

const urlOf = (config: Config): string => config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;

/** They hold secrets: only their owner reads them. */
const write = (config: Config, name: string, content: object): Promise<void> =>
  writeFile(join(config.DATA_DIR, name), `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });
