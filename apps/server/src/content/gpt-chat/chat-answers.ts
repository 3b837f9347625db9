import { PassThrough } from 'node:stream';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { ChatEvent } from '@headland/contracts/app-gpt-chat';
import type { Citation } from '@headland/contracts/gpt-chat';
import { type ChatOutcome, costsNothing, estimateTokens, outcomeOf, problemCodes } from '@headland/domain/gpt-chat';
import { formatMessage } from '@headland/i18n/format-message';
import type { AppCaller } from '../../platform/caller';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';
import { newReference } from '../../platform/problem';
import type { AskedQuestion } from './ask-gpt.command';
import { ChatContexts, type ChatContext } from './chat-contexts';
import { complete } from './completion';
import { EndAnswer } from './end-answer.command';
import { promptOf } from './prompt';

/** How often the requests to stop that other processes have stored are looked for. */
const stopPollMs = 500;
const keepOpenMs = 15_000;
/** Answers of one process at the same time: each holds a connection to the endpoint. */
const maxAtOnce = 100;

interface Running {
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Answers questions, each as a task of its own: it ends and is stored whether the app still listens or not. A stopped
 * answer keeps what came.
 */
@Injectable()
export class ChatAnswers implements BeforeApplicationShutdown {
  private readonly running = new Map<number, Running>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly contexts: ChatContexts,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** The events of the answer, as the app receives them; `left` is called when the app has gone. */
  start(asked: AskedQuestion, caller: AppCaller): { events: PassThrough; left: () => void } {
    const events = new PassThrough();
    // an app that has gone is no error
    events.on('error', () => undefined);
    const stop = new AbortController();
    const keepOpen = setInterval(() => events.writable && events.write(': \n\n'), keepOpenMs);
    const done = this.answer(asked, caller, stop.signal, (event) => {
      if (events.writable) events.write(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);
    })
      .catch((error: unknown) => this.log.error({ error, question: asked.id }, 'an answer was not stored'))
      .finally(() => {
        clearInterval(keepOpen);
        events.end();
        this.running.delete(asked.id);
      });
    this.running.set(asked.id, { stop, done });
    this.timer ??= setTimeout(() => void this.pollStops(), stopPollMs);
    return { events, left: () => stop.abort() };
  }

  stop(id: number): void {
    this.running.get(id)?.stop.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    const all = [...this.running.values()];
    for (const { stop } of all) stop.abort('shutdown');
    await Promise.all(all.map(({ done }) => done));
  }

  private async answer(
    asked: AskedQuestion,
    caller: AppCaller,
    stop: AbortSignal,
    send: (event: ChatEvent) => void,
  ): Promise<void> {
    const { id, type } = asked;
    send({ event: 'started', data: { id, type } });
    const reference = newReference();
    const { context, text, outcome, usage } = await this.ask(asked, { caller, reference }, stop, send);
    const citations = await this.commands.execute(
      new EndAnswer(id, {
        outcome,
        answer: text,
        sources: context?.sources ?? [],
        machines: context?.machines ?? 0,
        usage,
      }),
    );
    send(lastEvent({ id, reference }, outcome, citations, caller.language));
  }

  private async ask(
    { id, body }: AskedQuestion,
    { caller, reference }: { caller: AppCaller; reference: string },
    stop: AbortSignal,
    send: (event: ChatEvent) => void,
  ) {
    let context: ChatContext | null = null;
    let text = '';
    if (this.running.size > maxAtOnce) {
      this.log.warn({ reference, question: id, problem: 'busy' }, 'a question was not answered');
      return { context, text, outcome: outcomeOf({ kind: 'busy' }, ''), usage: null };
    }
    try {
      context = await this.contexts.of(caller, body);
      const messages = promptOf(context, caller.language);
      const { end, usage, status, error } = await complete(this.config, messages, stop, (part) => {
        // a database text cannot contain it
        const plain = part.replaceAll('\0', '');
        text += plain;
        send({ event: 'token', data: { text: plain } });
      });
      // nor half of a character
      text = Buffer.from(text).toString();
      const outcome = outcomeOf(stop.reason === 'shutdown' ? { kind: 'interrupted' } : end, text);
      // neither the question nor the answer: those are in the database, and nowhere else
      if (outcome.problem !== null)
        this.log.warn(
          { reference, question: id, problem: outcome.problem, status, error },
          'a question was not answered',
        );
      return { context, text, outcome, usage: costsNothing(outcome) ? null : (usage ?? estimated(messages, text)) };
    } catch (error) {
      this.log.error({ reference, error, question: id }, 'a question could not be prepared');
      return { context, text, outcome: outcomeOf({ kind: 'interrupted' }, text), usage: null };
    }
  }

  /** Other processes store that an answer is to be stopped; a look is one read of a few rows. */
  private async pollStops(): Promise<void> {
    try {
      const rows = await this.database.query<{ id: number }[]>(
        'SELECT id FROM gpt_question WHERE id = ANY($1::int[]) AND stop_asked_at IS NOT NULL',
        [[...this.running.keys()]],
      );
      for (const { id } of rows) this.stop(id);
    } catch (error) {
      this.log.debug({ error }, 'requests to stop could not be read');
    }
    this.timer = this.running.size === 0 ? null : setTimeout(() => void this.pollStops(), stopPollMs);
  }
}

const estimated = (messages: readonly { content: string }[], answer: string) => ({
  prompt: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
  answer: estimateTokens(answer),
});

function lastEvent(
  { id, reference }: { id: number; reference: string },
  { state, problem, truncated }: ChatOutcome,
  citations: readonly Citation[],
  language: 'ko' | 'en',
): ChatEvent {
  if (state !== 'failed') return { event: 'done', data: { id, state, truncated, citations: [...citations] } };
  const why = problem ?? 'interrupted';
  const code = problemCodes[why];
  return {
    event: 'error',
    data: { id, code, message: formatMessage(language, `error.${code}`), problem: why, reference },
  };
}
