import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles } from '@headland/contracts/access';
import { type GptChatFilter, gptChats } from '@headland/contracts/gpt-chat';
import { exports as workbooks } from '@headland/contracts/export';
import { can } from '@headland/domain/access';
import { ExportsModule } from '../../files/exports/exports.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { GptChatModule } from './gpt-chat.module';

/** What staff read of the questions. */
const now = new Date('2026-11-20T03:00:00Z');
let server: TestServer;
let at: Organizations;
let head: string;
let kim: number;
let lee: number;
const ids: Record<'oil' | 'journal' | 'failed' | 'old' | 'lee', number> = {
  ...{ oil: 0, journal: 0, failed: 0, old: 0, lee: 0 },
};

const insert = async (customerId: number, askedAt: string, over: Record<string, unknown> = {}): Promise<number> => {
  const row = {
    ...{ customer_id: customerId, asked_at: askedAt, on_day: askedAt.slice(0, 10), type: 'general', question: '질문' },
    ...{ answer: '답변', state: 'answered', problem: null, ended_at: askedAt },
    ...over,
  };
  const names = Object.keys(row);
  const [made] = await server.database.query<{ id: number }[]>(
    `INSERT INTO gpt_question (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return made?.id ?? 0;
};
const customer = async (name: string, loginId: string, status = 'registered'): Promise<number> => {
  const [row] = await server.database.query<{ id: number }[]>(
    'INSERT INTO customer (name, phone, login_id, organization_id, app_status) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [name, '010-1234-5678', loginId, at.nami, status],
  );
  return row?.id ?? 0;
};
beforeAll(async () => {
  server = await startServer([SessionModule, ExportsModule, GptChatModule], { clock: () => now });
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'DAEDONG', 'STAFF', at.headOffice));
  [kim, lee] = [await customer('김가람', 'garam61'), await customer('이나무', 'namu75', 'withdrawn')];
  ids.old = await insert(kim, '2026-11-01T03:00:00Z', { question: '오래된 질문' });
  ids.lee = await insert(lee, '2026-11-15T03:00:00Z', { question: '필터 교체', answer: '500 시간마다' });
  ids.oil = await insert(kim, '2026-11-18T03:00:00Z', {
    question: '=엔진오일 교체?',
    answer: `예. ${'긴 답 '.repeat(200)}끝`,
  });
  ids.journal = await insert(kim, '2026-11-19T03:00:00Z', { type: 'journal', question: '영농일지 <b>작성</b>' });
  ids.failed = await insert(kim, '2026-11-20T01:00:00Z', { state: 'failed', problem: 'timeout', answer: '' });
});
afterAll(() => server.stop());

const list = async (query: Partial<Record<keyof GptChatFilter, string | number>> = {}) =>
  server.call(gptChats.list, { query: query as never }, head);
const found = async (query: Parameters<typeof list>[0]) => (await list(query)).rows.map((r) => r.id);

describe('the list', () => {
  it('has the last seven days, the newest first, masked, the texts cut to their beginning', async () => {
    const { rows } = await list();
    expect(rows.map((r) => r.id)).toEqual([ids.failed, ids.journal, ids.oil, ids.lee]);
    expect(rows.map((r) => [r.customer.name, r.customer.loginId])).toEqual([
      ['김*람', 'garam61'],
      ['김*람', 'garam61'],
      ['김*람', 'garam61'],
      ['이*무', expect.stringContaining('*')],
    ]);
    expect(rows[1]?.question).toBe('영농일지 <b>작성</b>');
    expect(rows[2]?.answer).toHaveLength(300);
  });

  it.each([
    [{ loginId: 'GARAM' }, ['failed', 'journal', 'oil']],
    [{ name: '나무' }, ['lee']],
    [{ text: '엔진오일' }, ['oil']],
    [{ text: '500 시간' }, ['lee']],
    [{ text: '100%' }, []],
    [{ type: 'journal' }, ['journal']],
    [{ unanswered: 'true' }, ['failed']],
    [{ unanswered: 'false' }, ['journal', 'oil', 'lee']],
    [{ from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' }, ['oil']],
    [{ from: '2026-11-01T00:00:00Z' }, ['failed', 'journal', 'oil', 'lee', 'old']],
    [{ sort: 'loginId', order: 'asc' }, ['oil', 'journal', 'failed', 'lee']],
    [{ order: 'asc' }, ['lee', 'oil', 'journal', 'failed']],
  ] as const)('with %o has these', async (query, expected) =>
    expect(await found(query as never)).toEqual(expected.map((name) => ids[name])),
  );

  it('of one customer has all of them, and counts them', async () => {
    expect(await found({ customerId: kim })).toEqual([ids.failed, ids.journal, ids.oil, ids.old]);
    expect(await server.call(gptChats.count, { query: { customerId: kim } }, head)).toEqual({
      questions: 4,
      unanswered: 1,
    });
    expect(await server.call(gptChats.count, { query: { customerId: 999_999 } }, head)).toEqual({
      questions: 0,
      unanswered: 0,
    });
  });

  it('tells how many came after a row, and takes no longer period than allowed', async () => {
    expect((await list({ after: ids.oil, size: 10 })).page.total).toBe(2);
    expect(await refusal(list({ from: '2026-09-01T00:00:00Z' }))).toEqual([422, 'PERIOD_TOO_LONG']);
    expect(await refusal(list({ from: '2026-11-20T00:00:00Z', to: '2026-11-19T00:00:00Z' }))).toEqual([422, 'E0001']);
  });

  it('is a workbook with the full texts, which runs no formula', async () => {
    const create = (purpose?: string) =>
      server.call(workbooks.create, { body: { list: 'gptChats', filter: {}, ...(purpose ? { purpose } : {}) } }, head);
    expect(await refusal(create())).toEqual([422, 'E0001']);
    const { id } = await create('품질 검토');
    const { bytes } = await server.call(workbooks.file, { params: { id } }, head);
    const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets;
    const cells = sheet?.rows.slice(1).map((row) => row.map(String)) ?? [];
    expect(cells).toHaveLength(4);
    expect(cells[2]?.some((cell) => cell.includes('=엔진오일 교체?'))).toBe(true);
    expect(cells[2]?.some((cell) => cell.endsWith('끝'))).toBe(true);
    expect(cells.flat().join(' ')).not.toContain('김가람');
  });
});

describe('one question', () => {
  it('is shown in full, with the earlier ones of its customer', async () => {
    const one = await server.call(gptChats.get, { params: { id: ids.oil } }, head);
    expect(one.answer.endsWith('끝')).toBe(true);
    const earlier = (id: number) => server.call(gptChats.earlier, { params: { id }, query: {} }, head);
    expect((await earlier(ids.failed)).rows.map((r) => r.id)).toEqual([ids.journal, ids.oil, ids.old]);
    expect((await earlier(ids.lee)).rows).toEqual([]);
    expect(await refusal(earlier(999_999))).toEqual([404, 'NOT_FOUND']);
    const unknown = server.call(gptChats.get, { params: { id: 999_999 } }, head);
    expect(await refusal(unknown)).toEqual([404, 'NOT_FOUND']);
  });
});

it.each(groupTypes.flatMap((group) => roles.map((role) => [group, role] as const)))(
  '%s %s reads questions if its letters say so',
  async (group, role) => {
    const where = ['REGION', 'AGENCY', 'DEALER'].includes(group) ? at.nami : at.headOffice;
    const token = await server.login(await makeAccount(server.database, group, role, where));
    const expected = can(group, role, 'gptChatData:R') ? 'allowed' : [403, 'FORBIDDEN'];
    const reads = [
      () => server.call(gptChats.list, {}, token),
      () => server.call(gptChats.get, { params: { id: ids.oil } }, token),
      () => server.call(gptChats.earlier, { params: { id: ids.oil }, query: {} }, token),
      () => server.call(gptChats.count, { query: { customerId: kim } }, token),
    ];
    for (const read of reads) expect(await refusal(read())).toEqual(expected);
  },
);
