import type { Reply } from '@headland/contracts/endpoint';
import type { EarlierChat, GptChatDetail, GptChatFilter, GptChatRow, gptChats } from '@headland/contracts/gpt-chat';
import { type InfoHits, maxInfoHits } from '@headland/contracts/info-check';
import { maskLoginId } from '@headland/domain/account-mask';
import { maskName } from '@headland/domain/mask';
import { seenBy } from '../../people/customer-base/customer-choice.reads';
import { customersNamed } from '../../people/customer-base/masked-customer.reads';
import type { Scope } from '../../platform/caller';
import { type Stored, type Tx, withTimesAsText } from '../../platform/database/rows';
import { containsPattern, Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';

/** A row of the list shows the beginning of both texts. */
const shownLength = 300;
const from = 'gpt_question q JOIN customer c ON c.id = q.customer_id';

const within = (scope: Scope): Where => {
  const where = new Where({ all: true }, '');
  return where.and(seenBy(scope, where.parameters));
};

function conditions(filter: GptChatFilter, scope: Scope): Where {
  const where = within(scope)
    .contains(filter.loginId, 'c.login_id')
    .andIf(filter.type, (p) => `q.type = ${p}`)
    .andIf(filter.customerId, (p) => `q.customer_id = ${p}::int`)
    .andIf(filter.from, (p) => `q.asked_at >= ${p}::timestamptz`)
    .andIf(filter.to, (p) => `q.asked_at < ${p}::timestamptz`)
    .andIf(filter.after, (p) => `q.id > ${p}::bigint`);
  if (filter.text) where.and(`q.words LIKE lower(${where.parameter(containsPattern(filter.text))})`);
  if (filter.name) where.and(`c.id IN (${customersNamed(filter.name, (value) => where.parameter(value))})`);
  if (filter.unanswered !== undefined) where.and(`q.state ${filter.unanswered ? '=' : '<>'} 'failed'`);
  return where;
}

const text = (column: string, length: number | null): string =>
  length === null ? `q.${column}` : `left(q.${column}, ${length}) AS ${column}`;
const exchange = (length: number | null): string =>
  `q.id, ${text('question', length)}, ${text('answer', length)}, q.asked_at AS "askedAt", q.type, q.state, q.problem`;
const customer = 'c.id AS "customerId", c.name, c.login_id AS "loginId", c.app_status AS "appStatus"';

interface CustomerColumns {
  customerId: number;
  name: string;
  loginId: string | null;
  appStatus: string;
}
type Read<R> = Stored<Omit<R, 'customer'>> & CustomerColumns;

/** The customer masked, and of one who left the app the ID, too. */
function masked<R>({ customerId, name, loginId, appStatus, ...row }: Read<R>): R {
  const id = appStatus === 'withdrawn' && loginId !== null ? maskLoginId(loginId) : loginId;
  return {
    ...withTimesAsText(row as Stored<R>),
    customer: { id: customerId, name: maskName(name), loginId: id },
  } as R;
}

/** `length`: of question and answer in a row; null: in full. */
export const chatList = (
  scope: Scope,
  filter: GptChatFilter,
  length: number | null = shownLength,
): SelectedList<Read<GptChatRow>, GptChatRow> => ({
  select: `${exchange(length)}, ${customer}`,
  from,
  where: conditions(filter, scope),
  order:
    filter.sort === 'loginId'
      ? `lower(c.login_id) ${filter.order} NULLS LAST, q.id ${filter.order}`
      : `q.asked_at ${filter.order}, q.id ${filter.order}`,
  toRows: (rows) => rows.map((row) => masked<GptChatRow>(row)),
});

/** Throws NOT_FOUND for one that is unknown or of a customer out of scope. */
export async function chatDetail(tx: Tx, scope: Scope, id: number): Promise<GptChatDetail> {
  const where = within(scope).andIf(id, (p) => `q.id = ${p}::int`);
  const [row] = await tx.query<Read<GptChatDetail>[]>(
    `SELECT ${exchange(null)}, ${customer}, q.ended_at AS "endedAt", q.truncated, q.citations, q.machines,
       CASE WHEN q.prompt_tokens IS NOT NULL THEN json_build_object('prompt', q.prompt_tokens, 'answer', q.answer_tokens) END AS tokens
     FROM ${from} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return masked<GptChatDetail>(row);
}

/** What the same customer asked before, newest first. */
export async function earlierChats(
  tx: Tx,
  scope: Scope,
  id: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: EarlierChat[]; total: number }> {
  const { customer: of } = await chatDetail(tx, scope, id);
  const where = 'q.customer_id = $1 AND q.id < $2';
  const [counted] = await tx.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM gpt_question q WHERE ${where}`,
    [of.id, id],
  );
  const rows = await tx.query<Stored<EarlierChat>[]>(
    `SELECT ${exchange(null)} FROM gpt_question q WHERE ${where} ORDER BY q.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
    [of.id, id],
  );
  return { rows: rows.map(withTimesAsText), total: counted?.total ?? 0 };
}

export async function countOfCustomer(tx: Tx, scope: Scope, customerId: number): Promise<Reply<typeof gptChats.count>> {
  const where = within(scope).andIf(customerId, (p) => `q.customer_id = ${p}::int`);
  const [row] = await tx.query<{ questions: number; unanswered: number }[]>(
    `SELECT count(*)::int AS questions, count(*) FILTER (WHERE q.state = 'failed')::int AS unanswered FROM ${from} WHERE ${where.sql}`,
    where.parameters,
  );
  return row ?? { questions: 0, unanswered: 0 };
}

/** For the search of the shell: by a part of the question, the newest first. */
export async function questionsWith(tx: Tx, scope: Scope, words: string): Promise<InfoHits['questions']> {
  const where = within(scope).contains(words, 'q.question');
  const rows = await tx.query<{ id: number; question: string; askedAt: Date; customerId: number; name: string }[]>(
    `SELECT q.id, ${text('question', 120)}, q.asked_at AS "askedAt", c.id AS "customerId", c.name FROM ${from}
     WHERE ${where.sql} ORDER BY q.asked_at DESC, q.id DESC LIMIT ${maxInfoHits}`,
    where.parameters,
  );
  return rows.map(({ customerId, name, askedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    customer: { id: customerId, name: maskName(name) },
  }));
}
