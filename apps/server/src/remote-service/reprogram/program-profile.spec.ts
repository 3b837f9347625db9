import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { programProfiles } from '@headland/contracts/profile';
import { type FlashFile, type ProgramStatement, reprogram } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { checksum } from '@headland/domain/checksum';
import { signedText } from '@headland/domain/reprogram/offer';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { aProgram, givenFile, spokeOf, standParked } from '../../testing/flash-device';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Programs of a manufacturer whose headers an administrator describes at run time: docs/examples/program-profile.json.
let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'second', string>;
let vehicle: MadeVehicle;

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, RemoteServiceModule], {
    config: { RUN: ['api'] },
  });
  at = await makeOrganizations(server.database);
  const login = async (name: string) =>
    server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice, { name }));
  tokens = { head: await login('Kim Minsu'), second: await login('Lee Sora') };
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await standParked(server.database, vehicle);
  await spokeOf(server.database, vehicle, at.nami);
});

interface Profile {
  headers: { id: string; read: Record<string, object>; checks?: object[] }[];
  calibrations: object[];
  [part: string]: unknown;
}
const example = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../docs/examples/program-profile.json'), 'utf8'),
) as Profile;
const changed = (change: (profile: Profile) => void): Profile => {
  const profile = structuredClone(example);
  change(profile);
  return profile;
};
const inUse = async (): Promise<number> =>
  (await server.call(programProfiles.versions, {}, tokens.head)).find((v) => v.inUse)?.version ?? 0;
const use = async (version: number): Promise<void> =>
  void (await server.call(programProfiles.use, { params: { version }, body: { inUse: await inUse() } }, tokens.head));
/** Loads and uses it; one that is kept already is used again. */
async function put(profile: Profile): Promise<number> {
  const file = givenFile({ name: 'maker.json', bytes: new TextEncoder().encode(JSON.stringify(profile)) });
  const version = await server.call(programProfiles.load, { file }, tokens.head).then(
    (v) => v.version,
    (no: unknown) =>
      no instanceof Refused && no.error.code === 'PROFILE_SAME'
        ? Number(no.error.values?.version)
        : Promise.reject(no as Error),
  );
  await use(version);
  return version;
}

let made = 0;
const codes = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));
/** A file in Acme's format: little-endian numbers, a checksum over all of it. Another content each time. */
function acmeUlp(hardware = 24): { name: string; bytes: Uint8Array } {
  const bytes = Uint8Array.from({ length: 500 }, (_, i) => (i < 32 ? 0 : (i * 7 + made) & 0xff));
  made++;
  bytes.set([0xac, 0xe5, 496 & 0xff, 496 >> 8, 0, 0, hardware, 0x20, 0x26, 0x04, 0x12, 1, 2, 3], 2);
  const sum = checksum('SUM-16', bytes);
  bytes.set([sum & 0xff, sum >> 8]);
  return { name: `acme-${made}.ulp`, bytes };
}
/** A file in Bolt's format: blank-padded texts, a CRC-16 of the content. */
function boltDdr(calibration = 'DCAL-U2-0112'): { name: string; bytes: Uint8Array } {
  const content = Uint8Array.from({ length: 300 }, (_, i) => (i * 5 + made) & 0xff);
  made++;
  const crc = checksum('CRC-16/IBM-3740', content);
  const header = `BOLT${'HL-D24'.padEnd(16)}${calibration.padEnd(16)}${'DS-2.0'.padEnd(16)}`.padEnd(62, '\0');
  return { name: `bolt-${made}.ddr`, bytes: Uint8Array.from([...codes(header), crc >> 8, crc & 0xff, ...content]) };
}
/** A header record of Acme before a record of data. */
function acmeS19(): { name: string; bytes: Uint8Array } {
  const record = (type: number, body: readonly number[]): string => {
    const all = [body.length + 1, ...body];
    const sum = ~all.reduce((s, b) => s + b, 0) & 0xff;
    return `S${type}${[...all, sum].map((b) => b.toString(16).toUpperCase().padStart(2, '0')).join('')}`;
  };
  made++;
  const text = [
    record(0, [0, 0, ...codes('MOT;HL-D24;3.2.1;CAL-D24-0412')]),
    record(1, [0x10, 0, made >> 8, made & 0xff]),
    record(9, [0x10, 0]),
    '',
  ].join('\n');
  return { name: `acme-${made}.s19`, bytes: Uint8Array.from(codes(text)) };
}
const upload = (
  file: { name: string; bytes: Uint8Array },
  query: Partial<ProgramStatement> = {},
  token = tokens.head,
): Promise<FlashFile> => server.call(reprogram.upload, { query, file: givenFile(file) }, token);
const refused = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (no: unknown) => (no instanceof Refused ? no.error : Promise.reject(no as Error)),
  );
const preflight = async ({ id }: FlashFile) =>
  server.call(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId: id } }, tokens.head);
const missedBy = async (file: FlashFile): Promise<string[]> =>
  (await preflight(file)).checks.filter((c) => c.ok !== true).map((c) => c.check);
const stated: ProgramStatement = { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'by hand' };

describe('programs of a maker', () => {
  it.each([
    ['acme-ulp', acmeUlp, { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-20260412', version: 'SW-3.2.1' }],
    ['acme-s19', acmeS19, { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' }],
    ['bolt-ddr', boltDdr, { target: 'dcu', variant: 'HL-D24', calibration: 'DCAL-U2-0112', version: 'DS-2.0' }],
  ] as const)(
    '%s: stated by hand without a profile, read with one, and signed for that',
    async (header, file, message) => {
      await use(1);
      const before = file();
      expect(await refused(upload(before))).toMatchObject({ code: 'E0001', fields: { target: 'field.req' } });
      const byHand = await upload(before, stated);
      expect(byHand).toMatchObject({ ...stated, readBy: null, stated: { by: 'Kim Minsu', confirmedBy: null } });

      const profile = await put(example);
      const read = await upload(file(), { version: 'ignored' });
      expect(read).toMatchObject({ ...message, readBy: { version: profile, header }, stated: null });
      const [row] = await server.database.query<{ signature: string }[]>(
        'SELECT signature FROM flash_file WHERE id = $1',
        [read.id],
      );
      const { pem } = await server.call(reprogram.key, {}, tokens.head);
      const text = signedText({ ...message, format: read.format, size: read.bytes, sha256: read.sha256 });
      expect(verify(null, Buffer.from(text), createPublicKey(pem), Buffer.from(row?.signature ?? '', 'base64'))).toBe(
        true,
      );
      // what was stated before stays, and still waits for another account
      expect(await upload(before)).toEqual({ ...byHand, stated: { ...byHand.stated, mayConfirm: false } });
    },
  );

  it('keep what was read or stated of them under a profile that does not know them', async () => {
    await put(example);
    const file = acmeUlp();
    const read = await upload(file);
    await use(1);
    const byHand = await upload(boltDdr(), { ...stated, target: 'dcu' });
    await server.call(
      reprogram.confirm,
      { params: { id: byHand.id }, body: { ...stated, target: 'dcu' } },
      tokens.second,
    );
    await put(example);
    await use(1);
    expect(await server.call(reprogram.file, { params: { id: read.id } }, tokens.head)).toEqual(read);
    // uploaded again it is the existing one, and no statement can replace what was read
    expect(await upload(file)).toEqual(read);
    expect(await refused(upload(file, stated))).toMatchObject({ code: 'PROGRAM_CONFIRMED' });
    expect(await server.call(reprogram.file, { params: { id: byHand.id } }, tokens.head)).toMatchObject({
      version: 'by hand',
      stated: { confirmedBy: 'Lee Sora' },
    });
    expect((await preflight(read)).checks.find((c) => c.check === 'signed')?.ok).toBe(true);
  });

  it('that are damaged are refused with their place, the layout and the version of the profile', async () => {
    const profile = await put(example);
    const { name, bytes } = acmeUlp();
    bytes[400] = (bytes[400] ?? 0) ^ 4;
    expect(await refused(upload({ name, bytes }, stated))).toMatchObject({
      code: 'PROGRAM_INVALID',
      values: { fault: 'crc', byte: 0, header: 'acme-ulp', profile },
    });
    expect(await refused(upload(acmeUlp(25)))).toMatchObject({
      code: 'PROGRAM_INVALID',
      values: { fault: 'field', byte: 8 },
    });
    expect(await refused(upload({ ...boltDdr(), name: 'bolt.ulp' }))).toMatchObject({
      code: 'PROGRAM_INVALID',
      values: { fault: 'magic', header: 'bolt-ddr' },
    });
  });

  it('that a profile has read wrongly are corrected by the next one, and signed anew, until something was done with them', async () => {
    const wrongly = changed((p) => {
      const [acme] = p.headers;
      if (acme !== undefined) acme.read = { ...acme.read, variant: { from: 'fixed', value: 'HL-D18' } };
    });
    const first = await put(wrongly);
    const [unused, used] = [acmeUlp(), acmeUlp()];
    const wrong = await upload(unused);
    expect(wrong).toMatchObject({ variant: 'HL-D18', readBy: { version: first } });
    const tried = await upload(used);
    await server.database.query(
      `INSERT INTO flash_run (token, file_id, vehicle_id, device_id, device_key, organization_id, state, blocks, offered_at, expires_at, heard_at, ended_at, by_user, by_name, by_organization, preflight)
       SELECT gen_random_uuid(), $1, $2, $3, $4, $5, 'refused', 1, now(), now(), now(), now(), min(id), 'Kim', 'Head office', '{}' FROM user_account`,
      [tried.id, vehicle.id, vehicle.deviceId, vehicle.deviceKey, at.nami],
    );
    const second = await put(example);
    expect(await upload(unused)).toMatchObject({ id: wrong.id, variant: 'HL-D24', readBy: { version: second } });
    expect(await missedBy(wrong)).toEqual([]);
    expect(await upload(used)).toEqual(tried);
    const [event] = await server.database.query<{ changes: object[] }[]>(
      "SELECT payload->'changes' AS changes FROM event_log WHERE name = 'record.changed' AND payload->>'kind' = 'program' AND payload->>'id' = $1 ORDER BY number",
      [String(wrong.id)],
    );
    expect(event?.changes).toEqual([
      { field: 'readBy', from: `v${first} acme-ulp`, to: `v${second} acme-ulp` },
      { field: 'variant', from: 'HL-D18', to: 'HL-D24' },
    ]);
  });
});

describe('which calibrations go together', () => {
  it('is read by the profile in use, for one vehicle and for a roll-out', async () => {
    await use(1);
    // the machine runs CAL-D24-0388
    const file = await upload(aProgram({ calibration: 'KAL-D24-0412' }));
    const preview = async () =>
      (
        await server.call(
          rollOuts.preview,
          { body: { fileId: file.id, vehicleIds: [vehicle.id], withUnknown: false } },
          tokens.head,
        )
      ).matches;
    expect(await missedBy(file)).toEqual(['calibration']);
    expect(await preview()).toMatchObject({ calibration: 1, fits: 0 });
    await put(
      changed(
        (p) =>
          (p.calibrations = [
            { match: { variant: 'HL-D24' }, by: 'groups', groups: [['CAL-D24-0388', 'KAL-D24-0412']] },
          ]),
      ),
    );
    expect(await missedBy(file)).toEqual([]);
    expect(await preview()).toMatchObject({ calibration: 0, fits: 1 });
    await put(changed((p) => (p.calibrations = [])));
    expect(await missedBy(file)).toEqual(['calibration']);
  });
});
