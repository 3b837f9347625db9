import type { ErrorCode } from '@headland/contracts/errors';
import type { ChatProblem, ChatState, Citation } from '@headland/contracts/gpt-chat';

/**
 * A question to the assistant is answered once. It is answered completely, stopped by the customer, or failed for a
 * reason; each of these is final. A customer has one answer on its way at a time, and a number of requests and tokens a
 * day. Tokens are counted when an answer has ended, so the last one of a day may go over, by its own length.
 */
export interface ChatBudget {
  requests: number;
  tokens: number;
}
export interface ChatUse extends ChatBudget {
  /** questions of the day that were kept, sent or not */
  kept: number;
  /** an answer is on its way */
  answering: boolean;
}
/** ask: send it; keep: store it with the reason; refuse: neither, so that nobody fills the database by asking on. */
export type Admission =
  { act: 'ask' } | { act: 'keep'; problem: ChatProblem; code: ErrorCode } | { act: 'refuse'; code: ErrorCode };

export function admitQuestion(use: ChatUse, budget: ChatBudget, configured: boolean): Admission {
  if (use.answering) return { act: 'refuse', code: 'GPT_ANSWERING' };
  const used = use.requests >= budget.requests || use.tokens >= budget.tokens;
  const code = used ? 'GPT_BUDGET_USED' : configured ? null : 'GPT_NOT_AVAILABLE';
  // also what is sent: while the endpoint is away no request counts, but each question is kept
  if (use.kept >= 2 * budget.requests) return { act: 'refuse', code: 'GPT_BUDGET_USED' };
  if (code === null) return { act: 'ask' };
  return { act: 'keep', problem: used ? 'budget' : 'notConfigured', code };
}

/** The endpoint did nothing for the question: it costs the customer nothing of the day. */
const unanswered: ReadonlySet<ChatProblem | null> = new Set(['unreachable', 'rejected', 'redirected', 'busy'] as const);
export const costsNothing = ({ problem }: Pick<ChatOutcome, 'problem'>): boolean => unanswered.has(problem);

/** What the app is told of an answer that failed. */
export const problemCodes: Record<ChatProblem, ErrorCode> = {
  notConfigured: 'GPT_NOT_AVAILABLE',
  unreachable: 'GPT_NOT_AVAILABLE',
  rejected: 'GPT_NOT_AVAILABLE',
  redirected: 'GPT_NOT_AVAILABLE',
  budget: 'GPT_BUDGET_USED',
  busy: 'GPT_BUSY',
  timeout: 'GPT_TIMEOUT',
  stalled: 'GPT_TIMEOUT',
  interrupted: 'GPT_FAILED',
  malformed: 'GPT_FAILED',
  toolCall: 'GPT_FAILED',
  filtered: 'GPT_FAILED',
  empty: 'GPT_FAILED',
  tooLong: 'GPT_FAILED',
};

/** How the stream of the endpoint ended. */
export type StreamEnd = { kind: 'complete'; truncated: boolean } | { kind: 'stopped' } | { kind: ChatProblem };
export interface ChatOutcome {
  state: Exclude<ChatState, 'answering'>;
  problem: ChatProblem | null;
  truncated: boolean;
}
/** A complete stream without text is no answer. */
export function outcomeOf(end: StreamEnd, answer: string): ChatOutcome {
  if (end.kind === 'stopped') return { state: 'stopped', problem: null, truncated: false };
  if (end.kind !== 'complete') return { state: 'failed', problem: end.kind, truncated: false };
  if (answer.trim() === '') return { state: 'failed', problem: 'empty', truncated: false };
  return { state: 'answered', problem: null, truncated: end.truncated };
}

/** An FAQ entry that is given to the model as source `[number]`. */
export interface FaqSource {
  id: number;
  title: string;
  content: string;
}
/** Sources that the answer cites, in the order of their first mention; a number that was not given cites nothing. */
export function citationsIn(answer: string, sources: readonly FaqSource[]): Citation[] {
  const numbers = [...answer.matchAll(/\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/gu)].flatMap(([, list = '']) =>
    list.split(',').map(Number),
  );
  return [...new Set(numbers)].flatMap((number) => {
    const source = sources[number - 1];
    return source === undefined ? [] : [{ number, faqId: source.id, title: source.title }];
  });
}

/** About four Latin letters or one Hangul syllable are a token: where the endpoint does not count them. */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]/gu)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
