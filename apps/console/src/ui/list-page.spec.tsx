import { endpoint } from '@headland/contracts/endpoint';
import { exports, type ListExport } from '@headland/contracts/export';
import { flag, many, paging, searched } from '@headland/contracts/fields';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '../lib/call';
import { store } from '../lib/session/store';
import { answer } from '../testing/fake-back-end';
import { fakeToken, renderPage } from '../testing/render-page';
import { Button } from './button';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from './filter-bar';
import { FilterNumbers } from './filter-numbers';
import { ListPage, type ListPageProps } from './list-page';
import { Panel } from './panel';
import { useList } from './use-list';

const Tool = z.object({ id: z.number(), name: z.string(), maker: z.string(), year: z.number() });
type Tool = z.output<typeof Tool>;
const places = Array.from({ length: 14 }, (_, i) => `Place ${i + 1}`);
const tools = endpoint({
  method: 'GET',
  path: '/api/tools',
  allow: 'member',
  summary: 'Tools',
  query: z.object({
    ...paging,
    name: searched,
    maker: searched,
    kind: searched,
    at: many(z.string()),
    old: flag,
    yearFrom: z.coerce.number<string | number>().optional(),
    yearTo: z.coerce.number<string | number>().optional(),
    sort: z.enum(['name', 'year']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  data: Tool,
  page: true,
});

let asked: Record<string, unknown>[];
let total: number;
let failing: Problem | null;
let made: unknown[];
let workbook: (n: number) => Partial<ListExport>;
const answers = [
  answer(tools, ({ query }) => {
    asked.push(query);
    if (failing) throw failing;
    const rest = Math.max(0, Math.min(query.size, total - (query.page - 1) * query.size));
    const first = (query.page - 1) * query.size;
    return {
      rows: Array.from({ length: rest }, (_, i) => ({
        id: first + i + 1,
        name: `Tool ${first + i + 1}`,
        maker: 'Daehan',
        year: 2020,
      })),
      total,
    };
  }),
  answer(exports.create, ({ body }) => {
    made.push(body);
    return {
      id: 7,
      list: 'faults' as const,
      format: body.format ?? ('xlsx' as const),
      state: 'ready' as const,
      total,
      written: total,
      name: 'tool_20261121-1430.xlsx',
      ...workbook(0),
    };
  }),
  answer(exports.get, () => ({
    id: 7,
    list: 'faults' as const,
    format: 'xlsx' as const,
    state: 'ready' as const,
    total,
    written: total,
    name: 'tool.xlsx',
    ...workbook(1),
  })),
  answer(exports.file, () => ({ name: 'tool_20261121-1430.xlsx', bytes: new TextEncoder().encode('PK') })),
];

function Page(more: Partial<Pick<ListPageProps<Tool>, 'bulk' | 'to' | 'exportAs' | 'countedTo'>>) {
  const list = useList(tools);
  const { filter: f, set } = list;
  return (
    <ListPage<Tool>
      title="Tools"
      list={list}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterSelect
            label="Kind"
            value={f.kind}
            options={[{ value: 'hammer', label: 'Hammer' }]}
            onApply={(kind) => set({ kind })}
          />
          <FilterText label="Name" value={f.name} onApply={(name) => set({ name })} />
          <FilterText label="Maker" value={f.maker} onApply={(maker) => set({ maker })} />
          <FilterMany
            label="Place"
            values={f.at}
            options={places.map((value) => ({ value, label: value }))}
            onApply={(at) => set({ at })}
          />
          <FilterNumbers
            label="Year"
            from={f.yearFrom}
            to={f.yearTo}
            onApply={({ from, to }) => set({ yearFrom: from, yearTo: to })}
          />
          <FilterToggle on={f.old === true} onApply={(on) => set({ old: on ? 'true' : undefined })}>
            Old
          </FilterToggle>
        </FilterBar>
      }
      table={{
        columns: [
          { key: 'name', title: 'Name', sort: 'name', cell: (r) => r.name },
          { key: 'maker', title: 'Maker', cell: (r) => r.maker, exports: ['makerName', 'makerTown'] },
          { key: 'year', title: 'Year', sort: 'year', cell: (r) => r.year },
          { key: 'colour', title: 'Colour', hidden: true, cell: () => 'red' },
        ],
        idOf: (r) => r.id,
      }}
      detail={
        list.openId === null ? null : (
          <Panel title={`Tool ${list.openId}`} onClose={() => list.open(null)}>
            In full
          </Panel>
        )
      }
      empty={{ title: 'No tools yet' }}
      {...more}
    />
  );
}
const show = (at = '/tools', more: Parameters<typeof Page>[0] = {}) => renderPage(<Page {...more} />, { answers, at });
const row = (id: number) => document.querySelector<HTMLElement>(`tr[data-row="${id}"]`) as HTMLElement;
const shown = () => waitFor(() => expect(row(1)).toBeTruthy());
const heads = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map((h) => h.textContent);
const columnMenu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('menu'));
};

beforeEach(() => {
  store.wipe();
  asked = [];
  made = [];
  total = 45;
  failing = null;
  workbook = () => ({});
});

describe('the rows', () => {
  it('are numbered downwards from the total, over the pages', async () => {
    show('/tools?page=2&size=20');
    await waitFor(() => expect(row(21)).toBeTruthy());
    expect(heads().slice(0, 2)).toEqual(['No.', 'Name']);
    expect(row(21).firstElementChild?.textContent).toBe('25');
    expect(row(40).firstElementChild?.textContent).toBe('6');
    const table = screen.getByRole('table');
    expect(table.getAttribute('aria-rowcount')).toBe('46');
    expect(row(21).getAttribute('aria-rowindex')).toBe('22');
  });

  it('have no number where the total is not exact', async () => {
    show('/tools', { countedTo: 45 });
    await shown();
    expect(row(1).firstElementChild?.textContent).toBe('–');
    expect(screen.getByText('45+')).toBeTruthy();
    expect(screen.getByText('1–20 of 45+')).toBeTruthy();
  });

  it('open with Enter, and Esc leads back to the row', async () => {
    const { router } = show();
    await shown();
    row(3).focus();
    fireEvent.keyDown(row(3), { key: 'Enter' });
    const panel = await screen.findByRole('complementary');
    expect(router.state.location.search).toEqual({ id: '3' });
    within(panel).getByRole('button', { name: 'Close' }).focus();
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(document.activeElement).toBe(row(3));
  });

  it('lead to their own page where they have one, in another tab with Ctrl', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null);
    const { router } = show('/tools', { to: (r) => `/toolDetail/${r.id}` });
    await shown();
    fireEvent.click(row(2), { ctrlKey: true });
    expect(tab).toHaveBeenCalledWith('/toolDetail/2', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe('/tools');
    fireEvent.keyDown(row(2), { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/toolDetail/2'));
  });

  it('are reached from the heads with ↓', async () => {
    show();
    await shown();
    const sort = screen.getByRole('button', { name: 'Year' });
    sort.focus();
    fireEvent.keyDown(sort, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row(1));
  });
});

describe('the choice of columns', () => {
  it('hides and shows, and can be reset; the one that names the row cannot be hidden', async () => {
    show();
    await shown();
    expect(heads()).toEqual(['No.', 'Name', 'Maker', 'Year']);
    const menu = await columnMenu();
    expect(menu.getAllByRole('menuitemcheckbox').map((i) => i.textContent)).toEqual(['Maker', 'Year', 'Colour']);
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Maker' }));
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Colour' }));
    await waitFor(() => expect(heads()).toEqual(['No.', 'Name', 'Year', 'Colour']));
    const usual = menu.getByRole('menuitem', { name: 'Default columns and widths' });
    // the menu accepts a click only on an item that is already rendered as hovered
    await userEvent.hover(usual);
    await userEvent.click(usual);
    await waitFor(() => expect(heads()).toEqual(['No.', 'Name', 'Maker', 'Year']));
  });

  it('is the member’s own, outlives his logout, and does not outlive a sign-up', async () => {
    show();
    await shown();
    await userEvent.click((await columnMenu()).getByRole('menuitemcheckbox', { name: 'Maker' }));
    await waitFor(() => expect(heads()).toEqual(['No.', 'Name', 'Year']));
    const enter = (id: string) =>
      act(() =>
        store.set({
          session: {
            accessToken: fakeToken({ groupType: 'HEAD_OFFICE', role: 'ADMIN' }),
            refreshToken: 'r',
            id,
            name: id,
          },
        }),
      );
    act(() => store.clear());
    expect(localStorage.getItem('vuexStore')).not.toContain('kim');
    enter('lee');
    expect(heads()).toEqual(['No.', 'Name', 'Maker', 'Year']);
    act(() => store.clear());
    enter('KIM');
    expect(heads()).toEqual(['No.', 'Name', 'Year']);
    act(() => store.wipe());
    enter('kim');
    expect(heads()).toEqual(['No.', 'Name', 'Maker', 'Year']);
  });
});

describe('the width of a column', () => {
  const edge = () => screen.getByRole('separator', { name: 'Width of Maker' });
  const width = () => (edge().closest('th') as HTMLElement).style.width;
  it('moves with the arrow keys, is kept, and goes back to what it was', async () => {
    const first = show();
    await shown();
    edge().focus();
    fireEvent.keyDown(edge(), { key: 'ArrowRight' });
    expect(width()).toBe('128px');
    fireEvent.keyDown(edge(), { key: 'ArrowLeft', shiftKey: true });
    expect(width()).toBe('88px');
    expect(edge().getAttribute('aria-valuenow')).toBe('88');
    expect(row(1).children[2]?.getAttribute('style')).toContain('88px');
    fireEvent.keyDown(edge(), { key: 'Home' });
    expect([width(), edge().getAttribute('aria-valuemin')]).toEqual(['48px', '48']);
    fireEvent.keyDown(edge(), { key: 'ArrowLeft' });
    expect(width()).toBe('48px');
    first.unmount();
    show();
    await shown();
    expect(width()).toBe('48px');
    fireEvent.keyDown(edge(), { key: 'Delete' });
    expect(width()).toBe('');
  });

  it('is drawn with the pointer, and kept when it is let go', async () => {
    show();
    await shown();
    const at = edge();
    at.setPointerCapture = () => undefined;
    fireEvent.pointerDown(at, { button: 0, clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(at, { clientX: 160, pointerId: 1 });
    expect(width()).toBe('180px');
    expect(JSON.stringify(store.get().tables)).not.toContain('180');
    fireEvent.pointerUp(at, { pointerId: 1 });
    expect(width()).toBe('180px');
    expect(JSON.stringify(store.get().tables)).toContain('180');
    fireEvent.doubleClick(at);
    expect(width()).toBe('');
  });
});

describe('ticked rows', () => {
  const bulk: ListPageProps<Tool>['bulk'] = ({ ids, rows }) => (
    <Button>{`Use ${[...ids].join()} of ${rows.map((r) => r.name).join()}`}</Button>
  );
  const ticked = () => [...document.querySelectorAll<HTMLElement>('tr[data-ticked]')].map((r) => Number(r.dataset.row));

  it('are ticked with Space, and in a range with Shift', async () => {
    const { router } = show('/tools', { bulk });
    await shown();
    row(2).focus();
    fireEvent.keyDown(row(2), { key: ' ' });
    expect(ticked()).toEqual([2]);
    expect(router.state.location.search).toEqual({});
    fireEvent.keyDown(row(5), { key: ' ', shiftKey: true });
    expect(ticked()).toEqual([2, 3, 4, 5]);
    row(5).focus();
    fireEvent.keyDown(row(5), { key: 'ArrowDown', shiftKey: true });
    expect(ticked()).toEqual([2, 3, 4, 5, 6]);
    expect(screen.getByText('5 selected').getAttribute('role')).toBe('status');
    fireEvent.keyDown(row(3), { key: ' ' });
    expect(ticked()).toEqual([2, 4, 5, 6]);
    expect(screen.getByRole('button', { name: /^Use/u }).textContent).toBe(
      'Use 2,4,5,6 of Tool 2,Tool 4,Tool 5,Tool 6',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(ticked()).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Use/u })).toBeNull();
  });

  it('are those of the page with one box, stay over pages, and go with another filter', async () => {
    show('/tools', { bulk });
    await shown();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row 45' }));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    fireEvent.click(all);
    expect(ticked()).toHaveLength(20);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(row(21)).toBeTruthy());
    expect(ticked()).toEqual([]);
    fireEvent.click(within(row(21)).getByRole('checkbox'), { shiftKey: true });
    expect(screen.getByText('21 selected')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'hammer' } });
    await waitFor(() => expect(screen.queryByText('21 selected')).toBeNull());
    fireEvent.change(screen.getByLabelText('Kind'), { target: { value: '' } });
    await waitFor(() => expect(row(1)).toBeTruthy());
    expect(ticked()).toEqual([]);
  });

  it('that leave the page while it is shown are ticked no more: somebody else has changed them', async () => {
    const { cache } = show('/tools?page=3', { bulk });
    await waitFor(() => expect(row(45)).toBeTruthy());
    for (const id of [44, 45]) fireEvent.click(within(row(id)).getByRole('checkbox'));
    expect(screen.getByText('2 selected')).toBeTruthy();
    total = 44;
    await act(() => cache.invalidateQueries());
    await waitFor(() => expect(screen.getByText('1 selected')).toBeTruthy());
  });

  it('are none where nothing can be done with them: Space opens', async () => {
    const { router } = show();
    await shown();
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.keyDown(row(2), { key: ' ' });
    await waitFor(() => expect(router.state.location.search).toEqual({ id: '2' }));
  });
});

describe('the filters', () => {
  const last = () => asked.at(-1);
  it('of text apply on Enter and with Search, all that is typed at once, and on nothing else', async () => {
    show();
    await shown();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'saw' } });
    fireEvent.change(screen.getByLabelText('Maker'), { target: { value: 'dae' } });
    fireEvent.change(screen.getByLabelText('Year from'), { target: { value: '2019' } });
    fireEvent.blur(screen.getByLabelText('Maker'));
    expect(last()).not.toHaveProperty('name', 'saw');
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(last()).toMatchObject({ name: 'saw', maker: 'dae', yearFrom: 2019 }));
    const name = screen.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'axe' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    await waitFor(() => expect(last()).toMatchObject({ name: 'axe', maker: 'dae' }));
  });

  it('of choice apply at once, and Reset clears what is applied and what is only typed', async () => {
    const { router } = show('/tools?old=true');
    await shown();
    fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'hammer' } });
    await waitFor(() => expect(last()).toMatchObject({ kind: 'hammer', old: true }));
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    fireEvent.change(name, { target: { value: 'saw' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(name.value).toBe('');
  });

  it('of numbers show what is wrong with them', async () => {
    show();
    await shown();
    const [from, to] = [screen.getByLabelText('Year from'), screen.getByLabelText('Year to')];
    fireEvent.change(from, { target: { value: '2030' } });
    fireEvent.change(to, { target: { value: '2020' } });
    fireEvent.keyDown(to, { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toBe('The minimum must not exceed the maximum.');
    fireEvent.change(from, { target: { value: 'x' } });
    fireEvent.keyDown(from, { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toBe('Numbers only.');
    expect(from.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(from, { target: { value: '2010,5' } });
    fireEvent.keyDown(from, { key: 'Enter' });
    await waitFor(() => expect(last()).toMatchObject({ yearFrom: 2010.5, yearTo: 2020 }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['12,000', 12_000],
    ['1,234,567.5', 1_234_567.5],
    ['-1,000', -1000],
    ['12,5', 12.5],
  ])('of numbers read %s as the product writes it', async (typed, yearFrom) => {
    show();
    await shown();
    const from = screen.getByLabelText('Year from');
    fireEvent.change(from, { target: { value: typed } });
    fireEvent.keyDown(from, { key: 'Enter' });
    await waitFor(() => expect(last()).toMatchObject({ yearFrom }));
  });

  it('with many options can be searched, by keys', async () => {
    show();
    await shown();
    await userEvent.click(screen.getByRole('button', { name: /^Place/u }));
    const find = await screen.findByLabelText('Find by name');
    await waitFor(() => expect(document.activeElement).toBe(find));
    await userEvent.type(find, 'place 1');
    const places = () => within(screen.getByRole('listbox', { name: 'Place' })).queryAllByRole('option');
    expect(places().map((o) => o.textContent)).toEqual([
      'Place 1',
      'Place 10',
      'Place 11',
      'Place 12',
      'Place 13',
      'Place 14',
    ]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(last()).toMatchObject({ at: ['Place 10'] }));
    await userEvent.keyboard('{End} ');
    await waitFor(() => expect(last()).toMatchObject({ at: ['Place 10', 'Place 14'] }));
    expect(screen.getByRole('option', { name: 'Place 14' }).getAttribute('aria-selected')).toBe('true');
    await userEvent.clear(find);
    await userEvent.type(find, 'place 14');
    // Enter that ends the composition of a Korean syllable
    fireEvent.keyDown(find, { key: 'Enter', isComposing: true });
    await userEvent.clear(find);
    await userEvent.type(find, 'place 10');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(last()).toMatchObject({ at: ['Place 14'] }));
    await userEvent.clear(find);
    await userEvent.type(find, 'nowhere');
    expect(places()).toEqual([]);
  });

  it('are reached with /, the first of them', async () => {
    show();
    await shown();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByLabelText('Kind'));
  });

  it('fold under 1024 px behind a button that counts them; / unfolds them', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (media: string) =>
      media.includes('1024') ? Object.assign(new EventTarget(), { media, matches: false }) : wide(media),
    );
    try {
      show('/tools?old=true&name=saw');
      await shown();
      const button = screen.getByRole('button', { name: 'Filters 2' });
      expect(button.getAttribute('aria-expanded')).toBe('false');
      expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
      fireEvent.keyDown(document.body, { key: '/' });
      expect(await screen.findByRole('button', { name: 'Search' })).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Kind')));
      fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
      expect(await screen.findByRole('button', { name: 'Filters' })).toBeTruthy();
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });
});

describe('the Excel button', () => {
  let saved: { name: string; size: number }[];
  beforeEach(() => {
    saved = [];
    let blob: Blob | undefined;
    Object.assign(URL, { createObjectURL: (b: Blob) => ((blob = b), 'blob:x'), revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, size: blob?.size ?? 0 });
    });
  });
  const excel = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Excel/u });

  it('requests the present filter, order and columns, and saves the answer', async () => {
    show('/tools?name=saw&at=A&at=B&sort=year&order=desc&page=2&size=20', { exportAs: 'faults' });
    fireEvent.click(await excel());
    await waitFor(() => expect(saved).toEqual([{ name: 'tool_20261121-1430.xlsx', size: 2 }]));
    expect(made).toEqual([
      {
        list: 'faults',
        filter: { name: 'saw', at: ['A', 'B'], sort: 'year', order: 'desc' },
        columns: ['no', 'name', 'makerName', 'makerTown', 'year'],
        units: 'km',
        format: 'xlsx',
      },
    ]);
    await waitFor(async () => expect((await excel()).disabled).toBe(false));
  });

  it('exports the columns that are shown', async () => {
    show('/tools', { exportAs: 'faults' });
    await shown();
    const menu = await columnMenu();
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Maker' }));
    await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Colour' }));
    await userEvent.keyboard('{Escape}');
    fireEvent.click(await excel());
    await waitFor(() => expect(made).toMatchObject([{ columns: ['no', 'name', 'year', 'colour'] }]));
  });

  it('shows where a long one will be found, counts while it is written, and is there again', async () => {
    let written = 1_200;
    workbook = (n) =>
      n === 0
        ? { state: 'queued', total: 40_000, written: 0 }
        : { state: written < 40_000 ? 'running' : 'ready', total: 40_000, written };
    show('/tools', { exportAs: 'faults' });
    fireEvent.click(await excel());
    expect(
      await screen.findByText('Many rows: the file is created in the background. You are notified when it is ready.'),
    ).toBeTruthy();
    await waitFor(async () => expect((await excel()).textContent).toBe('Excel 3%'));
    expect([(await excel()).disabled, (await excel()).title]).toEqual([
      true,
      'Creating the file: 1,200 of 40,000 rows',
    ]);
    written = 40_000;
    await waitFor(async () => expect((await excel()).disabled).toBe(false));
    expect(saved).toEqual([]);
  });

  it('shows that there are too many rows', async () => {
    workbook = () => {
      throw new Problem('EXPORT_TOO_LARGE', { total: 150_000, limit: 100_000 });
    };
    show('/tools', { exportAs: 'faults' });
    fireEvent.click(await excel());
    expect(await screen.findByText('Narrow the filter: 150,000 rows, limit 100,000')).toBeTruthy();
    expect((await excel()).disabled).toBe(false);
  });

  it('is not there for an empty list', async () => {
    total = 0;
    show('/tools', { exportAs: 'faults' });
    await screen.findByText('No tools yet');
    expect(screen.queryByRole('button', { name: /^Excel/u })).toBeNull();
  });
});

describe('the states', () => {
  it('keep the rows while an error shows its code, and try again', async () => {
    show();
    await shown();
    failing = new Problem('INTERNAL');
    fireEvent.click(screen.getByRole('button', { name: 'Year' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('INTERNAL');
    expect(row(1)).toBeTruthy();
    expect(screen.getByRole('table').dataset.stale).toBe('true');
    expect(screen.getByText(/^As of \d{2}:\d{2}:\d{2}\.$/u)).toBeTruthy();
    failing = null;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('table').dataset.stale).toBeUndefined();
  });

  it('grey what is shown while there is no line, with its time', async () => {
    show();
    await shown();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^Offline\. As of \d{2}:\d{2}:\d{2}\.$/u)).toBeTruthy();
    expect(screen.getByRole('table').dataset.stale).toBe('true');
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^Offline/u)).toBeNull();
  });

  it('are those of the last page where the one in the address has none any more', async () => {
    const { cache, router } = show('/tools?page=3');
    await waitFor(() => expect(row(45)).toBeTruthy());
    total = 40;
    await act(() => cache.invalidateQueries());
    await waitFor(() => expect(row(40)).toBeTruthy());
    expect(router.state.location.search).toEqual({ page: '2' });
  });

  it('distinguish an empty list from a filter without results', async () => {
    total = 0;
    const { router } = show('/tools?name=saw');
    await screen.findByText('No results for these filters');
    fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1) as HTMLElement);
    await screen.findByText('No tools yet');
    expect(router.state.location.search).toEqual({});
  });
});
