import { type GptChatDetail, type GptChatRow, gptChats } from '@headland/contracts/gpt-chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { GptChatListPage } from './gpt-chat-list.page';

const chat = (id: number, over: Partial<GptChatDetail> = {}): GptChatDetail => ({
  ...{ id, question: `Question ${id}`, answer: `Answer ${id}`, askedAt: new Date().toISOString(), type: 'general' },
  ...{ state: 'answered', problem: null, customer: { id: 3, name: 'K*m', loginId: 'field0003' } },
  ...{ endedAt: '2026-11-20T03:00:09.000Z', truncated: false, citations: [], machines: 1 },
  tokens: { prompt: 812, answer: 96 },
  ...over,
});
let known: GptChatDetail[];
let asked: Record<string, unknown>[];
let newer: number;
const rowOf = ({ id, question, answer: text, askedAt, type, state, problem, customer }: GptChatDetail): GptChatRow => ({
  ...{ id, question, answer: text, askedAt, type, state, problem, customer },
});
const find = (id: number): GptChatDetail => known.find((c) => c.id === id) ?? chat(id);
const answers = [
  answer(gptChats.list, ({ query }) => {
    if (query.after !== undefined) return { rows: [], total: newer };
    asked.push(query);
    return { rows: known.map(rowOf), total: known.length };
  }),
  answer(gptChats.get, ({ params }) => find(params.id)),
  answer(gptChats.earlier, () => ({ rows: [rowOf(chat(1, { question: 'An earlier one' }))], total: 1 })),
];
beforeEach(() => {
  store.clear();
  asked = [];
  newer = 0;
  known = [
    chat(9, { state: 'failed', problem: 'timeout', answer: '' }),
    chat(8, { question: '<img src=x onerror=alert(1)>', answer: '<b>no</b>', type: 'journal' }),
  ];
});
const show = (at = '/gptChatData') => renderPage(<GptChatListPage />, { answers, at, path: '/gptChatData' });
const event = (name: 'gptChat.asked' | 'gptChat.ended', questionId: number, number: number) => ({
  ...{ number, at: '2026-11-20T03:00:00Z', name, by: null },
  payload: {
    questionId,
    customerId: 3,
    state: name === 'gptChat.asked' ? ('answering' as const) : ('answered' as const),
  },
});

it('shows texts as text, and why a question has no answer', async () => {
  show();
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(screen.getByText('<b>no</b>')).toBeTruthy();
  expect(screen.getByText('Not available: no answer in time')).toBeTruthy();
  expect(document.querySelector('td img')).toBeNull();
});

it('filters by customer, words, type and what is unanswered', async () => {
  show('/gptChatData?customerId=3&unanswered=true');
  await screen.findByText('Not available: no answer in time');
  expect(asked[0]).toMatchObject({ customerId: 3, unanswered: true });
  fireEvent.click(screen.getByRole('button', { name: 'One customer only' }));
  await waitFor(() => expect(asked.at(-1)?.customerId).toBeUndefined());
});

it('opens a question in full with the earlier ones of its customer', async () => {
  const { router } = show('/gptChatData?id=8');
  const panel = within(await screen.findByRole('complementary', { name: 'Question' }));
  expect(await panel.findByText('812 / 96')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'K*m' }).getAttribute('href')).toBe('/customerDetail/3');
  fireEvent.click(await panel.findByText('An earlier one'));
  await waitFor(() => expect(router.state.location.href).toBe('/gptChatData?id=1'));
});

it('holds new questions behind a button, and fills in the answer of one that is shown', async () => {
  known = [chat(9, { state: 'answering', answer: '', endedAt: null, tokens: null })];
  const { emit } = show();
  expect(await screen.findByText('Answering')).toBeTruthy();
  newer = 1;
  act(() => emit(event('gptChat.asked', 10, 1)));
  expect(await screen.findByRole('button', { name: /1 new/u })).toBeTruthy();
  expect(asked).toHaveLength(1);
  known = [chat(9, { answer: 'Every 250 hours' })];
  act(() => emit(event('gptChat.ended', 9, 2)));
  expect(await screen.findByText('Every 250 hours')).toBeTruthy();
  expect(asked).toHaveLength(1);
});
