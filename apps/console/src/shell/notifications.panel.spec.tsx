import type { LoggedEvent } from '@headland/contracts/event-log';
import { type Notification, notifications } from '@headland/contracts/notification';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { Bell } from './bell';
import { PanelHost } from './panel-host';

const note = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'fault',
  text: { ko: `고장 ${id}`, en: `Fault ${id}` },
  link: `/breakdown?id=${id}`,
  vehicle: { id: 7, vin: `HDLT6A11NSK00${id}`, model: 'HL 6-110' },
  count: 1,
  at: new Date(Date.now() - 5_000).toISOString(),
  readAt: null,
  ...more,
});
/** Newest first, as the server returns them. */
let kept: Notification[];
let marked: unknown[];
let pagesAsked: number[];
const unread = () => kept.filter((n) => n.readAt === null).length;
const mark = (which: (n: Notification) => boolean) => {
  const readAt = new Date().toISOString();
  kept = kept.map((n) => (which(n) ? { ...n, readAt: n.readAt ?? readAt } : n));
  return { unread: unread(), readAt };
};
const answers = [
  answer(notifications.unread, () => ({ unread: unread() })),
  answer(notifications.list, ({ query: q }) => {
    pagesAsked.push(q.page);
    const rows = kept.filter(
      (n) => (q.kind.length === 0 || q.kind.includes(n.kind)) && (!q.unread || n.readAt === null),
    );
    return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
  }),
  answer(notifications.read, ({ body }) => {
    marked.push(body);
    return mark((n) => body.ids.includes(n.id));
  }),
  answer(notifications.readAll, ({ body }) => {
    marked.push(body);
    return mark((n) => n.id <= (body.upTo ?? Infinity));
  }),
  answer(notifications.takeBackRead, ({ body: { readAt } }) => {
    kept = kept.map((n) => (n.readAt === readAt ? { ...n, readAt: null } : n));
    return { unread: unread() };
  }),
];
beforeEach(() => {
  // a menu measures itself, which jsdom cannot
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  marked = [];
  pagesAsked = [];
  kept = [
    note(4, { kind: 'sos', text: { ko: 'SOS', en: 'SOS raised · Roll-over' }, link: '/sos?id=4' }),
    note(3, { count: 5 }),
    note(2, { readAt: '2026-11-20T00:00:00Z' }),
    note(1, { kind: 'system', text: { ko: '점검', en: 'Maintenance tonight' }, link: null, vehicle: null }),
  ];
});
const notified = (number: number) =>
  ({ number, at: new Date().toISOString(), name: 'member.notified', payload: { userId: 3 }, by: null }) as LoggedEvent;
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const open = (at = '/dash?panel=notifications') =>
  renderPage(
    <>
      <Bell />
      <PanelHost />
    </>,
    { answers, at },
  );
const rows = () => within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
const row = (text: string) => screen.findByRole('button', { name: new RegExp(text, 'u') });

describe('the bell', () => {
  it('counts what is unread, and more as soon as the member is notified', async () => {
    const { emit } = open('/dash');
    await bell('3 unread notifications');
    kept = [note(5), ...kept];
    act(() => emit(notified(1)));
    await bell('4 unread notifications');
  });
  it('opens the panel, whose Esc gives the focus back to it', async () => {
    const { router } = open('/dash');
    await userEvent.click(await bell('3 unread notifications'));
    await screen.findByRole('dialog', { name: 'Notifications' });
    expect(router.state.location.search).toEqual({ panel: 'notifications' });
    await row('SOS raised');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.getAttribute('title')).toBe('3 unread notifications'));
    expect(router.state.location.search).toEqual({});
  });
});

describe('the notification centre', () => {
  it('shows kind, text, vehicle, how many it combines, and what is unread', async () => {
    open();
    await row('SOS raised');
    const [sos, grouped, read, system] = rows();
    expect(sos?.textContent).toContain('HDLT6A11NSK004 · HL 6-110');
    expect(sos?.textContent).toMatch(/\d s ago/u);
    expect(grouped?.textContent).toContain('5 events');
    expect(read?.textContent).not.toContain('unread');
    expect(system?.textContent).toContain('System');
    expect(system?.textContent).toContain('unread');
  });

  it('opens the screen of one, closes, and has it marked as read', async () => {
    const { router } = open();
    fireEvent.click(await row('SOS raised'));
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    await waitFor(() => expect(marked).toEqual([{ ids: [4] }]));
  });

  it('marks one as read without leaving, and the count falls', async () => {
    open();
    await bell('3 unread notifications');
    await row('SOS raised');
    fireEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement);
    await bell('2 unread notifications');
    expect(marked).toEqual([{ ids: [4] }]);
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2);
  });

  it('marks all as read up to the newest that is shown, not what came meanwhile', async () => {
    open();
    await row('SOS raised');
    await bell('3 unread notifications');
    kept = [note(9), ...kept];
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await bell('1 unread notification');
    expect(marked).toEqual([{ upTo: 4 }]);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await bell('4 unread notifications');
  });

  it('adds what arrives while it is open', async () => {
    const { emit } = open();
    await row('SOS raised');
    kept = [note(5, { text: { ko: '새것', en: 'Something new' } }), ...kept];
    act(() => emit(notified(1)));
    await row('Something new');
    expect(rows()).toHaveLength(5);
  });

  it('filters by several kinds and by unread', async () => {
    open();
    await row('SOS raised');
    fireEvent.click(screen.getByRole('button', { name: 'Unread only' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: /^Kind/u }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'SOS' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'System' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('lists fifty at a time; a row that moved to the next page meanwhile is listed once', async () => {
    kept = Array.from({ length: 60 }, (_, i) => note(60 - i));
    open();
    await screen.findByText('Fault 60');
    const shown = () => document.querySelectorAll('[data-row]').length;
    expect(shown()).toBe(50);
    kept = [note(61), ...kept];
    fireEvent.click(screen.getByText('Load more'));
    await screen.findByText('Fault 1');
    expect(pagesAsked).toEqual([1, 2]);
    expect(shown()).toBe(60);
    expect(screen.queryByText('Load more')).toBeNull();
  });

  it('is walked with the arrow keys', async () => {
    open();
    (await row('SOS raised')).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toContain('Fault 3');
  });

  it('shows why it is empty, and leads out of a filter', async () => {
    kept = [];
    open();
    expect(await screen.findByText('No notifications')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Unread only' }));
    expect(await screen.findByText('All read')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('No notifications')).toBeDefined();
  });
});
