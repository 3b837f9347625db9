import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import { bigId, flag, id, IdParams, isoTime, pageQuery, paging, searched } from './fields';
import { Customer } from './shared-shapes';

/** What customers ask the assistant of the app, and what it answered. Staff read it, and change nothing. */
export const questionTypes = ['general', 'journal'] as const;
export type QuestionType = (typeof questionTypes)[number];
/** `stopped`: by the customer, who has what came until then */
export const chatStates = ['answering', 'answered', 'stopped', 'failed'] as const;
export type ChatState = (typeof chatStates)[number];
/** Why there is no complete answer. */
export const chatProblems = [
  'notConfigured', // no endpoint
  'budget', // the customer's requests or tokens of the day are used up
  'busy', // the endpoint (429) or this server has no room
  'unreachable', // no connection, or an error of the endpoint (5xx)
  'rejected', // the endpoint refused the key or the request (4xx)
  'redirected', // to another address, which is never followed
  'malformed', // no event stream, not JSON, or not of the interface
  'toolCall', // it asked to act
  'filtered', // by the endpoint
  'empty',
  'tooLong', // without an end
  'timeout', // nothing came
  'stalled', // nothing more came
  'interrupted', // the stream, or this server, ended before the answer did
] as const;
export type ChatProblem = (typeof chatProblems)[number];

/** An FAQ entry that was given to the model and that its answer cites as `[number]`. */
export const Citation = z.object({ number: z.number(), faqId: z.number(), title: z.string() });
export type Citation = z.output<typeof Citation>;

const exchange = {
  id: z.number(),
  question: z.string(),
  /** plain text; of one that failed or was stopped what came until then */
  answer: z.string(),
  askedAt: z.string(),
  type: z.enum(questionTypes),
  state: z.enum(chatStates),
  problem: z.enum(chatProblems).nullable(),
};
export const GptChatRow = z.object({
  ...exchange,
  /** masked */
  customer: Customer.pick({ id: true, name: true }).extend({ loginId: z.string().nullable() }),
});
export type GptChatRow = z.output<typeof GptChatRow>;
export const GptChatDetail = GptChatRow.extend({
  endedAt: z.string().nullable(),
  /** the endpoint ended the answer at the longest length */
  truncated: z.boolean(),
  citations: z.array(Citation),
  /** the facts of this many machines went to the endpoint: with the customer's consent only */
  machines: z.number(),
  /** counted by the endpoint, or estimated; null: nothing was sent */
  tokens: z.object({ prompt: z.number(), answer: z.number() }).nullable(),
});
export type GptChatDetail = z.output<typeof GptChatDetail>;
export const EarlierChat = z.object(exchange);
export type EarlierChat = z.output<typeof EarlierChat>;

export const GptChatFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['loginId', 'askedAt']).default('askedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    loginId: searched,
    name: searched,
    /** in question or answer */
    text: searched,
    type: z.enum(questionTypes).optional(),
    /** those that failed */
    unanswered: flag,
    /** all of one customer: without a default period */
    customerId: id.optional(),
    from: isoTime.optional(),
    to: isoTime.optional(),
    /** newer than this id: what came since a list was read */
    after: bigId.optional(),
  }),
  { days: 7, unless: ({ customerId }) => customerId !== undefined },
);
export type GptChatFilter = z.output<typeof GptChatFilter>;

const path = '/api/gpt-chats';
export const gptChats = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'gptChatData:R',
    summary: 'Questions of customers with their answers, masked; the last seven days unless a period is given',
    query: GptChatFilter,
    data: GptChatRow,
    page: true,
  }),
  count: endpoint({
    method: 'GET',
    path: `${path}/count`,
    allow: 'gptChatData:R',
    summary: 'How many questions a customer has asked',
    query: z.object({ customerId: id }),
    data: z.object({ questions: z.number(), unanswered: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'gptChatData:R',
    summary: 'One question with its answer in full',
    params: IdParams,
    data: GptChatDetail,
  }),
  earlier: endpoint({
    method: 'GET',
    path: `${path}/:id/earlier`,
    allow: 'gptChatData:R',
    summary: 'Questions that the same customer asked before this one, newest first',
    params: IdParams,
    query: pageQuery,
    data: EarlierChat,
    page: true,
  }),
};
