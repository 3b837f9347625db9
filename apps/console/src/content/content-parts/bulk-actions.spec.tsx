import { type NoticeRow, notices } from '@headland/contracts/notice';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { NoticeListPage } from '../notices/notice-list.page';

const row = (id: number, over: Partial<NoticeRow>): NoticeRow => ({
  ...{ id, type: 'general', target: 'customer', os: 'all', title: `Notice ${id}`, posting: 'noLimit' },
  ...{ startOn: null, endOn: null, display: 'shown', state: 'on', images: 0, registrant: 'Kim Minsu' },
  ...{ registeredAt: '2026-11-20T06:00:00.000Z', views: 3 },
  ...over,
});
const two = [row(2, {}), row(1, { posting: 'dates', startOn: '2026-01-01', endOn: '2026-02-01', state: 'ended' })];
let rows: NoticeRow[];
let late: boolean;
let removed: number[][];
let restored: number[][];
let shown: object[];
beforeEach(() => {
  [removed, restored, shown] = [[], [], []];
  rows = two;
  late = false;
});
const answers = [
  answer(notices.list, () => ({ rows, total: rows.length })),
  answer(notices.removeMany, ({ body }) => {
    removed.push(body.ids);
    return { changed: body.ids.length };
  }),
  answer(notices.restore, ({ body }) => {
    if (late) throw new Problem('UNDO_LATE', {}, {}, '', 409);
    restored.push(body.ids);
    return { changed: body.ids.length };
  }),
  answer(notices.display, ({ body }) => {
    shown.push(body);
    return { changed: body.ids.length };
  }),
];
const open = async (role: 'ADMIN' | 'STAFF' = 'ADMIN') => {
  renderPage(<NoticeListPage />, { answers, as: { groupType: 'HEAD_OFFICE', role }, at: '/notice' });
  await screen.findByText('Notice 2');
};
const tick = (n: number) => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`\\b${n}\\b`, 'u') }));
const press = (name: string, within_: ReturnType<typeof within> | typeof screen = screen) =>
  fireEvent.click(within_.getByRole('button', { name }));

describe('several notices', () => {
  it('are deleted at once, which can be taken back, and after two questions if the app shows any of them', async () => {
    await open();
    tick(1);
    press('Delete');
    await waitFor(() => expect(removed).toEqual([[1]]));
    press('Undo', within(await screen.findByRole('status')));
    expect(await screen.findByText('Undone')).toBeTruthy();
    expect(restored).toEqual([[1]]);
    tick(2);
    press('Delete');
    press('Delete', within(await screen.findByRole('dialog', { name: 'Delete 1?' })));
    const again = within(await screen.findByRole('dialog', { name: 'Shown in the app now' }));
    expect(removed).toHaveLength(1);
    press('Delete anyway', again);
    await waitFor(() => expect(removed).toEqual([[1], [2]]));
  });

  it('are hidden together, and those that were shown are shown again', async () => {
    rows = [row(2, {}), row(1, { display: 'hidden' })];
    await open();
    tick(1);
    tick(2);
    press('Hide');
    await waitFor(() => expect(shown).toEqual([{ ids: [1, 2], display: 'hidden' }]));
    // outside of a text
    await screen.findByRole('button', { name: 'Undo' });
    fireEvent.keyDown(document.body, { key: 'z', code: 'KeyZ', ctrlKey: true });
    await waitFor(() => expect(shown[1]).toEqual({ ids: [2], display: 'shown' }));
  });

  it('stay gone where it is too late, and say so', async () => {
    late = true;
    await open();
    tick(1);
    press('Delete');
    press('Undo', within(await screen.findByRole('status')));
    expect(await screen.findByText('It is too late to undo this.')).toBeTruthy();
  });

  it('are not even ticked by who may only read them', async () => {
    await open('STAFF');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});
