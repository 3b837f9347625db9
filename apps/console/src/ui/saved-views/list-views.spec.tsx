import { endpoint } from '@headland/contracts/endpoint';
import { paging, searched } from '@headland/contracts/fields';
import { type SavedView, savedViews } from '@headland/contracts/saved-view';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { FilterBar, FilterText } from '../filter-bar';
import { ListPage } from '../list-page';
import { useList } from '../use-list';

const Tool = z.object({ id: z.number(), name: z.string() });
const tools = endpoint({
  method: 'GET',
  path: '/api/tools',
  allow: 'member',
  summary: 'Tools',
  query: z.object({ ...paging, name: searched, sort: z.enum(['name', 'year']).default('name') }),
  data: Tool,
  page: true,
});
const view = (id: number, over: Partial<SavedView> = {}): SavedView => ({
  ...{ id, list: '/api/tools', name: `View ${id}`, shared: false, owner: 'Kim', own: true },
  ...{ isDefault: false, mayChange: true, mayRemove: true },
  state: { filter: { name: 'saw' }, columns: { '': ['name', 'year', 'maker'] } },
  ...over,
});

let views: SavedView[];
let sent: unknown[];
const answers = [
  answer(tools, () => ({ rows: [{ id: 1, name: 'Saw' }], total: 1 })),
  answer(savedViews.list, () => views),
  answer(savedViews.create, ({ body: { list, ...body } }) => {
    sent.push(body);
    const made = view(9, { list, ...body });
    views = [...views, made];
    return made;
  }),
  answer(savedViews.change, ({ params, body }) => {
    sent.push(body);
    views = views.map((v) => (v.id === params.id ? { ...v, ...body } : v));
    return views.find((v) => v.id === params.id) as SavedView;
  }),
  answer(savedViews.remove, ({ params }) => {
    views = views.filter((v) => v.id !== params.id);
    return { removed: true as const };
  }),
];
const columns = ['name', 'maker', 'year', 'colour'].map((key) => ({
  ...{ key, title: key, cell: () => key },
  ...(key === 'colour' ? { hidden: true as const } : {}),
}));
function Page() {
  const list = useList(tools);
  return (
    <ListPage
      title="Tools"
      list={list}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterText label="Name" value={list.filter.name} onApply={(name) => list.set({ name })} />
        </FilterBar>
      }
      table={{ columns, idOf: (r: { id: number }) => r.id, unnumbered: true }}
      empty={{ title: 'No tools' }}
    />
  );
}
const show = (at = '/tools') => renderPage(<Page />, { answers, at });
const heads = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((h) => h.textContent)
    .join(' ');
const button = (name: string | RegExp = /^Saved view/u) => screen.findByRole('button', { name });
const menu = async (name?: string | RegExp) => {
  await userEvent.click(await button(name));
  return within(await screen.findByRole('menu'));
};
const choose = async (name: string | RegExp) => {
  const item = (await menu()).getByRole('menuitem', { name });
  for (let i = 0; i < 20 && item.dataset.highlighted === undefined; i++) await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
};
const ready = () => screen.findByRole('table');

beforeEach(() => {
  store.wipe();
  views = [view(1)];
  sent = [];
});

it('opens a view with its filter and its columns in their order', async () => {
  const { router } = show();
  await ready();
  expect(heads()).toBe('name maker year');
  await choose('View 1');
  await waitFor(() => expect(heads()).toBe('name year maker'));
  expect(router.state.location.search).toEqual({ name: 'saw', view: '1' });
  await choose('No view');
  await waitFor(() => expect(heads()).toBe('name maker year'));
  expect(router.state.location.search).toEqual({});
});

it('shows what differs from the view, saves it, or discards it', async () => {
  show('/tools?view=1&name=saw');
  await ready();
  expect((await button()).textContent).toBe('View 1');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitemcheckbox', { name: 'maker' }));
  await userEvent.keyboard('{Escape}');
  expect((await button()).textContent).toMatch(/^View 1edited/u);
  expect(heads()).toBe('name year');
  await choose('Discard changes');
  await waitFor(() => expect(heads()).toBe('name year maker'));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'axe' } });
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(async () => expect((await button()).textContent).toMatch(/^View 1edited/u));
  await choose('Save to “View 1”');
  await waitFor(async () => expect((await button()).textContent).toBe('View 1'));
  expect(sent).toEqual([
    { name: 'View 1', shared: false, state: { filter: { name: 'axe' }, columns: { '': ['name', 'year', 'maker'] } } },
  ]);
});

it('saves what is shown as a new view, which is open then', async () => {
  views = [];
  const { router } = show('/tools?name=saw&page=2');
  await ready();
  await choose('Save as a new view…');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^Name/u), 'Saws');
  await userEvent.click(dialog.getByLabelText('Share with my organization'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await button()).textContent).toBe('Saws'));
  expect(router.state.location.search).toEqual({ name: 'saw', view: '9' });
  const state = { filter: { name: 'saw' }, columns: { '': ['name', 'maker', 'year'] } };
  expect(sent).toEqual([{ name: 'Saws', shared: true, state }]);
});

it('opens a list with its default view, but not an address that has a filter', async () => {
  views = [view(1), view(2, { isDefault: true })];
  const { router, unmount } = show();
  await ready();
  await waitFor(() => expect(router.state.location.search).toEqual({ name: 'saw', view: '2' }));
  unmount();
  const other = show('/tools?sort=year');
  await ready();
  await button();
  expect(other.router.state.location.search).toEqual({ sort: 'year' });
});

it('does not offer to change or delete what only others may', async () => {
  views = [view(1, { own: false, shared: true, owner: 'Park', mayChange: false, mayRemove: false })];
  show('/tools?view=1');
  await ready();
  await button(/View 1/u);
  const items = (await menu()).getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual([
    'No view',
    'View 1Park',
    'Discard changes',
    'Save as a new view…',
    'Use as default view',
    'Copy link',
  ]);
});

it('ignores a view that is not there, and one that knows other columns and filters', async () => {
  views = [view(2, { state: { filter: { gone: 'x', sort: 'price' }, columns: { '': ['gone', 'year'] } } })];
  show('/tools?view=7');
  await ready();
  expect(heads()).toBe('name maker year');
  expect((await button()).textContent).toBe('Views');
  await choose('View 2');
  await waitFor(() => expect(heads()).toBe('name year'));
  expect((await button()).textContent).toBe('View 2');
});

it('is without views where they cannot be read', async () => {
  views = undefined as never;
  show('/tools?view=1');
  await ready();
  expect(heads()).toBe('name maker year');
});

it('deletes a view, and the list is without one', async () => {
  const { router } = show('/tools?view=1&name=saw');
  await ready();
  await button(/View 1/u);
  await choose('Delete the view…');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(views).toEqual([]);
});

it('copies the link, or shows it where the browser refuses', async () => {
  show('/tools?name=saw');
  await ready();
  const write = vi.fn(() => Promise.reject(new Error('not allowed')));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
  await choose('Copy link');
  const field = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Link');
  expect(field.value).toMatch(/\?size=20&name=saw$/u);
  expect(write).toHaveBeenCalledWith(field.value);
});

it('moves a column with Alt and an arrow', async () => {
  show();
  await ready();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const open = await screen.findByRole('menu');
  await waitFor(() => expect(document.activeElement).toBe(open));
  // the menu takes a moment to highlight what a key has chosen
  for (const name of ['maker', 'year']) {
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(open.querySelector('[data-highlighted]')?.textContent).toBe(name));
  }
  await act(async () => {
    fireEvent.keyDown(open, { key: 'ArrowUp', altKey: true });
    await Promise.resolve();
  });
  await waitFor(() => expect(heads()).toBe('name year maker'));
  expect(within(open).getByRole('status').textContent).toBe('year: 1 of 2');
});
