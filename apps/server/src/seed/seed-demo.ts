import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import argon2 from 'argon2';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { groupTypes, roles } from '@headland/contracts/access';
import type { Config } from '../platform/config';
import { hashDeviceSecret, newDeviceSecret } from '../platform/mqtt/device-secret';
import { hashKioskToken, newKioskToken } from '../session/kiosk-token';
import { americanNames, koreanNames, models, organizations } from './demo-data';
import { pseudoRandom, type Draw } from './pseudo-random';

const fleetSize = 200;
const leftAlone = 10;
interface Machine {
  deviceId: string;
  secret: string;
  type: 1 | 2;
  vin: string;
  model: string;
  machine: 'tractor' | 'excavator';
  region: 'KR' | 'US';
  lat: number;
  lon: number;
}

/**
 * Demo data for an empty database: the same business at every installation, with secrets of its own. It answers false, and does nothing,
 * where organisations exist. Leaves `demo.json` (for tools, tests and the login page) and `fleet.json` (for the simulator) in DATA_DIR.
 */
export async function seedDemo(database: DataSource, config: Config, log: Logger): Promise<boolean> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }[]>('SELECT EXISTS (SELECT 1 FROM organization) AS exists');
  if (exists) return false;
  const draw = pseudoRandom(20_260_301);
  const kioskToken = newKioskToken();
  const { accounts, machines } = await database.transaction(async (tx) => {
    const ids = await addOrganizations(tx);
    const demoAccounts = await addAccounts(tx, ids, draw);
    const demoMachines = await addMachines(tx, ids, draw);
    await tx.query("INSERT INTO kiosk (name, token_hash, organization_id, sound, issued_by) VALUES ('본사 관제실', $1, $2, true, 'demo')", [hashKioskToken(kioskToken), ids.get('본사')]);
    return { accounts: demoAccounts, machines: demoMachines };
  });
  const alone = machines.slice(fleetSize, fleetSize + leftAlone);
  const url = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const mqtt = new URL(config.MQTT_URL);
  await mkdir(config.DATA_DIR, { recursive: true });
  await write(config, 'demo.json', {
    url,
    openapi: `${url}/api/openapi.json`,
    mqtt: { host: mqtt.hostname, port: Number(mqtt.port || 1883) },
    accounts,
    devices: alone.map(({ deviceId, secret, vin, model }) => ({ id: deviceId, secret, vin, model })),
    mailbox: `${url}/mailbox`,
    kiosk: kioskToken,
  });
  await write(config, 'fleet.json', machines.slice(0, fleetSize).map(({ deviceId, secret, type, lat, lon, machine, region }) => ({ id: deviceId, secret, type, lat, lon, machine, region })));
  log.info({ organizations: organizations.length, accounts: accounts.length, vehicles: machines.length }, 'demo data loaded');
  return true;
}

const write = (config: Config, name: string, content: object): Promise<void> => writeFile(join(config.DATA_DIR, name), `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });

async function addOrganizations(tx: EntityManager): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const o of organizations) {
    const [row] = await tx.query<{ id: number }[]>('INSERT INTO organization (name, type, parent_id, erp_code, phone, lat, lon) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id', [
      o.name, o.type, o.parent === null ? null : ids.get(o.parent), o.erp ?? null, o.phone ?? null, o.lat ?? null, o.lon ?? null,
    ]);
    ids.set(o.name, row?.id ?? 0);
  }
  return ids;
}

/** One account for each group type and role, in the first organisation of its type; agencies get a second pair of hands, for assignments. */
async function addAccounts(tx: EntityManager, ids: Map<string, number>, draw: Draw): Promise<object[]> {
  const list: object[] = [];
  for (const groupType of groupTypes) {
    const organization = organizations.find((o) => o.type === groupType);
    if (organization === undefined) throw new Error(`no demo organisation of type ${groupType}`);
    for (const role of roles) {
      const id = `${groupType.toLowerCase().replaceAll('_', '').slice(0, 18)}${role === 'ADMIN' ? 1 : 2}`;
      const password = `Hl-${randomBytes(7).toString('base64url')}7a`;
      await tx.query('INSERT INTO user_account (login_id, name, email, phone, password_hash, role, group_type, organization_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
        id, koreanName(draw), `${id}@demo.korea.kr`, `010-5555-${String(1000 + list.length)}`, await argon2.hash(password), role, groupType, ids.get(organization.name),
      ]);
      list.push({ id, password, groupType, role, organization: organization.name });
    }
  }
  return list;
}

async function addMachines(tx: EntityManager, ids: Map<string, number>, draw: Draw): Promise<Machine[]> {
  const modelIds = new Map<string, number>();
  for (const m of models) {
    const [row] = await tx.query<{ id: number }[]>(
      'INSERT INTO model (name, type, machine, release_year, horsepower, remote_control, rollover, description) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id',
      [m.name, m.type, m.machine, m.year, m.horsepower, m.remote, { 1: { x: 45, y: 45, z: 60 }, 2: { x: 45, y: 45, z: 60 } }, `${m.horsepower} hp ${m.machine}`],
    );
    modelIds.set(m.name, row?.id ?? 0);
  }
  const sellers = { KR: organizations.filter((o) => o.lat !== undefined && (o.lon ?? 0) > 0), US: organizations.filter((o) => o.lat !== undefined && (o.lon ?? 0) < 0) };
  const pool = models.flatMap((m) => Array<(typeof models)[number]>(m.share).fill(m));
  const machines: Machine[] = [];
  for (let n = 0; n < fleetSize + leftAlone; n++) {
    const region = n < fleetSize && n % 4 === 3 ? 'US' : 'KR';
    const dealer = draw.of(sellers[region]);
    const model = draw.of(pool);
    const serial = String(1000 + n * 37).padStart(6, '0');
    const machine: Machine = {
      deviceId: `HD${region}-${String(n + 1).padStart(5, '0')}`,
      secret: newDeviceSecret(),
      type: draw.chance(0.7) ? 1 : 2,
      vin: `HD${model.machine === 'tractor' ? 'L' : 'E'}${model.code}${region === 'KR' ? 'NSK' : 'NUS'}${serial}`,
      model: model.name,
      machine: model.machine,
      region,
      // farm land within some kilometres of its dealer
      lat: (dealer.lat ?? 0) + (draw.next() - 0.5) * 0.11,
      lon: (dealer.lon ?? 0) + (draw.next() - 0.5) * 0.13,
    };
    machines.push(machine);
    await addMachine(tx, machine, { ...model, id: modelIds.get(model.name) ?? 0 }, ids.get(dealer.name) ?? 0, draw);
  }
  // what the lists must bear as well: a vehicle without device, a device without vehicle
  await tx.query("INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower) VALUES ('HDLT4C58NSK099001', $1, $2, 2026, 58)", [modelIds.get('HL 4-58'), ids.get('김제대리점')]);
  await tx.query("INSERT INTO device (id, secret_hash) VALUES ('HDKR-09001', $1)", [hashDeviceSecret(newDeviceSecret())]);
  return machines;
}

async function addMachine(tx: EntityManager, m: Machine, model: { id: number; year: number; horsepower: number; transmission: string }, dealerId: number, draw: Draw): Promise<void> {
  const name = m.region === 'KR' ? koreanName(draw) : `${draw.of(americanNames.given)} ${draw.of(americanNames.family)}`;
  const phone = m.region === 'KR' ? `010-5555-${draw.digits(4)}` : `+1202555${`01${draw.digits(2)}`}`;
  const [customer] = await tx.query<{ id: number }[]>('INSERT INTO customer (name, phone) VALUES ($1, $2) RETURNING id', [name, phone]);
  await tx.query('INSERT INTO device (id, secret_hash, type, sim, activation, interval_s) VALUES ($1, $2, $3, $4, $5, $6)', [
    m.deviceId, hashDeviceSecret(m.secret), m.type, `8982${draw.digits(12)}`, `010${draw.digits(8)}`, draw.chance(0.8) ? 30 : 60,
  ]);
  const age = 60 + Math.floor(draw.next() * 900);
  await tx.query(
    `INSERT INTO vehicle (vin, model_id, organization_id, customer_id, device_id, release_year, horsepower, transmission, matched_on, shipped_on, sold_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, current_date - $9::int, current_date - $9::int + 10, current_date - $9::int + 30)`,
    [m.vin, model.id, dealerId, customer?.id, m.deviceId, model.year, model.horsepower, model.transmission, age],
  );
}

const koreanName = (draw: Draw): string => draw.of(koreanNames.family) + draw.of(koreanNames.given);
