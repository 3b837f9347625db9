import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { groupTypes, roles } from '@headland/contracts/access';
import { CategoryBody } from '@headland/contracts/category';
import { deviceIdPattern } from '@headland/contracts/device/envelope';
import { emailIn } from '@headland/contracts/fields';
import { ChangeOrganizationBody } from '@headland/contracts/organization';
import { PartBody } from '@headland/contracts/part';
import { inShop } from '@headland/contracts/shop';
import { ShopBannerBody } from '@headland/contracts/shop-banner';
import { ChangeUserBody } from '@headland/contracts/user';
import { distanceKm } from '@headland/domain/geo';
import { parseFirmware } from '@headland/domain/reprogram/firmware';
import { migrate } from '../migrate';
import { ConfigSchema, type Config } from '../platform/config';
import { openDataSource } from '../platform/database/data-source';
import { verifyDeviceSecret } from '../platform/mqtt/device-secret';
import { verifyPassword } from '../platform/password';
import { hashToken } from '../platform/random-token';
import { FileStore } from '../platform/files/file-store';
import { fleetSize, leftAlone } from './demo-business';

/** For tools and tests; written by a start. */
const Demo = z.strictObject({
  url: z.url(),
  openapi: z.url(),
  mqtt: z.strictObject({ host: z.string(), port: z.number() }),
  accounts: z.array(
    z.strictObject({
      id: z.string().regex(/^[A-Za-z0-9]{4,20}$/),
      password: z.string().min(8).max(20),
      groupType: z.enum(groupTypes),
      role: z.enum(roles),
      organization: z.string(),
    }),
  ),
  devices: z.array(
    z.strictObject({
      id: z.string().regex(deviceIdPattern),
      secret: z.string().min(24),
      vin: z.string().length(17),
      model: z.string(),
    }),
  ),
  mailbox: z.url(),
  kiosk: z.string().min(32),
});
const Fleet = z.array(
  z.strictObject({
    id: z.string().regex(deviceIdPattern),
    secret: z.string(),
    type: z.literal([1, 2]),
    lat: z.number(),
    lon: z.number(),
    machine: z.enum(['tractor', 'excavator']),
    region: z.enum(['KR', 'US']),
    engineHours: z.number().min(10).max(2000),
    odometer: z.number().optional(),
    fuelUsed: z.number().optional(),
  }),
);

const admin = process.env.TEST_DATABASE_URL ?? '';
const log = pino({ level: 'silent' });
const folders: string[] = [];
const databases: string[] = [];

function install(): Config {
  const folder = mkdtempSync(join(tmpdir(), 'headland-seed-'));
  const name = `seed_${randomBytes(6).toString('hex')}`;
  folders.push(folder);
  databases.push(name);
  // the database does not exist yet
  return {
    ...ConfigSchema.parse({
      RUN: 'migrate',
      SEED: 'demo',
      DATABASE_URL: Object.assign(new URL(admin), { pathname: `/${name}` }).toString(),
      MQTT_URL: 'mqtt://broker.test:1999',
      MQTT_PASSWORD: 'not-used-here',
      JWT_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'http://localhost:3456',
    }),
    DATA_DIR: join(folder, 'data'),
  };
}
const read = <S extends z.ZodType>(config: Config, name: string, schema: S): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(join(config.DATA_DIR, name), 'utf8')));

let config: Config;
let database: DataSource;
beforeAll(async () => {
  config = install();
  await migrate(config, log);
  database = await openDataSource(config);
}, 180_000);
afterAll(async () => {
  await database?.destroy();
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const count = async (sql: string): Promise<number> =>
  Number((await database.query<{ n: string }[]>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n);

describe('a first start', () => {
  it('leaves an account for each group type and role that can log in', async () => {
    const demo = read(config, 'demo.json', Demo);
    expect(demo).toMatchObject({
      url: 'http://localhost:3456',
      openapi: 'http://localhost:3456/api/openapi.json',
      mqtt: { host: 'broker.test', port: 1999 },
    });
    expect(demo.accounts.map((a) => `${a.groupType} ${a.role}`)).toEqual(
      groupTypes.flatMap((g) => roles.map((r) => `${g} ${r}`)),
    );
    for (const account of demo.accounts) {
      const [row] = await database.query<
        { password_hash: string; group_type: string; type: string; organization: string }[]
      >(
        'SELECT u.password_hash, u.group_type, o.type, o.name AS organization FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE login_id = $1',
        [account.id],
      );
      expect(row).toMatchObject({
        group_type: account.groupType,
        type: account.groupType,
        organization: account.organization,
      });
    }
    const { id, password } = demo.accounts[0] ?? { id: '', password: '' };
    const [first] = await database.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM user_account WHERE login_id = $1',
      [id],
    );
    expect(await verifyPassword(password, first?.password_hash ?? null)).toBe(true);
    expect(new Set(demo.accounts.map((a) => a.password)).size).toBe(28);
    expect(await count(`kiosk WHERE token_hash = '${hashToken(demo.kiosk)}' AND revoked_at IS NULL`)).toBe(1);
  });

  it('fills in what the forms of users and organisations ask for', async () => {
    const users = await database.query<Record<string, unknown>[]>(
      'SELECT * FROM user_account WHERE login_id IS NOT NULL',
    );
    const forms = users.map((u) => ({
      ...u,
      groupType: u.group_type,
      organizationId: u.organization_id,
      postalCode: u.postal_code,
      addressDetail: u.address_detail,
    }));
    for (const form of forms) expect(ChangeUserBody.safeParse(form).error, JSON.stringify(form)).toBeUndefined();
    expect(users.filter((u) => u.joined_at === null || !emailIn(String(u.email), config.EMAIL_DOMAINS))).toEqual([]);
    const rows = await database.query<Record<string, unknown>[]>('SELECT * FROM organization');
    for (const o of rows) {
      const form = {
        ...o,
        parentId: o.parent_id,
        erpCode: o.erp_code,
        postalCode: o.postal_code,
        addressDetail: o.address_detail,
      };
      expect(ChangeOrganizationBody.safeParse(form).error, JSON.stringify(form)).toBeUndefined();
    }
    expect(rows.filter((o) => o.address === null)).toEqual([]);
  });

  it('has two open invitations, whose links wait to be sent', async () => {
    const invited = await database.query<{ token_hash: string; text: string }[]>(
      `SELECT l.token_hash, d.text FROM user_account u JOIN account_link l ON l.user_id = u.id JOIN delivery d ON d.subject = 'account' AND d.subject_id = u.id
       WHERE u.login_id IS NULL AND u.joined_at IS NULL AND u.invited_at IS NOT NULL AND l.expires_at > now() AND d.state = 'queued' AND d.secret`,
    );
    expect(invited).toHaveLength(2);
    for (const { token_hash, text } of invited)
      expect(hashToken(/^http:\/\/localhost:3456\/join\?token=([\w-]+)$/mu.exec(text)?.[1] ?? '')).toBe(token_hash);
  });

  it('keeps its secrets to its owner', () => {
    for (const name of ['demo.json', 'fleet.json'])
      expect(statSync(join(config.DATA_DIR, name)).mode & 0o777).toBe(0o600);
  });

  it('registers a fleet and leaves ten devices alone, each with a secret of its own', async () => {
    const demo = read(config, 'demo.json', Demo);
    const fleet = read(config, 'fleet.json', Fleet);
    expect([fleet.length, fleet.filter((f) => f.region === 'US').length, demo.devices.length]).toEqual([200, 50, 10]);
    expect(fleet.filter((f) => demo.devices.some((d) => d.id === f.id))).toEqual([]);
    for (const { id, secret } of [...fleet, ...demo.devices]) {
      const [row] = await database.query<{ secret_hash: string; vin: string | null }[]>(
        'SELECT d.secret_hash, v.vin FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE d.id = $1',
        [id],
      );
      expect(verifyDeviceSecret(secret, row?.secret_hash ?? ''), id).toBe(true);
      expect(row?.vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
    }
    expect(new Set([...fleet, ...demo.devices].map((d) => d.secret)).size).toBe(210);
    expect([
      await count('vehicle WHERE device_id IS NULL'),
      await count('device d WHERE NOT EXISTS (SELECT 1 FROM vehicle WHERE device_id = d.id)'),
      await count(
        'vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id WHERE v.device_id = ANY(ARRAY[' +
          demo.devices.map((d) => `'${d.id}'`).join(',') +
          ']) AND s.last_seen_at IS NOT NULL',
      ),
    ]).toEqual([1, 2, 0]);
    // what is not shipped is at the factory, the others at a dealer
    expect(
      await count(
        "vehicle v JOIN organization o ON o.id = v.organization_id WHERE (o.type IN ('AGENCY', 'DEALER')) <> (v.shipped_on IS NOT NULL) OR v.shipped_on < v.matched_on",
      ),
    ).toBe(0);
  });

  it('puts every machine near the dealer who sold it', async () => {
    for (const machine of read(config, 'fleet.json', Fleet)) {
      const [dealer] = await database.query<{ lat: number; lon: number }[]>(
        'SELECT o.lat, o.lon FROM vehicle v JOIN organization o ON o.id = v.organization_id WHERE v.device_id = $1',
        [machine.id],
      );
      expect(distanceKm(machine, dealer ?? { lat: 0, lon: 0 })).toBeLessThan(45);
      expect(machine.lon > 0).toBe(machine.region === 'KR');
    }
  });

  it('ends yesterday with the meters that its machines begin today with', async () => {
    const ends = await database.query<{ key: number; odometer: number; fuelUsed: number; engineHours: number }[]>(
      `SELECT DISTINCT ON (device_key) device_key AS key, odometer, fuel_used AS "fuelUsed", engine_hours AS "engineHours"
       FROM telemetry ORDER BY device_key, ts DESC`,
    );
    const devices = await database.query<{ key: number; id: string }[]>('SELECT key, id FROM device');
    const ids = new Map(devices.map(({ key, id }) => [key, id]));
    const fleet = new Map(read(config, 'fleet.json', Fleet).map((machine) => [machine.id, machine]));
    expect(ends).toHaveLength(20);
    for (const { key, ...meters } of ends) expect(fleet.get(ids.get(key) ?? '')).toMatchObject(meters);
  });

  it('has a yesterday: tracks, and calls and faults that came to their end', async () => {
    expect(await count('(SELECT DISTINCT vehicle_id FROM telemetry) t')).toBe(20);
    expect(await count('telemetry_default')).toBe(0);
    expect(await count('telemetry WHERE ts > now() OR lat IS NULL')).toBe(0);
    expect(await count("fault_report WHERE status IN ('repairCompleted', 'processingCompleted')")).toBe(23);
    expect(await count("fault_report WHERE status = 'accepted'")).toBe(4);
    // one of them is in no catalogue
    expect(await count('fault_report WHERE NOT known')).toBe(1);
    expect(
      await database.query('SELECT type, status, count(*)::int AS n FROM sos_call GROUP BY 1, 2 ORDER BY type'),
    ).toEqual([
      { type: 'button', status: 'falseAlarm', n: 2 },
      { type: 'rollover', status: 'resolved', n: 4 },
    ]);
    expect(await count('event_log a JOIN event_log b ON a.number < b.number AND a.at > b.at')).toBe(0);
    // they cause no notification
    expect(await count("log_reader r WHERE name = 'policies' AND number = (SELECT max(number) FROM event_log)")).toBe(
      1,
    );
    expect(await count('vehicle_state WHERE open_sos <> 0 OR sos_raised')).toBe(0);
  });

  it('has a fortnight for the dashboard, counted by the rule of the statistics, with something on every day', async () => {
    const days = await database.query<{ ran: number; vehicles: number; km: number; occurred: number }[]>(
      `SELECT sum(vehicles_on)::int AS ran, sum(vehicles)::int AS vehicles, sum(faults_occurred)::int AS occurred, (SELECT sum(km) FROM vehicle_day v WHERE v.zone_id = o.zone_id AND v.day = o.day) AS km
       FROM organization_day o JOIN figures_zone z ON z.id = o.zone_id WHERE z.name = 'Asia/Seoul' GROUP BY o.zone_id, o.day ORDER BY o.day`,
    );
    expect(days).toHaveLength(14);
    for (const { ran, vehicles, km } of days) {
      expect(ran).toBeGreaterThan(5);
      // the units that were built since are not of all days
      expect(vehicles).toBeGreaterThanOrEqual(fleetSize + leftAlone);
      expect(km / ran).toBeGreaterThan(5);
      expect(km / ran).toBeLessThan(60);
    }
    expect(days.reduce((n, d) => n + d.occurred, 0)).toBeGreaterThan(20);
    // what is stored of yesterday came to the same
    expect(await count('vehicle_quarter q WHERE q.idle_ms + q.work_ms + q.drive_ms > 900000 OR q.km > 15')).toBe(0);
    expect(await count('sale WHERE sold_on >= current_date - 14 AND registered_at < now()')).toBeGreaterThan(10);
    expect(await count('customer WHERE joined_at > now()')).toBe(0);
    expect((await count('late_telemetry')) + (await count('late_figures'))).toBe(0);
  });

  it('has a month of remote service: sessions, tests that passed and failed by what they measured, recordings, codes that were cleared', async () => {
    const tests = await database.query<{ test: string; verdict: string | null; state: string }[]>(
      'SELECT test, verdict, state FROM diagnosis_test ORDER BY id',
    );
    expect(tests.filter((t) => t.verdict === 'pass').length).toBeGreaterThan(8);
    expect(tests.filter((t) => t.verdict === 'fail').length).toBeGreaterThan(7);
    // what was made is judged, never half so; one was stopped by hand
    expect(tests.filter((t) => t.verdict === 'incomplete')).toEqual([]);
    expect(tests.filter((t) => t.verdict === null)).toEqual([{ test: 'runup', verdict: null, state: 'fail' }]);
    expect(new Set(tests.filter((t) => t.verdict === 'fail').map((t) => t.test)).size).toBeGreaterThan(7);
    expect(await count('diagnosis_session WHERE ended_at IS NULL OR opened_at > now()')).toBe(0);
    expect(await count("diagnosis_session WHERE kind = 'remote'")).toBe(13);
    expect(await count("diagnosis_request WHERE op = 'clearFaults' AND answer->'cleared' <> '[]'")).toBe(3);
    expect(
      await count(
        'diagnosis_recording r WHERE row_count <> (SELECT count(*) FROM diagnosis_rows WHERE recording_id = r.id)',
      ),
    ).toBe(0);
    expect(await count('diagnosis_recording')).toBe(4);
    expect(await count('vehicle WHERE last_session_at IS NOT NULL')).toBeGreaterThan(5);
    // the last program but one of a machine that has the same test twice: something to compare
    expect(
      await count('(SELECT 1 FROM diagnosis_test GROUP BY vehicle_id, test HAVING count(*) > 1) AS twice'),
    ).toBeGreaterThan(2);
  });

  it('has programs in the library that are signed and there, and runs of every end with their log', async () => {
    const files = await database.query<
      { file_id: string; name: string; bytes: number; sha256: string; signature: string }[]
    >('SELECT file_id, name, bytes, sha256, signature FROM flash_file ORDER BY id');
    expect(files).toHaveLength(7);
    // one of each kind of an unknown make, which bear no signature before a second person has confirmed what was stated of them
    expect(
      await database.query(
        "SELECT name, stated_name IS NOT NULL AS stated, confirmed_by FROM flash_file WHERE signature = '' ORDER BY id",
      ),
    ).toEqual(
      ['maker-dcu-1.5.0.ddr', 'm4-t3-04.05.s19', 'm4-t3-04.06.ulp'].map((name) => ({
        name,
        stated: true,
        confirmed_by: null,
      })),
    );
    const store = new FileStore(database, config);
    for (const { file_id, name, bytes, sha256, signature } of files) {
      const content = await store.read(file_id);
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
      expect(parseFirmware(name, content)).toMatchObject({
        ok: true,
        firmware: { header: signature === '' ? null : (expect.stringMatching(/^headland-/u) as string) },
      });
    }
    expect(
      await database.query('SELECT state, count(*)::int AS n FROM flash_run GROUP BY state ORDER BY state'),
    ).toEqual([
      { state: 'cancelled', n: 1 },
      { state: 'done', n: 5 },
      { state: 'expired', n: 1 },
      { state: 'failed', n: 1 },
      { state: 'refused', n: 2 },
    ]);
    // completed: reported by the controller itself
    expect(
      await count(
        "flash_run r JOIN flash_file f ON f.id = r.file_id WHERE (r.state = 'done') <> (r.running_version IS NOT DISTINCT FROM f.version)",
      ),
    ).toBe(0);
    expect(
      await count(
        "flash_run r WHERE NOT EXISTS (SELECT 1 FROM event_log e WHERE e.name = 'flash.changed' AND (e.payload->>'runId')::int = r.id AND e.payload->>'state' = r.state)",
      ),
    ).toBe(0);
  });

  it('has a roll-out that has ended with its time and one that waits for a second account, with what was decided of them', async () => {
    expect(
      await database.query('SELECT state, wave, approved_by IS NOT NULL AS approved FROM roll_out ORDER BY id'),
    ).toEqual([
      { state: 'expired', wave: 1, approved: true },
      { state: 'waitsForApproval', wave: 0, approved: false },
    ]);
    expect(
      await count('roll_out_vehicle i JOIN flash_run r ON r.id = i.run_id AND r.roll_out_id = i.roll_out_id'),
    ).toBe(3);
    expect(
      await count(
        "roll_out_step s WHERE NOT EXISTS (SELECT 1 FROM event_log e WHERE e.name = 'rollOut.changed' AND e.payload->>'step' = s.step)",
      ),
    ).toBe(0);
  });

  it('has transfers in every status, whose machines are their owner’s and whose link opens as long as it may', async () => {
    expect(
      await database.query('SELECT status, count(*)::int AS n FROM owner_transfer GROUP BY status ORDER BY status'),
    ).toEqual([
      { status: 'accepted', n: 3 },
      { status: 'approved', n: 2 },
      { status: 'rejected', n: 3 },
      { status: 'requested', n: 2 },
    ]);
    expect(
      await count(
        "owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id WHERE v.customer_id <> CASE t.status WHEN 'approved' THEN t.to_customer_id ELSE t.from_customer_id END",
      ),
    ).toBe(0);
    expect(await count("owner_transfer WHERE decided_at IS NULL AND due_at < now() + interval '12 hours'")).toBe(0);
    expect(await count('rdi_document r WHERE r.expires_at > now() AND r.size > 1000')).toBe(1);
    expect(
      await count(
        'vehicle v WHERE v.customer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vehicle_owner w WHERE w.vehicle_id = v.id AND w.customer_id = v.customer_id AND w.until IS NULL)',
      ),
    ).toBe(0);
  });

  it('has service jobs in every state, with what was written into engines and by whose word', async () => {
    expect(
      await database.query('SELECT state, count(*)::int AS n FROM service_job GROUP BY state ORDER BY state'),
    ).toEqual([
      { state: 'closed', n: 4 },
      { state: 'inProgress', n: 1 },
      { state: 'open', n: 2 },
    ]);
    expect(await count('service_job WHERE fault_id IS NOT NULL')).toBe(1);
    expect(await count('service_job WHERE NOT newest')).toBe(1);
    expect(
      await count(
        "service_write w JOIN diagnosis_test t ON t.id = w.test_id WHERE t.verdict = 'pass' AND t.test = w.item",
      ),
    ).toBe(2);
    expect(await count('service_write WHERE approval_id IS NOT NULL')).toBe(1);
  });

  it('has consumables in every state, with what was done on the machines since they were sold', async () => {
    expect(await count('model m WHERE (SELECT count(*) FROM consumable_item WHERE model_id = m.id) < 8')).toBe(0);
    // one cycle of each item runs on each vehicle, the unsold one included
    expect(await count("consumable_cycle WHERE state IN ('safe', 'imminent', 'exceeded')")).toBe(
      await count('vehicle v JOIN consumable_item i ON i.model_id = v.model_id WHERE i.ended_at IS NULL'),
    );
    const running = await count("consumable_cycle WHERE state IN ('safe', 'imminent', 'exceeded')");
    const [imminent, exceeded] = [
      await count("consumable_cycle WHERE state = 'imminent'"),
      await count("consumable_cycle WHERE state = 'exceeded'"),
    ];
    expect(imminent).toBeGreaterThan(2);
    expect(exceeded).toBeGreaterThan(2);
    expect(imminent + exceeded).toBeLessThan(running / 10);
    // each cycle begins where the one before it was closed, none in the future
    expect(await count("consumable_cycle WHERE state = 'closed'")).toBeGreaterThan(1000);
    expect(
      await count(
        `consumable_cycle c WHERE number > 1 AND NOT EXISTS (SELECT 1 FROM consumable_cycle b WHERE b.vehicle_id = c.vehicle_id AND b.item_id = c.item_id AND b.number = c.number - 1
           AND b.state = 'closed' AND b.closed_hours = c.started_hours AND b.closed_on = c.started_on)`,
      ),
    ).toBe(0);
    expect(await count('consumable_cycle WHERE started_on > current_date + 1')).toBe(0);
  });

  it('has a shop that the forms would take as it is, with a part for each consumable that it offers', async () => {
    const shop = (table: string, kind: string): Promise<{ row: Record<string, unknown> }[]> =>
      database.query(
        `SELECT to_jsonb(s) || jsonb_build_object('images', (SELECT json_agg(json_build_object('id', i.image_id, 'alt', i.alt)) FROM content_image i WHERE i.record_id = s.id AND i.kind = $1)) AS row
         FROM ${table} s`,
        [kind],
      );
    const bodies = [
      [CategoryBody, await shop('shop_category', 'category')],
      [PartBody, await shop('part', 'part')],
      [ShopBannerBody, await shop('shop_banner', 'shopBanner')],
    ] as const;
    for (const [schema, rows] of bodies) {
      expect(rows.length).toBeGreaterThan(3);
      for (const { row } of rows) {
        const body = Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name.replace(/_(.)/gu, (_, letter: string) => letter.toUpperCase()),
            value,
          ]),
        );
        const asForm = {
          ...body,
          posting: body.startOn == null ? 'noLimit' : 'dates',
          modelIds: schema === PartBody && (body.modelIds as number[]).length === 0 ? 'all' : body.modelIds,
        };
        expect(schema.safeParse(asForm), JSON.stringify(body)).toMatchObject({ success: true });
        expect(inShop(String(body.url), config.SHOP_HOST)).toBe(true);
      }
    }
    expect(
      await count(
        'part p WHERE item IS NOT NULL AND NOT EXISTS (SELECT 1 FROM consumable_item i WHERE i.name = p.item)',
      ),
    ).toBe(0);
    expect(
      await count("consumable_cycle c JOIN part p ON p.code = c.part_code WHERE c.state = 'closed'"),
    ).toBeGreaterThan(100);
  });
});

describe('a second start', () => {
  it('changes nothing', async () => {
    const before = [
      readFileSync(join(config.DATA_DIR, 'demo.json'), 'utf8'),
      await count('vehicle'),
      await count('event_log'),
    ];
    await migrate(config, log);
    expect([
      readFileSync(join(config.DATA_DIR, 'demo.json'), 'utf8'),
      await count('vehicle'),
      await count('event_log'),
    ]).toEqual(before);
  });

  it('at the same time as the first, on an empty database, loads the data once', async () => {
    const other = install();
    await migrate({ ...other, SEED: 'none' }, log);
    await Promise.all([migrate(other, log), migrate(other, log)]);
    const [mine, theirs] = [read(config, 'demo.json', Demo), read(other, 'demo.json', Demo)];
    // the same data at every installation, with different secrets
    expect(theirs.devices.map((d) => [d.id, d.vin, d.model])).toEqual(mine.devices.map((d) => [d.id, d.vin, d.model]));
    expect(read(other, 'fleet.json', Fleet).map((f) => [f.id, f.lat, f.lon])).toEqual(
      read(config, 'fleet.json', Fleet).map((f) => [f.id, f.lat, f.lon]),
    );
    expect(theirs.accounts[0]?.password).not.toBe(mine.accounts[0]?.password);
    expect(theirs.devices[0]?.secret).not.toBe(mine.devices[0]?.secret);
  });

  it('after one that was interrupted while it loaded the data says so, and does not go on with a part of it', async () => {
    const other = install();
    await migrate({ ...other, SEED: 'none' }, log);
    const client = new pg.Client({ connectionString: other.DATABASE_URL });
    await client.connect();
    await client.query('ALTER TABLE faq RENAME TO faq_of_later');
    await expect(migrate(other, log)).rejects.toThrow('faq');
    await client.query('ALTER TABLE faq_of_later RENAME TO faq');
    await client.end();
    await expect(migrate(other, log)).rejects.toThrow(/The demo data is incomplete: .*npm run lab -- reset/u);
  });

  it('asked for a first administrator, says why there is no link', async () => {
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await migrate({ ...config, FIRST_ADMIN_EMAIL: 'first@korea.kr' }, log);
    const words = print.mock.calls.map(([text]) => String(text)).join('');
    print.mockRestore();
    expect(words).toContain('Members have joined already, so no sign-up link is made');
  });
});
