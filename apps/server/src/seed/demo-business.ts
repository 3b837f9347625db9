import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { groupTypes, roles, type GroupType, type Role } from '@headland/contracts/access';
import { formatMessage } from '@headland/i18n/format-message';
import { saveSet } from '../maintenance/consumables/save-set.tx';
import { hashDeviceSecret, newDeviceSecret } from '../platform/mqtt/device-secret';
import { hashPassword } from '../platform/password';
import { hashToken, newRandomToken } from '../platform/random-token';
import {
  americanNames,
  consumablesOf,
  invitations,
  koreanNames,
  models,
  organizations,
  type Fields,
} from './demo-data';
import { idOf, type Ids } from './demo-ids';
import { addUnits } from './demo-production';
import { pseudoRandom, type Draw } from './pseudo-random';

/** Machines that the simulated fleet plays, and those left for people and tests. */
export const fleetSize = 200;
export const leftAlone = 10;
export interface Machine {
  deviceId: string;
  secret: string;
  type: 1 | 2;
  vin: string;
  model: string;
  machine: 'tractor' | 'excavator';
  region: 'KR' | 'US';
  lat: number;
  lon: number;
  /** its meter today */
  engineHours: number;
}
export interface DemoAccount {
  id: string;
  password: string;
  groupType: GroupType;
  role: Role;
  organization: string;
}
export async function addOrganizations(tx: EntityManager): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const o of organizations) {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO organization (name, type, parent_id, erp_code, phone, lat, lon, postal_code, address, address_detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        o.name,
        o.type,
        o.parent === null ? null : idOf(ids, o.parent),
        o.erp ?? null,
        o.phone ?? null,
        o.lat ?? null,
        o.lon ?? null,
        o.postalCode ?? null,
        o.address ?? null,
        o.addressDetail ?? null,
      ],
    );
    ids.set(o.name, row?.id ?? 0);
  }
  return ids;
}

/** One account for each group type and role, in the first organisation of its type. Every installation has passwords of its own. */
export async function addAccounts(tx: EntityManager, ids: Ids, draw: Draw): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const groupType of groupTypes) {
    const organization = organizations.find((o) => o.type === groupType);
    if (organization === undefined) throw new Error(`no demo organisation of type ${groupType}`);
    for (const role of roles) {
      const id = `${groupType.toLowerCase().replaceAll('_', '').slice(0, 18)}${role === 'ADMIN' ? 1 : 2}`;
      accounts.push({
        id,
        password: `Hl-${randomBytes(7).toString('base64url')}7a`,
        groupType,
        role,
        organization: organization.name,
      });
    }
  }
  const hashes = await Promise.all(accounts.map((a) => hashPassword(a.password)));
  for (const [i, { id, role, groupType, organization }] of accounts.entries()) {
    await tx.query(
      `INSERT INTO user_account (login_id, name, email, phone, password_hash, role, group_type, organization_id, joined_at, postal_code, address, address_detail)
       SELECT $1, $2, $3, $4, $5, $6, $7, id, now(), postal_code, address, address_detail FROM organization WHERE id = $8`,
      [
        id,
        koreanName(draw),
        `${id}@demo.korea.kr`,
        `010-5555-${1000 + i}`,
        hashes[i],
        role,
        groupType,
        idOf(ids, organization),
      ],
    );
  }
  return accounts;
}

/** People who were invited just now; their e-mails wait to be sent, with links that open. */
export async function addInvitations(tx: EntityManager, ids: Ids, url: string, now: Date): Promise<void> {
  for (const { name, email, phone, role, groupType, organization } of invitations) {
    const [row] = await tx.query<{ id: number }[]>(
      'INSERT INTO user_account (name, email, phone, role, group_type, organization_id, invited_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id',
      [name, email, phone, role, groupType, idOf(ids, organization), now],
    );
    const { id } = row as { id: number };
    const token = newRandomToken();
    const [link] = await tx.query<{ id: number }[]>(
      "INSERT INTO account_link (purpose, user_id, token_hash, email, created_at, expires_at) VALUES ('join', $1, $2, $3, $4, $4::timestamptz + interval '1 day') RETURNING id",
      [id, hashToken(token), email, now],
    );
    const text = formatMessage('ko', 'accountMessage.join', { name, organization, link: `${url}/join?token=${token}` });
    await tx.query(
      `INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, title, text, secret, next_try_at, created_at, changed_at)
       VALUES ($1, 'account', $2, $3, 'email', $4, $5, $6, $7, true, $8, $8, $8)`,
      [
        `join:${link?.id}`,
        id,
        idOf(ids, organization),
        name,
        email,
        formatMessage('ko', 'accountMessage.joinTitle'),
        text,
        now,
      ],
    );
  }
}

/** The fleet first, then those left alone. */
export async function addMachines(tx: EntityManager, ids: Ids, draw: Draw, now: Date): Promise<Machine[]> {
  const modelIds = await addModels(tx, now);
  const sellers = organizations.filter((o) => o.fields !== undefined);
  const nearby = { KR: sellers.filter((o) => (o.lon ?? 0) > 0), US: sellers.filter((o) => (o.lon ?? 0) < 0) };
  const pool = models.flatMap((m) => Array<(typeof models)[number]>(m.share).fill(m));
  const machines: Machine[] = [];
  for (let n = 0; n < fleetSize + leftAlone; n++) {
    const region = n < fleetSize && n % 4 === 3 ? 'US' : 'KR';
    const dealer = draw.of(nearby[region]);
    const model = draw.of(pool);
    const serial = String(1000 + n * 37).padStart(6, '0');
    const machine: Omit<Machine, 'engineHours'> = {
      deviceId: `HD${region}-${String(n + 1).padStart(5, '0')}`,
      secret: newDeviceSecret(),
      type: draw.chance(0.7) ? 1 : 2,
      vin: `HD${model.machine === 'tractor' ? 'L' : 'E'}${model.code}${region === 'KR' ? 'NSK' : 'NUS'}${serial}`,
      model: model.name,
      machine: model.machine,
      region,
      ...somewhereIn(dealer.fields ?? { lat: 0, lon: 0, radiusKm: 0 }, draw),
    };
    const engineHours = await addMachine(
      tx,
      machine,
      { ...model, id: idOf(modelIds, model.name) },
      idOf(ids, dealer.name),
      draw,
    );
    machines.push({ ...machine, engineHours });
  }
  await addUnits(tx, modelIds, ids);
  return machines;
}

async function addModels(tx: EntityManager, now: Date): Promise<Ids> {
  const ids = new Map<string, number>();
  const thresholds = { x: 45, y: 45, z: 60 };
  for (const m of models) {
    const [row] = await tx.query<{ id: number }[]>(
      'INSERT INTO model (name, type, machine, release_year, horsepower, remote_control, rollover, description) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id',
      [
        m.name,
        m.type,
        m.machine,
        m.year,
        m.horsepower,
        m.remote,
        { 1: thresholds, 2: thresholds },
        `${m.horsepower}마력 ${m.machine === 'tractor' ? '트랙터' : '굴착기'}`,
      ],
    );
    const { id } = row as { id: number };
    ids.set(m.name, id);
    await saveSet(
      tx,
      id,
      consumablesOf(m).map((item) => ({ id: null, ...item })),
      now,
      'UTC',
    );
  }
  return ids;
}

/** Returns its meter after that many days with its customer. */
async function addMachine(
  tx: EntityManager,
  m: Omit<Machine, 'engineHours'>,
  model: { id: number; year: number; horsepower: number; transmission: string },
  dealerId: number,
  draw: Draw,
): Promise<number> {
  const name =
    m.region === 'KR' ? koreanName(draw) : `${draw.of(americanNames.given)} ${draw.of(americanNames.family)}`;
  const phone = m.region === 'KR' ? `010-5555-${draw.digits(4)}` : `+1202555${`01${draw.digits(2)}`}`;
  const [customer] = await tx.query<{ id: number }[]>(
    'INSERT INTO customer (name, phone) VALUES ($1, $2) RETURNING id',
    [name, phone],
  );
  await tx.query(
    'INSERT INTO device (id, secret_hash, type, sim, activation, interval_s, config_wanted_at) VALUES ($1, $2, $3, $4, $5, $6, now())',
    [
      m.deviceId,
      hashDeviceSecret(m.secret),
      m.type,
      `8982${draw.digits(12)}`,
      `010${draw.digits(8)}`,
      draw.chance(0.8) ? 30 : 60,
    ],
  );
  const ageDays = 60 + Math.floor(draw.next() * 900);
  await tx.query(
    `INSERT INTO vehicle (vin, model_id, organization_id, customer_id, device_id, release_year, horsepower, transmission, matched_on, shipped_on, sold_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, current_date - $9::int, current_date - $9::int + 10, current_date - $9::int + 30)`,
    [m.vin, model.id, dealerId, customer?.id, m.deviceId, model.year, model.horsepower, model.transmission, ageDays],
  );
  await tx.query(
    'INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at) SELECT device_id, id, matched_on, matched_on::timestamptz FROM vehicle WHERE vin = $1',
    [m.vin],
  );
  // a draw of its own: the business is the same as before machines had hours
  return Math.round((ageDays - 30) * (0.6 + 1.3 * pseudoRandom(ageDays).next()) * 10) / 10;
}

function somewhereIn({ lat, lon, radiusKm }: Fields, draw: Draw): { lat: number; lon: number } {
  const bearing = 2 * Math.PI * draw.next();
  const km = radiusKm * Math.sqrt(draw.next());
  const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
  return {
    lat: round(lat + (km * Math.cos(bearing)) / 111.32),
    lon: round(lon + (km * Math.sin(bearing)) / (111.32 * Math.cos((lat * Math.PI) / 180))),
  };
}

const koreanName = (draw: Draw): string => draw.of(koreanNames.family) + draw.of(koreanNames.given);
