import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appHeader } from '@headland/contracts/app';
import { type AppReport, appReports } from '@headland/contracts/app-report';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { monthFigures, plusMonths } from '@headland/domain/monthly-report';
import { dayOf } from '@headland/domain/zone-day';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { OwnerTransferModule } from '../../ownership/owner-transfer/owner-transfer.module';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeOrganizations, type MadeVehicle } from '../../testing/world';
import { AppReportModule } from './app-report.module';
import { reportPdf } from './report-pdf';

/** Who reads a report, by which token, and which month it is. */
let server: TestServer;
let owner: Member;
let other: Member;
let machine: MadeVehicle;
let second: MadeVehicle;
let foreign: MadeVehicle;
let now: () => Date;
beforeAll(async () => {
  now = () => new Date();
  server = await startServer([SessionModule, AppMembersModule, OwnerTransferModule, AppReportModule], {
    clock: () => now(),
  });
  const { nami } = await makeOrganizations(server.database);
  [owner, other] = [await makeMember(server, nami), await makeMember(server, nami, '박철호')];
  [machine, second, foreign] = [
    await machineOf(server, owner, nami),
    await machineOf(server, owner, nami),
    await machineOf(server, other, nami),
  ];
});
afterAll(() => server.stop());
beforeEach(() => {
  now = () => new Date();
});
const later = (minutes: number): void => {
  now = () => new Date(Date.now() + minutes * 60_000);
};

const tokenOf = (member: Member, vehicle: MadeVehicle): Promise<string> =>
  member.call(appVehicles.pathToken, { params: { id: vehicle.id } }).then((t) => t.accessToken);
const byPath = (vinId: number, accessToken: string, over: { month?: string; language?: string } = {}) =>
  server.call(appReports.reportByPath, { params: { vinId, accessToken }, query: { month: over.month } }, null, {
    'accept-language': over.language ?? 'ko',
  });
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? [error.status, error.error.code] : error),
  );

describe('a token in the path', () => {
  it('reads what the header reads', async () => {
    const found = await byPath(machine.id, await tokenOf(owner, machine));
    expect(found).toEqual(await owner.call(appReports.report, { params: { id: machine.id }, query: {} }));
    expect(found).toMatchObject({ vehicleId: machine.id, vin: machine.vin, model: 'HL 6-110' });
  });

  it('finds no other machine, of the same owner or of another', async () => {
    const token = await tokenOf(owner, machine);
    for (const { id } of [second, foreign, { id: 999_999 }])
      expect(await refused(byPath(id, token))).toEqual([404, 'NOT_FOUND']);
    expect(await refused(byPath(machine.id, await tokenOf(other, foreign)))).toEqual([404, 'NOT_FOUND']);
  });

  it('has its own error when its ten minutes are over', async () => {
    const token = await tokenOf(owner, machine);
    later(9);
    expect(await refused(byPath(machine.id, token))).toBe('done');
    later(11);
    expect(await refused(byPath(machine.id, token))).toEqual([401, 'E0802']);
  });

  it.each(['x', 'a.b.c', 'undefined', `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`])(
    'that is none (%s) opens nothing',
    async (token) => {
      expect(((await refused(byPath(machine.id, token))) as [number])[0]).toBe(401);
    },
  );

  it('opens nothing once the machine has another owner', async () => {
    const token = await tokenOf(owner, second);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [second.id, other.id]);
    expect(await refused(byPath(second.id, token))).toEqual([404, 'NOT_FOUND']);
    expect(await refused(owner.call(appReports.report, { params: { id: second.id }, query: {} }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [second.id, owner.id]);
  });
});

describe('the header', () => {
  it('reads the own machines alone', async () => {
    const { rows, page } = await owner.call(appReports.list, { query: {} });
    expect([page.total, rows.map((r) => r.id).sort()]).toEqual([2, [machine.id, second.id].sort()]);
    expect(rows[0]).toMatchObject({ pictured: false, total: { operatingHours: null, distanceKm: null } });
    expect(await refused(owner.call(appReports.report, { params: { id: foreign.id }, query: {} }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await refused(owner.call(appReports.image, { params: { id: foreign.id } }))).toEqual([404, 'NOT_FOUND']);
    expect(await refused(owner.call(appReports.image, { params: { id: machine.id } }))).toEqual([404, 'NOT_FOUND']);
  });

  it('is asked for', async () => {
    for (const header of [undefined, 'Bearer x', 'Bearer a.b.c'])
      expect(
        (
          (await refused(
            server.call(appReports.list, { query: {} }, null, header === undefined ? {} : { [appHeader]: header }),
          )) as [number]
        )[0],
      ).toBe(401);
  });

  it('lists a page at a time', async () => {
    const { rows, page } = await owner.call(appReports.list, { query: { page: 2 } });
    expect([rows.length, page.total, page.size]).toEqual([0, 2, 20]);
  });
});

describe('the month', () => {
  it('is the previous one, by the zone of the call; the current one is marked', async () => {
    const read = (timeZone: string, month?: string) =>
      owner.call(appReports.report, { params: { id: machine.id }, query: { month, timeZone } as never });
    const token = await tokenOf(owner, machine);
    const today = dayOf(Date.now(), 'Asia/Seoul').slice(0, 7);
    const found = await byPath(machine.id, token);
    expect([found.month, found.soFar]).toEqual([plusMonths(dayOf(Date.now(), 'UTC').slice(0, 7), -1), false]);
    expect((await read('Asia/Seoul')).month).toBe(plusMonths(today, -1));
    expect(await read('Asia/Seoul', today)).toMatchObject({ soFar: true, before: { month: plusMonths(today, -1) } });
    expect(await read('Asia/Seoul', plusMonths(today, 1))).toMatchObject({ soFar: false });
  });

  it.each(['2026-13', '2026-1', 'x', '0000-01', '2026-10-01'])('is not %s', async (month) => {
    expect(await refused(byPath(machine.id, await tokenOf(owner, machine), { month }))).toEqual([422, 'E0001']);
  });
});

describe('the PDF', () => {
  it('is the same by header and by path, in the language that was chosen, and cached nowhere on the way', async () => {
    const accessToken = await tokenOf(owner, machine);
    const answers = [
      await owner.send(appReports.pdf, { params: { id: machine.id }, query: { month: '2025-07' } }),
      ...(await Promise.all(
        (['ko', 'en'] as const).map((lang) =>
          server.send(
            appReports.pdfByPath,
            { params: { vinId: machine.id, accessToken }, query: { month: '2025-07', lang } },
            null,
          ),
        ),
      )),
    ];
    const sizes = await Promise.all(
      answers.map(async (answer) => {
        expect(answer.headers.get('content-type')).toBe('application/pdf');
        expect(answer.headers.get('content-disposition')).toContain(`Report_${machine.vin}_2025-07.pdf`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        return bytes.length;
      }),
    );
    expect(answers.slice(1).map((answer) => answer.headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
    // Hangul needs other glyphs
    expect(sizes[1]).not.toBe(sizes[2]);
  });

  it('of another machine is not found', async () => {
    const accessToken = await tokenOf(owner, machine);
    const { status } = await server.send(
      appReports.pdfByPath,
      { params: { vinId: second.id, accessToken }, query: {} },
      null,
    );
    expect(status).toBe(404);
  });

  it('has the content of the page as text, in order', async () => {
    const example = appReports.report.example as AppReport;
    const en = reportPdf(example, 'en', new Date('2026-11-02T00:00:00Z'));
    expect(en.sections.map((s) => s.heading)).toEqual([
      ...['October 2026', 'Driving info', 'Operating days', 'Idle and work/drive percentages'],
      ...['Errors · 1 error', 'Engine usage'],
    ]);
    expect(en.sections[0]?.values?.at(-1)).toEqual([
      'Total operating time',
      '156.7 h\n21.6 h more than in September 2026',
    ]);
    expect(en.sections[2]?.table?.rows[0]?.slice(4)).toEqual(['1\n ', '2\n6.2 h', '3\n7.1 h']);
    expect(en.sections[3]?.text).toBe('Idle 17%   Work 61%   Drive 22%');
    expect(en.sections[5]?.table?.rows).toEqual([['h', '28.2', '64.2', '50.1', '13.6', '1,640 rpm']]);
    const none = { ...example, figures: monthFigures([]), days: [], errors: [] };
    const ko = reportPdf(none, 'ko', new Date('2026-11-02T00:00:00Z'));
    expect(JSON.stringify(ko.sections)).not.toMatch(/\b0(?:\.0)? (?:시간|km|L|일)/u);
    expect(ko.sections[0]?.text).toBe('이 달에는 데이터가 없습니다.');
  });
});

describe('errors', () => {
  const at = (moment: string): Date => new Date(moment);
  const report = (code: string, occurred: Date, last: Date) =>
    server.database.query(
      `INSERT INTO fault_report (status, severity, code, name, part, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, count)
       SELECT 'occurred', 2, $2, '{"ko":"요소수 압력 낮음","en":"Urea pressure low"}', '{"ko":"a","en":"a"}', id, device_id, organization_id, $3, $4, $3, 1, 1, false, 2 FROM vehicle WHERE id = $1`,
      [machine.id, code, occurred, last],
    );
  const codes = async (month: string) =>
    (await byPath(machine.id, await tokenOf(owner, machine), { month })).errors.map((e) => [e.code, e.occurredAt]);

  it('are those of the month and of the own time, named in the language of the call', async () => {
    await report('E0301', at('2025-06-30T23:59:59Z'), at('2025-06-30T23:59:59Z'));
    await report('E0302', at('2025-07-01T00:00:00Z'), at('2025-09-02T00:00:00Z'));
    await report('E0303', at('2025-03-01T00:00:00Z'), at('2025-07-20T08:00:00Z'));
    await report('E0304', at('2025-07-31T23:59:59Z'), at('2025-07-31T23:59:59Z'));
    await report('E0305', at('2025-08-01T00:00:00Z'), at('2025-08-01T00:00:00Z'));
    expect(await codes('2025-07')).toEqual([
      ['E0304', '2025-07-31T23:59:59.000Z'],
      ['E0303', '2025-07-20T08:00:00.000Z'],
      ['E0302', '2025-07-01T00:00:00.000Z'],
    ]);
    const token = await tokenOf(owner, machine);
    const [ko, en] = [
      await byPath(machine.id, token, { month: '2025-07' }),
      await byPath(machine.id, token, { month: '2025-07', language: 'en-US' }),
    ];
    expect([ko.errors[0], en.errors[0]]).toMatchObject([
      { name: '요소수 압력 낮음', severity: 'major' },
      { name: 'Urea pressure low' },
    ]);
    // owner changed in the middle of the month
    await server.database.query("UPDATE vehicle_owner SET since = '2025-07-10' WHERE vehicle_id = $1", [machine.id]);
    expect((await codes('2025-07')).map(([code]) => code)).toEqual(['E0304', 'E0303']);
    await server.database.query('UPDATE vehicle_owner SET since = NULL WHERE vehicle_id = $1', [machine.id]);
  });
});

it('distances are for the roads of the customer’s country', async () => {
  const units = () =>
    owner.call(appReports.report, { params: { id: machine.id }, query: {} }).then((found) => found.units);
  expect(await units()).toBe('km');
  await server.database.query("UPDATE customer SET country = '44' WHERE id = $1", [owner.id]);
  expect(await units()).toBe('mile');
  await server.database.query("UPDATE customer SET country = '82' WHERE id = $1", [owner.id]);
});
