import { type FaqRow, faqs } from '@headland/contracts/faq';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { FaqListPage } from './faq-list.page';

const row = (id: number, displayOrder: number): FaqRow => ({
  ...{ id, version: 1, category: 'service', title: `Question ${id}`, displayOrder, display: 'shown' },
  ...{ views: 0, registrant: 'Kim Minsu', registeredAt: '2026-11-20T06:00:00.000Z' },
});
let rows: FaqRow[];
let moved: object[];
beforeEach(() => {
  rows = [row(1, 1), row(2, 2), row(3, 3)];
  moved = [];
});
const answers = [
  answer(faqs.list, () => ({ rows: [...rows].sort((a, b) => a.displayOrder - b.displayOrder), total: rows.length })),
  answer(faqs.reorder, ({ params: { id }, body: { displayOrder, version } }) => {
    moved.push({ id, displayOrder, version });
    const from = rows.find((r) => r.id === id)?.displayOrder ?? 0;
    rows = rows.map((r) => {
      if (r.id === id) return { ...r, displayOrder, version: version + 1 };
      const up = r.displayOrder > from && r.displayOrder <= displayOrder;
      const down = r.displayOrder < from && r.displayOrder >= displayOrder;
      return { ...r, displayOrder: r.displayOrder + (up ? -1 : down ? 1 : 0) };
    });
    return { id, version: version + 1, displayOrder };
  }),
];
const titles = () => [...document.querySelectorAll('tr[data-row] b')].map((b) => b.textContent);

it('a question is moved by keys, and several steps are taken back by one', async () => {
  renderPage(<FaqListPage />, { answers, at: '/faq' });
  const first = (await screen.findByText('Question 1')).closest('tr') as HTMLElement;
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true });
  await waitFor(() => expect(titles()).toEqual(['Question 2', 'Question 1', 'Question 3']));
  // said to screen readers once the list is there again, and in the toast
  await waitFor(() => expect(screen.getAllByText('“Question 1” moved to place 2')).toHaveLength(2));
  fireEvent.keyDown(screen.getByText('Question 1').closest('tr') as HTMLElement, { key: 'ArrowDown', altKey: true });
  await waitFor(() => expect(titles()).toEqual(['Question 2', 'Question 3', 'Question 1']));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(['Question 1', 'Question 2', 'Question 3']));
  expect(moved.at(-1)).toEqual({ id: 1, displayOrder: 1, version: 3 });
});
