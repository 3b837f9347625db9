import { z } from 'zod';
import type { ChatProblem } from '@headland/contracts/gpt-chat';

/**
 * Reads the event stream of an OpenAI-compatible endpoint (`data: {…}` lines, `data: [DONE]`). Whatever is not of the
 * interface ends it with a reason; nothing in it is ever executed.
 */
export class CompletionStream {
  private readonly decoder = new TextDecoder('utf-8');
  private rest = '';
  private bytes = 0;
  /** the reason that the endpoint gave for the end of the text */
  finish: string | null = null;
  usage: Usage | null = null;
  /** `[DONE]` came */
  done = false;

  /** The parts of the text in these bytes. Throws `BadStream`, after what came before it. */
  *push(chunk: Uint8Array): Generator<string> {
    this.bytes += chunk.byteLength;
    if (this.bytes > maxBytes) throw new BadStream('tooLong');
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/u);
    this.rest = lines.pop() ?? '';
    if (this.rest.length > maxLine) throw new BadStream('malformed');
    for (const line of lines) {
      const text = this.read(line);
      if (text !== '') yield text;
    }
  }

  private read(line: string): string {
    // comments keep the connection open; of the other fields only data is of the interface
    if (!line.startsWith('data:')) {
      if (line === '' || /^(?::|event:|id:|retry:)/u.test(line)) return '';
      throw new BadStream('malformed');
    }
    const data = line.slice(5).trim();
    if (this.done || data === '') return '';
    if (data === '[DONE]') {
      this.done = true;
      return '';
    }
    const { choices, usage, error } = chunkOf(data);
    if (error !== undefined && error !== null) throw new BadStream('interrupted');
    if (usage) this.usage = { prompt: usage.prompt_tokens, answer: usage.completion_tokens };
    const [choice] = choices;
    if (choice === undefined) return '';
    const { delta, finish_reason: finish } = choice;
    if (asksToAct(delta?.tool_calls) || asksToAct(delta?.function_call) || /tool|function/u.test(finish ?? ''))
      throw new BadStream('toolCall');
    if (delta?.refusal || finish === 'content_filter') throw new BadStream('filtered');
    this.finish = finish ?? this.finish;
    return delta?.content ?? '';
  }
}

/** Why a stream is given up. */
export class BadStream extends Error {
  constructor(readonly problem: ChatProblem) {
    super(problem);
  }
}

export interface Usage {
  prompt: number;
  answer: number;
}

const maxBytes = 4 * 1024 ** 2;
const maxLine = 256 * 1024;
/** More than this is no count of tokens. */
const tokens = z.number().int().min(0).max(1_000_000);
const Chunk = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.unknown().optional(),
            function_call: z.unknown().optional(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

function chunkOf(data: string): z.output<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data));
  } catch {
    throw new BadStream('malformed');
  }
}
/** Some servers send an empty list with each part. */
const asksToAct = (call: unknown): boolean =>
  call !== undefined && call !== null && !(Array.isArray(call) && call.length === 0);
