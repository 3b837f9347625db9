import { describe, expect, it } from 'vitest';
import { chatProblems } from '@headland/contracts/gpt-chat';
import { admitQuestion, citationsIn, costsNothing, estimateTokens, outcomeOf, problemCodes } from './gpt-chat';

describe('a question', () => {
  const budget = { requests: 3, tokens: 1000 };
  const use = (over: object = {}) => ({ requests: 0, tokens: 0, kept: 0, answering: false, ...over });
  it.each([
    ['the first of the day', use(), true, { act: 'ask' }],
    ['the last of the day', use({ requests: 2, kept: 2, tokens: 999 }), true, { act: 'ask' }],
    ['one more', use({ requests: 3, kept: 3 }), true, { act: 'keep', problem: 'budget', code: 'GPT_BUDGET_USED' }],
    ['beyond the tokens', use({ tokens: 1000 }), true, { act: 'keep', problem: 'budget', code: 'GPT_BUDGET_USED' }],
    ['without an endpoint', use(), false, { act: 'keep', problem: 'notConfigured', code: 'GPT_NOT_AVAILABLE' }],
    ['without an end', use({ requests: 3, kept: 6 }), true, { act: 'refuse', code: 'GPT_BUDGET_USED' }],
    ['without an end or an endpoint', use({ kept: 6 }), false, { act: 'refuse', code: 'GPT_BUDGET_USED' }],
    ['without an end, while the endpoint is away', use({ kept: 6 }), true, { act: 'refuse', code: 'GPT_BUDGET_USED' }],
    ['beside another one', use({ answering: true }), true, { act: 'refuse', code: 'GPT_ANSWERING' }],
  ])('%s is admitted, kept with the reason, or refused', (_, used, configured, admission) =>
    expect(admitQuestion(used, budget, configured)).toEqual(admission),
  );
});

describe('the end of an answer', () => {
  it('is complete with a text, and empty without one', () => {
    expect(outcomeOf({ kind: 'complete', truncated: false }, 'Yes.')).toEqual({
      state: 'answered',
      problem: null,
      truncated: false,
    });
    expect(outcomeOf({ kind: 'complete', truncated: true }, 'Yes, and').truncated).toBe(true);
    expect(outcomeOf({ kind: 'complete', truncated: false }, ' \n')).toMatchObject({
      state: 'failed',
      problem: 'empty',
    });
  });
  it('is stopped, with or without a text', () => {
    for (const text of ['', 'Ye']) expect(outcomeOf({ kind: 'stopped' }, text).state).toBe('stopped');
  });
  it.each(chatProblems)('%s is a failure with a code for the app', (kind) => {
    expect(outcomeOf({ kind }, 'some text')).toEqual({ state: 'failed', problem: kind, truncated: false });
    expect(problemCodes[kind]).toMatch(/^GPT_/u);
  });
  it('costs nothing where the endpoint is away or has refused', () => {
    const free = chatProblems.filter((problem) => costsNothing({ problem }));
    expect([...free].sort()).toEqual(['busy', 'redirected', 'rejected', 'unreachable']);
    expect(costsNothing({ problem: null })).toBe(false);
  });
});

describe('citations', () => {
  const sources = [
    { id: 31, title: 'Urea', content: '' },
    { id: 7, title: 'Oil', content: '' },
  ];
  const cited = (answer: string) => citationsIn(answer, sources).map((c) => [c.number, c.faqId]);
  it.each([
    ['Refill it [1].', [[1, 31]]],
    [
      'Oil [2] and urea [1], oil again [2].',
      [
        [2, 7],
        [1, 31],
      ],
    ],
    [
      'Both [1, 2].',
      [
        [1, 31],
        [2, 7],
      ],
    ],
    ['Not given [3], [0], [99], [1a], [ 1 ], 1].', []],
    ['No source.', []],
  ])('of "%s" point at given sources only', (answer, expected) => expect(cited(answer)).toEqual(expected));
  it('are none without sources', () => expect(citationsIn('See [1].', [])).toEqual([]));
});

it('tokens are estimated by letters and syllables', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('oil filter')).toBe(3);
  expect(estimateTokens('엔진오일 교체')).toBe(7);
});
