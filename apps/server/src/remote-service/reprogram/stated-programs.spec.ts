import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FlashFile, type ProgramStatement, reprogram } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { signedText } from '@headland/domain/reprogram/offer';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { aProgram, givenFile, spokeOf, standParked } from '../../testing/flash-device';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Programs without our header: one person states their identification, another one confirms it.
let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'second' | 'staff', string>;
let vehicle: MadeVehicle;
const identity: ProgramStatement = {
  target: 'ecu',
  variant: 'HL-D24',
  calibration: 'CAL-D24-0412',
  version: 'SW 3.2/a',
};

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule, RemoteServiceModule], {
    config: { RUN: ['api'] },
  });
  at = await makeOrganizations(server.database);
  const login = async (role: 'ADMIN' | 'STAFF', name: string) =>
    server.login(await makeAccount(server.database, 'HEAD_OFFICE', role, at.headOffice, { name }));
  tokens = {
    head: await login('ADMIN', 'Kim Minsu'),
    second: await login('ADMIN', 'Lee Sora'),
    staff: await login('STAFF', 'Park Jun'),
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await standParked(server.database, vehicle);
  await spokeOf(server.database, vehicle, at.nami);
});

let made = 0;
/** A new file without our header. */
const foreign = (name: string): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: Uint8Array.from({ length: 5_000 }, (_, i) => (i * 13 + (i === 0 ? ++made : made)) & 0xff),
});
/** A file as srec_cat writes it: its own S0, a count, no end record; a new one each time. */
const foreignS19 = (): { name: string; bytes: Uint8Array } => {
  const record = (type: number, hex: string): string => {
    const body = (hex.length / 2 + 1).toString(16).toUpperCase().padStart(2, '0') + hex;
    const sum = (body.match(/../gu) ?? []).reduce((s, b) => s + Number.parseInt(b, 16), 0);
    return `S${type}${body}${(~sum & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
  };
  const data = record(1, `1000DEAD${(++made).toString(16).toUpperCase().padStart(4, '0')}`);
  const text = [
    'S0220000687474703A2F2F737265636F72642E736F75726365666F7267652E6E65742F1D',
    data,
    'S5030001FB',
    '',
  ].join('\n');
  return { name: `maker-${made}.s19`, bytes: Uint8Array.from(text, (c) => c.charCodeAt(0)) };
};
const srecCat = (name: string): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: Uint8Array.from(readFileSync(join(import.meta.dirname, 'srecord', name))),
});
const upload = (
  file: { name: string; bytes: Uint8Array },
  query: Partial<ProgramStatement> = {},
  token = tokens.head,
): Promise<FlashFile> => server.call(reprogram.upload, { query, file: givenFile(file) }, token);
const confirm = ({ id }: { id: number }, body = identity, token = tokens.second): Promise<FlashFile> =>
  server.call(reprogram.confirm, { params: { id }, body }, token);
const preflight = async ({ id }: { id: number }) =>
  server.call(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId: id } }, tokens.staff);
const start = ({ id }: { id: number }) =>
  server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId: id, vinEnd: vehicle.vin.slice(-4), standsSafe: true } },
    tokens.head,
  );
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: { error: { fields?: object } }) => e.error.fields,
  );
const draft = ({ id }: { id: number }) =>
  server.call(
    rollOuts.create,
    {
      body: {
        name: `Roll-out of ${id}`,
        fileId: id,
        vehicleIds: [vehicle.id],
        firstGroup: 1,
        shares: [100],
        holdHours: null,
        stopShare: 5,
        validUntil: new Date(Date.now() + 86_400_000).toISOString(),
        withUnknown: false,
      },
    },
    tokens.head,
  );

describe('a program without a header of ours', () => {
  it.each(['maker.ulp', 'maker.ddr', 'maker.s19', 'foreign.s19'])(
    '%s is accepted with the stated identity',
    async (name) => {
      const file = name === 'foreign.s19' ? srecCat(name) : name.endsWith('.s19') ? foreignS19() : foreign(name);
      expect(await fieldsOf(upload(file))).toEqual({
        target: 'field.req',
        variant: 'field.req',
        calibration: 'field.req',
        version: 'field.req',
      });
      expect(await fieldsOf(upload(file, { target: 'ecu', variant: 'HL-D24' }))).toEqual({
        calibration: 'field.req',
        version: 'field.req',
      });
      expect(await fieldsOf(upload(file, { ...identity, version: 'a\nb' }))).toEqual({ version: 'field.ascii' });
      const taken = await upload(file, identity);
      expect(taken).toMatchObject({
        ...identity,
        stated: { by: 'Kim Minsu', confirmedBy: null, confirmedAt: null, mayConfirm: false },
      });
      // the same file again is the existing one, visible to those who may confirm it
      expect(await upload(file, {}, tokens.second)).toMatchObject({ id: taken.id, stated: { mayConfirm: true } });
    },
  );

  it('of S-records is refused where a checksum does not hold, whatever is stated', async () => {
    const { name, bytes } = foreignS19();
    const at = bytes.indexOf(10) + 9;
    bytes[at] = bytes[at] === 0x31 ? 0x32 : 0x31;
    const refused = await upload({ name, bytes }, identity).catch(
      (e: { error: { code: string; values: object } }) => e.error,
    );
    expect(refused).toMatchObject({ code: 'PROGRAM_INVALID', values: { fault: 'checksum', line: 2 } });
  });

  it('is not sent before another account has confirmed it, and then has the signature', async () => {
    const file = await upload(foreign('a.ulp'), identity);
    expect((await preflight(file)).checks.filter((c) => c.ok !== true).map((c) => c.check)).toEqual([
      'confirmed',
      'signed',
    ]);
    expect(await refusal(start(file))).toEqual([409, 'FLASH_NOT_READY']);
    expect(await refusal(draft(file))).toEqual([409, 'PROGRAM_UNCONFIRMED']);
    expect(await refusal(confirm(file, identity, tokens.head))).toEqual([403, 'PROGRAM_OWN']);
    expect(await refusal(confirm(file, identity, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(confirm(file, { ...identity, version: 'SW 3.1' }))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await refusal(confirm({ id: 999_999 }))).toEqual([404, 'NOT_FOUND']);
    expect(await confirm(file)).toMatchObject({
      ...identity,
      stated: { by: 'Kim Minsu', confirmedBy: 'Lee Sora', mayConfirm: false },
    });
    expect(await refusal(confirm(file))).toEqual([409, 'PROGRAM_CONFIRMED']);

    const { checks, ok, toVersion } = await preflight(file);
    expect({ ok, toVersion, confirmed: checks.find((c) => c.check === 'confirmed')?.ok }).toEqual({
      ok: true,
      toVersion: identity.version,
      confirmed: true,
    });
    const [row] = await server.database.query<{ signature: string; sha256: string; bytes: number }[]>(
      'SELECT signature, sha256, bytes FROM flash_file WHERE id = $1',
      [file.id],
    );
    const { pem } = await server.call(reprogram.key, {}, tokens.staff);
    const text = signedText({ ...identity, format: 'ulp', size: row?.bytes ?? 0, sha256: row?.sha256 ?? '' });
    expect(verify(null, Buffer.from(text), createPublicKey(pem), Buffer.from(row?.signature ?? '', 'base64'))).toBe(
      true,
    );
    expect(await draft(file)).toMatchObject({ state: 'draft', file: { stated: { confirmedBy: 'Lee Sora' } } });
  });

  it('is compared with the machine by what was stated', async () => {
    const file = await upload(foreign('a.ulp'), { ...identity, variant: 'HL-D18' });
    await confirm(file, { ...identity, variant: 'HL-D18' });
    expect((await preflight(file)).checks.filter((c) => c.ok !== true).map((c) => c.check)).toEqual(['variant']);
  });

  it('is corrected until it is confirmed, and the correcting account becomes its author', async () => {
    const given = foreign('a.ddr');
    const first = await upload(given, { ...identity, version: 'SW 3.2' });
    const corrected = await upload(given, identity, tokens.second);
    expect(corrected).toMatchObject({ id: first.id, ...identity, stated: { by: 'Lee Sora' } });
    expect(await refusal(confirm(first))).toEqual([403, 'PROGRAM_OWN']);
    await confirm(first, identity, tokens.head);
    expect(await refusal(upload(given, { ...identity, version: 'SW 4' }))).toEqual([409, 'PROGRAM_CONFIRMED']);
  });

  it('leaves who stated what, and who confirmed it, in the log', async () => {
    const file = await upload(foreign('a.ulp'), identity);
    await confirm(file);
    const rows = await server.database.query<{ name: string; by: string; changes: { field: string; to: string }[] }[]>(
      "SELECT name, by_name AS by, payload->'changes' AS changes FROM event_log WHERE payload->>'kind' = 'program' AND payload->>'id' = $1 ORDER BY number",
      [String(file.id)],
    );
    expect(rows.map((r) => [r.name, r.by, r.changes.map((c) => `${c.field} ${c.to}`)])).toEqual([
      [
        'record.created',
        'Kim Minsu',
        [
          'file a.ulp',
          'statedBy Kim Minsu',
          'target ecu',
          'variant HL-D24',
          'calibration CAL-D24-0412',
          'version SW 3.2/a',
        ],
      ],
      ['record.changed', 'Lee Sora', ['confirmedBy Lee Sora']],
    ]);
  });
});

describe('a program with a header of ours', () => {
  it('is read from the file, whatever is stated, and needs no confirmation', async () => {
    const file = await upload(aProgram(), { ...identity, version: 'SW 9' });
    expect(file).toMatchObject({ version: 'SW-3.2.1', stated: null });
    expect((await preflight(file)).ok).toBe(true);
  });
});
