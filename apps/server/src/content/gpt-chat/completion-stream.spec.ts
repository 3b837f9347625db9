import { describe, expect, it } from 'vitest';
import { BadStream, CompletionStream } from './completion-stream';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const read = (...parts: (string | Uint8Array)[]) => {
  const stream = new CompletionStream();
  const text = parts.flatMap((part) => [...stream.push(typeof part === 'string' ? bytes(part) : part)]).join('');
  return { text, finish: stream.finish, done: stream.done, usage: stream.usage };
};
const problemOf = (...parts: string[]): unknown => {
  try {
    return read(...parts);
  } catch (error) {
    return error instanceof BadStream ? error.problem : error;
  }
};

describe('a stream of completion chunks', () => {
  it('is its text, its end and its tokens', () =>
    expect(
      read(
        chunk({ role: 'assistant' }),
        chunk({ content: '엔진' }),
        chunk({ content: '오일' }),
        chunk({}, 'stop'),
        'data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}\n\n',
        'data: [DONE]\n\n',
      ),
    ).toEqual({ text: '엔진오일', finish: 'stop', done: true, usage: { prompt: 12, answer: 3 } }));

  it('may be cut anywhere, also within a letter or a line', () => {
    const whole = bytes(`: keep\r\nevent: message\r\n${chunk({ content: '요소수 경고등' }, 'stop')}data:[DONE]\n\n`);
    for (let size = 1; size < whole.length; size += 3) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.slice(i * size, (i + 1) * size),
      );
      expect(read(...parts)).toMatchObject({ text: '요소수 경고등', finish: 'stop', done: true });
    }
  });

  it('ignores what comes after the end, an empty list of tools and a wrong count', () => {
    expect(read('data: [DONE]\n\n', chunk({ content: 'more' })).text).toBe('');
    expect(read(chunk({ content: 'a', tool_calls: [] })).text).toBe('a');
    expect(read('data: {"choices":[],"usage":{"prompt_tokens":-5,"completion_tokens":1e15}}\n\n').usage).toBeNull();
  });

  it.each([
    ['HTML', '<!doctype html>\n<p>no</p>\n', 'malformed'],
    ['no JSON', 'data: {"choices": [\n\n', 'malformed'],
    ['another JSON', 'data: []\n\n', 'malformed'],
    ['choices that are none', 'data: {"choices":{}}\n\n', 'malformed'],
    ['a text that is none', chunk({ content: [{ type: 'text', text: 'a' }] }), 'malformed'],
    ['a tool', chunk({ tool_calls: [{ function: { name: 'start_engine' } }] }), 'toolCall'],
    ['a function', chunk({ function_call: { name: 'start_engine' } }), 'toolCall'],
    ['an end by tools', chunk({}, 'tool_calls'), 'toolCall'],
    ['a refusal', chunk({ refusal: 'I cannot' }), 'filtered'],
    ['an end by the filter', chunk({}, 'content_filter'), 'filtered'],
    ['an error', 'data: {"error":{"message":"overloaded"}}\n\n', 'interrupted'],
    ['a line without an end', `data: ${'x'.repeat(300_000)}`, 'malformed'],
  ])('of %s is given up', (_, part, problem) => expect(problemOf(part)).toBe(problem));

  it('without an end is given up', () =>
    expect(problemOf(...Array.from({ length: 50 }, () => `:${'x'.repeat(100_000)}\n`))).toBe('tooLong'));
});
