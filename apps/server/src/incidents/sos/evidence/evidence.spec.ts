import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Download, GivenFile } from '@headland/contracts/endpoint';
import { sosAlerts } from '@headland/contracts/sos';
import { sample, sosUp, telemetryUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../../alerts/alerts.module';
import { DeliveriesModule } from '../../../messages/deliveries/deliveries.module';
import { QueueMessages } from '../../../messages/deliveries/queue-messages.command';
import { DevicesModule } from '../../../fleet/devices/devices.module';
import { readLog } from '../../../platform/event-log/log-reader';
import { FileStore } from '../../../platform/files/file-store';
import type { Section } from '../../../platform/pdf/make-pdf';
import type { Caller } from '../../../platform/caller';
import { SessionModule } from '../../../people/session/session.module';
import { TelemetryIngest } from '../../../fleet/telemetry/telemetry-ingest';
import { TelemetryModule } from '../../../fleet/telemetry/telemetry.module';
import { devicesOf, held, refusal } from '../../../testing/alerts';
import { startServer, type TestServer } from '../../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../../testing/world';
import { SosModule } from '../sos.module';
import { evidenceFacts } from './evidence-facts.reads';
import { evidenceReport } from './evidence-report';

let server: TestServer;
let orgs: Organizations;
let nami: string;
let namiAccount: Account;
let reader: string;
let sora: string;
let vehicle: MadeVehicle;
let seq = 0;

beforeAll(async () => {
  server = await startServer(
    [SessionModule, DevicesModule, TelemetryModule, AlertsModule, SosModule, DeliveriesModule],
    { config: { SOS_ESCALATE_S: 600 } },
  );
  orgs = await makeOrganizations(server.database);
  namiAccount = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami, { name: '김나미' });
  nami = await server.login(namiAccount);
  reader = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', orgs.headOffice));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, orgs.nami);
});

async function raise(over: Parameters<typeof sosUp>[0] = {}): Promise<number> {
  await devicesOf(server).sos(vehicle.deviceId, sosUp({ type: 'button', seq: ++seq, ...over }));
  return (
    (
      await server.database.query<{ id: number }[]>('SELECT max(id) AS id FROM sos_call WHERE device_id = $1', [
        vehicle.deviceId,
      ])
    )[0]?.id ?? 0
  );
}
const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(Buffer.from(bytes)).digest('hex');
const fileOf = (id: number, sheet: number, token = nami): Promise<Download> =>
  server.call(sosAlerts.evidenceFile, { params: { id, sheet } }, token);
const given = (bytes: ArrayBuffer): GivenFile => ({
  name: 'sheet.pdf',
  size: bytes.byteLength,
  arrayBuffer: () => Promise.resolve(bytes),
});
const keptAt = async (sheet: number): Promise<string> => {
  const [row] = await server.database.query<{ file_id: string }[]>('SELECT file_id FROM sos_evidence WHERE id = $1', [
    sheet,
  ]);
  const id = row?.file_id ?? '';
  return join(server.config.DATA_DIR, 'files', id.slice(0, 2), id);
};

/** The content of a report, before rendering. */
async function reportOf(
  id: number,
  language: 'ko' | 'en' = 'en',
): Promise<{ title: string; text: string; section: (heading: string) => Section | undefined }> {
  const caller = {
    userId: namiAccount.userId,
    loginId: namiAccount.id,
    name: '김나미',
    groupType: 'DEALER',
    role: 'ADMIN',
    organizationId: orgs.nami,
    scope: { all: false, organizationId: orgs.nami },
    language,
    timeZone: 'Asia/Seoul',
    address: '::1',
    agent: null,
    sessionId: '',
    kioskId: null,
  } satisfies Caller;
  const sheet = evidenceReport(
    await evidenceFacts(server.database, id, caller),
    caller,
    new Date('2026-11-22T00:00:00Z'),
  );
  return {
    title: sheet.title,
    text: JSON.stringify(sheet),
    section: (heading) => sheet.sections.find((s) => s.heading === heading),
  };
}

describe('an evidence report', () => {
  it('is a PDF whose hash the log holds, with who made it; the same bytes can be had again', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami, { 'accept-language': 'ko' });
    expect(made).toMatchObject({ by: '김나미', language: 'ko', version: 1 });
    const [first, second] = [await fileOf(id, made.id), await fileOf(id, made.id)];
    expect(Buffer.from(first.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.name).toMatch(new RegExp(`^SOS_${id}_${vehicle.vin}_\\d{8}-\\d{4}\\.pdf$`, 'u'));
    expect([hashOf(first.bytes), hashOf(second.bytes), first.bytes.byteLength]).toEqual([
      made.sha256,
      made.sha256,
      made.bytes,
    ]);
    const [event] = (await readLog(server.database, made.number - 1, 1)).filter((e) => e.name === 'sos.evidenced');
    expect(event).toMatchObject({
      number: made.number,
      by: '김나미',
      payload: { sos: { id }, evidence: { id: made.id, sha256: made.sha256, bytes: made.bytes, language: 'ko' } },
    });
    const steps = (await server.call(sosAlerts.get, { params: { id } }, nami)).steps;
    expect(steps.map((s) => [s.name, s.by])).toEqual([
      ['sos.raised', null],
      ['sos.evidenced', '김나미'],
    ]);
  });

  it('sets Korean in fonts of its own', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami, { 'accept-language': 'ko' });
    const pdf = Buffer.from((await fileOf(id, made.id)).bytes).toString('latin1');
    expect(pdf).toMatch(/Pretendard/u);
    // the text can be extracted: each glyph has its Unicode in the file
    expect(unicodeOf(pdf)).toEqual(expect.arrayContaining(['사', '고', '록', '김', '나', '미']));
  });

  it('stands in a list, the newest first; an open SOS can be set down again', async () => {
    const id = await raise();
    expect(await server.call(sosAlerts.evidence, { params: { id } }, nami)).toEqual([]);
    const first = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    await server.call(sosAlerts.acknowledge, { params: { id } }, nami);
    const second = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami, { 'accept-language': 'en' });
    expect(second.sha256).not.toBe(first.sha256);
    expect(await server.call(sosAlerts.evidence, { params: { id } }, nami)).toEqual([second, first]);
    expect([first.version, second.version, second.language]).toEqual([1, 2, 'en']);
    // the SOS itself is unchanged
    expect(await server.call(sosAlerts.get, { params: { id } }, nami)).toMatchObject({
      version: 2,
      status: 'acknowledged',
    });
  });

  it('of a closed SOS can be made, too', async () => {
    const id = await raise();
    await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: '시험' } }, nami);
    expect((await server.call(sosAlerts.makeEvidence, { params: { id } }, nami)).version).toBe(2);
  });

  it('made by two at once is two reports, each with its own hash', async () => {
    const id = await raise();
    const made = await Promise.all([1, 2, 3].map(() => server.call(sosAlerts.makeEvidence, { params: { id } }, nami)));
    expect(new Set(made.map((m) => m.number)).size).toBe(3);
    for (const { id: sheet, sha256 } of made) expect(hashOf((await fileOf(id, sheet)).bytes)).toBe(sha256);
  });

  it('is for who may act: a reader gets 403, another agency 404, nobody 401; a report of another SOS is none of this one', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    for (const endpoint of [sosAlerts.evidence, sosAlerts.makeEvidence] as const) {
      expect(await refusal(server.call(endpoint, { params: { id } }, reader))).toEqual([403, 'FORBIDDEN']);
      expect(await refusal(server.call(endpoint, { params: { id } }, sora))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(server.call(endpoint, { params: { id } }, null))).toEqual([401, 'NO_TOKEN']);
    }
    expect(await refusal(fileOf(id, made.id, reader))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(fileOf(id, made.id, sora))).toEqual([404, 'NOT_FOUND']);
    const other = await raise({ type: 'collision' });
    expect(await refusal(fileOf(other, made.id))).toEqual([404, 'NOT_FOUND']);
    expect(await server.call(sosAlerts.evidence, { params: { id: other } }, nami)).toEqual([]);
  });

  it('that was changed on the disk, or is gone, is handed to nobody', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    const path = await keptAt(made.id);
    const { bytes } = await fileOf(id, made.id);
    const changed = Buffer.from(new Uint8Array(bytes));
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    writeFileSync(path, changed);
    expect(await refusal(fileOf(id, made.id))).toEqual([409, 'SOS_EVIDENCE_BROKEN']);
    rmSync(path);
    expect(await refusal(fileOf(id, made.id))).toEqual([409, 'SOS_EVIDENCE_BROKEN']);
    // a report handed out earlier can still be verified
    expect((await server.call(sosAlerts.checkEvidence, { params: { id }, file: given(bytes) }, nami)).sheet).toEqual(
      made,
    );
  });

  it('that the store cannot read now is not called broken', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    const path = await keptAt(made.id);
    const { bytes } = await fileOf(id, made.id);
    // a read of a folder fails, for root as well, and not because nothing is there
    rmSync(path);
    mkdirSync(path);
    expect(await refusal(fileOf(id, made.id))).toEqual([500, 'INTERNAL']);
    rmSync(path, { recursive: true });
    writeFileSync(path, new Uint8Array(bytes));
    expect(hashOf((await fileOf(id, made.id)).bytes)).toBe(made.sha256);
  });

  it('is recognised by its hash; one with a changed byte is not', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    const { bytes } = await fileOf(id, made.id);
    expect(await server.call(sosAlerts.checkEvidence, { params: { id }, file: given(bytes) }, nami)).toEqual({
      sha256: made.sha256,
      sheet: made,
    });
    const forged = Buffer.from(new Uint8Array(bytes));
    forged.writeUInt8(forged.readUInt8(100) ^ 1, 100);
    const copy = new Uint8Array(forged).buffer;
    expect(await server.call(sosAlerts.checkEvidence, { params: { id }, file: given(copy) }, nami)).toEqual({
      sha256: hashOf(copy),
      sheet: null,
    });
    const other = await raise({ type: 'collision' });
    expect(
      (await server.call(sosAlerts.checkEvidence, { params: { id: other }, file: given(bytes) }, nami)).sheet,
    ).toBeNull();
    expect(await refusal(server.call(sosAlerts.checkEvidence, { params: { id }, file: given(bytes) }, sora))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('is not swept from the store, and that it named the owner is on record', async () => {
    const id = await raise();
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    expect(await server.app.get(FileStore).sweep(new Date(Date.now() + 86_400_000))).toMatchObject({ files: 0 });
    expect((await fileOf(id, made.id)).bytes.byteLength).toBe(made.bytes);
    expect(
      await server.database.query(
        'SELECT customer_id, subject FROM personal_data_view WHERE subject_id = $1 AND user_id = $2',
        [id, namiAccount.userId],
      ),
    ).toEqual([{ customer_id: vehicle.customerId, subject: 'sos' }]);
  });
});

describe('an SOS of a machine that was sold on', () => {
  it('shows its customer of that time, in lists and in evidence; the new owner is none of the dealer’s', async () => {
    const id = await raise();
    await server.call(sosAlerts.falseAlarm, { params: { id }, body: { cause: 'test', resolution: '시험' } }, nami);
    const buyer = await makeVehicle(server.database, orgs.sora, {
      customer: { name: '새주인', phone: '010-9999-0001' },
    });
    await server.database.query('UPDATE vehicle SET customer_id = $2, organization_id = $3 WHERE id = $1', [
      vehicle.id,
      buyer.customerId,
      orgs.sora,
    ]);
    const { rows } = await server.call(sosAlerts.list, { query: { tab: 'closed', vin: vehicle.vin } }, nami);
    expect(rows.map((r) => r.customer?.id)).toEqual([vehicle.customerId]);
    expect((await server.call(sosAlerts.get, { params: { id } }, nami)).customer?.id).toBe(vehicle.customerId);
    expect((await reportOf(id)).text).not.toContain('새주인');
  });
});

describe('what it tells', () => {
  it('who, when, where, what was sent and received, each step, and how it ended', async () => {
    const press = sosUp({ type: 'button', seq: ++seq, lat: 35.82, lon: 127.15, tilt: { x: 51.2, y: -3, z: 0.4 } });
    await devicesOf(server).sos(vehicle.deviceId, press);
    const again = sosUp({ type: 'button', seq: ++seq, lat: 35.83, lon: 127.16 });
    await devicesOf(server).sos(vehicle.deviceId, again);
    const [{ id }] = await server.database.query<[{ id: number }]>('SELECT id FROM sos_call WHERE device_id = $1', [
      vehicle.deviceId,
    ]);
    await server.execute(
      new QueueMessages({ subject: 'sos', subjectId: id, organizationId: orgs.nami }, [
        {
          reason: `evidence:${id}:1`,
          channel: 'sms',
          recipient: '김나미',
          address: '010-1111-2222',
          text: '[SOS] 버튼',
        },
        {
          reason: `evidence:${id}:2`,
          channel: 'sms',
          recipient: 'Nami',
          address: '',
          text: '[SOS] nobody',
          problem: 'noRecipient',
        },
      ]),
    );
    await server.call(sosAlerts.escalate, { params: { id }, body: { reason: '응답 없음' } }, nami);
    await server.call(sosAlerts.note, { params: { id }, body: { note: 'She answers the phone' } }, nami);
    const body = { agencyId: orgs.nami, person: '박서준', phone: '010-1234-5678', etaMinutes: 20, note: '크레인' };
    await server.call(sosAlerts.dispatch, { params: { id }, body }, nami);
    await server.call(
      sosAlerts.resolve,
      { params: { id }, body: { resolution: 'Pulled out of the ditch', injured: 'no' } },
      nami,
    );

    const { section, text, title } = await reportOf(id);
    expect(title).toBe(`Incident report of SOS ${id}`);
    const values = (heading: string) => Object.fromEntries(section(heading)?.values ?? []);
    expect(values('Vehicle and people')).toMatchObject({
      VIN: vehicle.vin,
      Device: vehicle.deviceId,
      'Driver · owner': '김민수',
      Phone: '010-5555-1234',
    });
    expect(values('Position and attitude')).toMatchObject({
      Coordinates: '35.830000, 127.160000 (WGS 84)',
      Roll: '51.2° · Limit 45°',
    });
    const received = section('Received messages')?.table?.rows ?? [];
    expect(received.map((r) => [r[1], r[4]])).toEqual([
      [String(press.ts), `sos 1/${press.seq}`],
      [String(again.ts), `sos 1/${again.seq}`],
    ]);
    expect(JSON.parse(received[0]?.[5] ?? '')).toEqual(press);
    expect(section('Timeline')?.table?.rows.map((r) => r.slice(2))).toEqual([
      ['SOS received', 'System', 'Received once'],
      ['Received again', 'System', 'Received 2 times'],
      ['Escalated', '김나미', 'Escalated, level 1 → North · 응답 없음'],
      ['Note', '김나미', 'She answers the phone'],
      ['Acknowledged', '김나미', '–'],
      ['Dispatched', '김나미', 'Nami · 박서준 010-1234-5678 · 20 min · 크레인'],
      ['Resolved', '김나미', 'Injuries: No · Pulled out of the ditch'],
    ]);
    expect(values('Dispatched')).toMatchObject({
      Agency: 'Nami',
      Person: '박서준',
      'Time to arrival': '20 min',
      Note: '크레인',
    });
    expect(section('Resolved')).toMatchObject({ text: 'Pulled out of the ditch' });
    const sent = section('Delivery log')?.table?.rows ?? [];
    expect(sent.map((r) => [r[1], r[2], r[3]])).toEqual([
      ['SMS', '김나미 010-1111-2222', '[SOS] 버튼'],
      ['SMS', 'Nami', '[SOS] nobody'],
    ]);
    expect(sent[1]?.[4]).toMatch(/^Failed · .* · 0 attempts · noRecipient$/u);
    expect(text).toContain('김나미');
    expect((await reportOf(id, 'ko')).section('단말기에서 수신한 내용')?.table?.rows).toHaveLength(2);
  });

  it('the track and values of the machine around the SOS', async () => {
    const now = Date.now();
    const samples = Array.from({ length: 30 }, (_, i) =>
      sample({
        ts: now - (30 - i) * 10_000,
        lat: 35.8 + i * 0.0005,
        lon: 127.1,
        speed: 12,
        rpm: 1500 + i,
        tilt: { x: i, y: 0, z: 0 },
      }),
    );
    await server.app
      .get(TelemetryIngest)
      .commit([held(vehicle.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts: now, samples }), now)]);
    const id = await raise({ ts: now, lat: 35.8145, lon: 127.1 });
    const { section } = await reportOf(id);
    const track = section('Track, 30 minutes before and after');
    const values = Object.fromEntries(track?.values ?? []);
    expect(values.Positions).toBe('30');
    expect(values.Distance).toBe('1.61 km');
    expect(track?.drawing).toMatch(/^<svg /u);
    expect(section('Positions, one a minute')?.table?.rows.length).toBeGreaterThanOrEqual(5);
    const rpm = section('Values, 5 minutes before and after')?.table?.rows.find((r) => r[0] === 'Engine speed');
    expect([rpm?.[1], rpm?.[3], rpm?.[4], rpm?.[5]]).toEqual(['1,529 rpm', '1,500 rpm', '1,529 rpm', '30']);
    const made = await server.call(sosAlerts.makeEvidence, { params: { id } }, nami);
    expect(made.bytes).toBeGreaterThan(10_000);
  });

  it('a position of before the SOS is said to be one; without any, that too', async () => {
    const blind = await raise({ lat: undefined, lon: undefined });
    expect(Object.fromEntries((await reportOf(blind)).section('Position and attitude')?.values ?? [])).toMatchObject({
      Coordinates: 'No position',
    });
    vehicle = await makeVehicle(server.database, orgs.nami);
    const at = new Date(Date.now() - 600_000);
    await server.database.query(
      'UPDATE vehicle_state SET lat = 35.5, lon = 127.5, position_ts = $2 WHERE vehicle_id = $1',
      [vehicle.id, at],
    );
    const known = await raise({ lat: undefined, lon: undefined });
    expect((await reportOf(known)).section('Position and attitude')?.text).toMatch(
      /had no position: this is the last one, measured at \d{4}/u,
    );
  });

  it('an SOS of before messages were kept reports it', async () => {
    const id = await raise();
    await server.database.query('DELETE FROM sos_message WHERE call_id = $1', [id]);
    expect((await reportOf(id)).section('Received messages')?.text).toContain('older than message storage');
  });

  it('a head office that was told for an hour in one line, not sixty', async () => {
    const id = await raise();
    const [{ payload }] = await server.database.query<[{ payload: { sos: object } }]>(
      "SELECT payload FROM event_log WHERE name = 'sos.raised' AND payload->'sos'->>'id' = $1",
      [String(id)],
    );
    const events60 = Array.from({ length: 60 }, () => ({
      name: 'sos.escalated',
      payload: {
        sos: { ...payload.sos, escalationLevel: 2, escalatedTo: { id: orgs.headOffice, name: 'Head office' } },
      },
      organizationId: orgs.nami,
    }));
    await server.database.query('SELECT append_events($1::jsonb, now())', [JSON.stringify(events60)]);
    const rows = (await reportOf(id)).section('Timeline')?.table?.rows ?? [];
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[4]).toMatch(/^Escalated, level 2 → Head office · 60 times until \d{4}/u);
  });
});

it('the hour around an SOS can be run through by who may read it', async () => {
  const now = Date.now();
  const samples = [sample({ ts: now - 60_000, rpm: 1800 }), sample({ ts: now - 50_000, rpm: 1900 })];
  await server.app
    .get(TelemetryIngest)
    .commit([held(vehicle.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts: now, samples }), now)]);
  const id = await raise({ ts: now });
  for (const token of [nami, reader]) {
    const incident = await server.call(sosAlerts.incident, { params: { id } }, token);
    expect(incident).toMatchObject({
      vehicleId: vehicle.id,
      to: incident.at + 1_800_000,
      from: incident.at - 1_800_000,
    });
    expect(incident.points).toHaveLength(2);
    expect(incident.values.rpm?.map(([, value]) => value)).toEqual([1800, 1900]);
    expect(incident.moments.map((m) => m.name)).toContain('sos.raised');
  }
  await server.database.query("INSERT INTO device (id, secret_hash) VALUES ('LONELY-9', 'x') ON CONFLICT DO NOTHING");
  await devicesOf(server).sos('LONELY-9', sosUp());
  const [{ id: lonely }] = await server.database.query<[{ id: number }]>(
    "SELECT id FROM sos_call WHERE device_id = 'LONELY-9'",
  );
  expect(await refusal(server.call(sosAlerts.incident, { params: { id: lonely } }, reader))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

/** The letters of a PDF's tables from glyph to Unicode. */
function unicodeOf(pdf: string): string[] {
  const streams = [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/gu)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams
    .filter((s) => s.includes('beginbfrange') || s.includes('beginbfchar'))
    .flatMap((s) =>
      [...s.matchAll(/<([0-9a-f]{4})>/giu)].map((m) => String.fromCharCode(Number.parseInt(m[1] ?? '0', 16))),
    );
}
