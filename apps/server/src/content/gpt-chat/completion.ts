import type { ChatProblem } from '@headland/contracts/gpt-chat';
import type { StreamEnd } from '@headland/domain/gpt-chat';
import type { Config } from '../../platform/config';
import { BadStream, CompletionStream, type Usage } from './completion-stream';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}
export interface Completion {
  end: StreamEnd;
  usage: Usage | null;
  /** HTTP status, for the log; null: there was no answer */
  status: number | null;
  /** for the log: why there was no answer, or no whole one */
  error?: unknown;
}
type Settings = Pick<
  Config,
  'GPT_BASE_URL' | 'GPT_API_KEY' | 'GPT_MODEL' | 'GPT_TIMEOUT_S' | 'GPT_ANSWER_S' | 'GPT_ANSWER_TOKENS'
>;

/** An endpoint that does not keep to GPT_ANSWER_TOKENS; a cell of a workbook holds no more. */
const maxText = 32_000;

/**
 * Asks the configured endpoint, and no other address: a redirect is not followed. Hands on each part of the text as it
 * comes; ends when the text does, when `stop` is aborted, when nothing comes for GPT_TIMEOUT_S or when it takes longer
 * than GPT_ANSWER_S. Throws nothing: what went wrong is the end.
 */
export async function complete(
  settings: Settings,
  messages: readonly ChatMessage[],
  stop: AbortSignal,
  onText: (text: string) => void,
): Promise<Completion> {
  const { GPT_BASE_URL: base, GPT_API_KEY: key, GPT_MODEL: model } = settings;
  if (base === undefined) return { end: { kind: 'notConfigured' }, usage: null, status: null };
  const request = new AbortController();
  let cause: StreamEnd | null = null;
  const give = (up: StreamEnd): void => {
    cause ??= up;
    request.abort();
  };
  const onStop = (): void => give({ kind: 'stopped' });
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  let length = 0;
  const quiet = setTimeout(() => give({ kind: length === 0 ? 'timeout' : 'stalled' }), settings.GPT_TIMEOUT_S * 1000);
  const whole = setTimeout(() => give({ kind: 'tooLong' }), settings.GPT_ANSWER_S * 1000);
  const stream = new CompletionStream();
  let status: number | null = null;
  const ended = (end: StreamEnd): Completion => ({ end: cause ?? end, usage: stream.usage, status });
  try {
    const response = await fetch(`${base.replace(/\/+$/u, '')}/chat/completions`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: settings.GPT_ANSWER_TOKENS,
      }),
      signal: request.signal,
    });
    ({ status } = response);
    const refused = refusalOf(response);
    if (refused !== null || response.body === null) return ended({ kind: refused ?? 'malformed' });
    for await (const bytes of response.body) {
      for (const text of stream.push(bytes)) {
        length += text.length;
        if (length > maxText) return ended({ kind: 'tooLong' });
        quiet.refresh();
        onText(text);
      }
      if (stream.done) break;
    }
    return ended(
      stream.finish === null && !stream.done
        ? { kind: 'interrupted' }
        : { kind: 'complete', truncated: stream.finish === 'length' },
    );
  } catch (error) {
    if (error instanceof BadStream) return ended({ kind: error.problem });
    return { ...ended({ kind: status === null ? 'unreachable' : 'interrupted' }), error };
  } finally {
    clearTimeout(quiet);
    clearTimeout(whole);
    stop.removeEventListener('abort', onStop);
    // whatever the endpoint still sends is not received
    request.abort();
  }
}

function refusalOf(response: Response): ChatProblem | null {
  const { status } = response;
  if (status === 429) return 'busy';
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500) return 'rejected';
  if (status >= 500) return 'unreachable';
  return /^text\/event-stream\b/iu.test(response.headers.get('content-type') ?? '') ? null : 'malformed';
}
