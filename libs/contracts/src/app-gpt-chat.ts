import { z } from 'zod';
import { appContentTag as tag } from './app-content-paths';
import { endpoint } from './endpoint';
import { errorCode } from './shared-shapes';
import { id, IdParams, pageQuery, t1500 } from './fields';
import { chatProblems, chatStates, Citation, questionTypes } from './gpt-chat';

/** The assistant in the customers' app: questions and streamed answers. An answer is plain text, and never acts. */
export const AskBody = z.object({
  question: t1500,
  /** the own machine that it is about; none: any of the own ones */
  vehicleId: id.optional(),
  /** an own earlier question that this one follows: it and those before it are given to the model as well */
  follows: id.optional(),
});
export type AskBody = z.output<typeof AskBody>;

/**
 * Events of the answer's stream (`event:` and `data:` with JSON). First `started`, then any number of `token`, last
 * `done` or `error`. Lines that begin with a colon keep the connection open and mean nothing.
 */
export const ChatEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), data: z.object({ id: z.number(), type: z.enum(questionTypes) }) }),
  z.object({ event: z.literal('token'), data: z.object({ text: z.string() }) }),
  z.object({
    event: z.literal('done'),
    data: z.object({
      id: z.number(),
      state: z.enum(['answered', 'stopped']),
      /** the answer reached the longest length, and is cut there */
      truncated: z.boolean(),
      /** FAQ entries that the answer cites as `[number]`; any other number in it cites nothing */
      citations: z.array(Citation),
    }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({
      id: z.number(),
      code: errorCode,
      message: z.string(),
      problem: z.enum(chatProblems),
      /** of the cause in the log */
      reference: z.string(),
    }),
  }),
]);
export type ChatEvent = z.output<typeof ChatEvent>;

export const OwnQuestion = z.object({
  id: z.number(),
  question: z.string(),
  answer: z.string(),
  askedAt: z.string(),
  type: z.enum(questionTypes),
  state: z.enum(chatStates),
  problem: z.enum(chatProblems).nullable(),
  truncated: z.boolean(),
  citations: z.array(Citation),
});
export type OwnQuestion = z.output<typeof OwnQuestion>;

const path = '/api/app/gpt-questions';
const own: OwnQuestion = {
  id: 4711,
  question: '요소수 경고등이 켜졌는데 계속 작업해도 되나요?',
  answer: '요소수가 부족하면 출력이 제한될 수 있으니 먼저 보충해 주세요 [1].',
  askedAt: '2026-11-20T03:00:00.000Z',
  type: 'general',
  state: 'answered',
  problem: null,
  truncated: false,
  citations: [{ number: 1, faqId: 31, title: '요소수 경고등이 켜지면 어떻게 하나요?' }],
};
export const appChat = {
  ask: endpoint({
    method: 'POST',
    path,
    allow: 'app',
    tag,
    summary:
      'Asks the assistant; the answer is a stream of events. GPT_NOT_AVAILABLE without an endpoint, GPT_BUDGET_USED (values: until) when the day is used up, GPT_ANSWERING while another question is answered. What fails later is an `error` event. Closing the connection stops the answer',
    body: AskBody,
    stream: 'text/event-stream',
    example: [
      'event: started',
      'data: {"id":4711,"type":"general"}',
      '',
      'event: token',
      'data: {"text":"요소수가 부족하면 "}',
      '',
      'event: token',
      'data: {"text":"먼저 보충해 주세요 [1]."}',
      '',
      'event: done',
      `data: ${JSON.stringify({ id: 4711, state: 'answered', truncated: false, citations: own.citations })}`,
      '',
      '',
    ].join('\n'),
  }),
  stop: endpoint({
    method: 'POST',
    path: `${path}/:id/stop`,
    allow: 'app',
    tag,
    summary: 'Stops the answer to an own question; what came is kept. One that has ended stays as it is',
    params: IdParams,
    data: z.object({ state: z.enum(chatStates) }),
    example: { state: 'answering' },
  }),
  list: endpoint({
    method: 'GET',
    path,
    allow: 'app',
    tag,
    summary: 'Own questions with their answers, newest first',
    query: pageQuery,
    data: OwnQuestion,
    page: true,
    example: [own],
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'app',
    tag,
    summary: 'One own question with its answer, as far as it has come',
    params: IdParams,
    data: OwnQuestion,
    example: own,
  }),
};
