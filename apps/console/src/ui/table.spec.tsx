import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page';
import { Table } from './table';

interface Row {
  id: number;
  name: string;
  version: number;
}
const rows: Row[] = [
  { id: 1, name: 'one', version: 1 },
  { id: 2, name: 'two', version: 1 },
  { id: 3, name: 'three', version: 1 },
];
let change: (rows: Row[]) => void;

function Page({ onOpen, onSort }: { onOpen: (row: Row) => void; onSort: (by: string, order: string) => void }) {
  const [shown, setShown] = useState(rows);
  change = setShown;
  return (
    <Table
      label="Things"
      rows={shown}
      idOf={(r) => r.id}
      onOpen={onOpen}
      sort={{ by: 'name', order: 'asc' }}
      onSort={onSort}
      jk="list"
      signature={(r) => r.version}
      mark={(r) => (r.id === 3 ? 'overdue' : undefined)}
      columns={[
        {
          key: 'name',
          title: 'Name',
          sort: 'name',
          cell: (r) => (
            <>
              {r.name} <a href="#x">link</a>
            </>
          ),
        },
        { key: 'id', title: 'Id', cell: (r) => r.id, align: 'right' },
      ]}
    />
  );
}
async function open() {
  const onOpen = vi.fn();
  const onSort = vi.fn();
  renderPage(<Page onOpen={onOpen} onSort={onSort} />, { answers: [] });
  const table = await screen.findByRole('table', { name: 'Things' });
  const row = (name: string) =>
    within(table)
      .getByText(new RegExp(`^${name}`, 'u'))
      .closest('tr') as HTMLElement;
  return { onOpen, onSort, row, table };
}

describe('a table', () => {
  it('is walked with the arrow keys, in a list with J and K from anywhere, and a row opens with Enter', async () => {
    const { row, onOpen } = await open();
    expect(row('one').tabIndex).toBe(0);
    row('one').focus();
    fireEvent.keyDown(row('one'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row('two'));
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement).toBe(row('three'));
    fireEvent.keyDown(row('three'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row('three'));
    fireEvent.keyDown(row('three'), { key: 'k' });
    expect(document.activeElement).toBe(row('two'));
    fireEvent.keyDown(row('two'), { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
  });
  it('opens a row by a click, but not by a click on a link in it', async () => {
    const { row, onOpen } = await open();
    fireEvent.click(within(row('two')).getByText('link'));
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.click(row('two'));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });
  it('shows its order and reverses it', async () => {
    const { table, onSort } = await open();
    const head = within(table).getByRole('columnheader', { name: /Name/u });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(within(head).getByRole('button'));
    expect(onSort).toHaveBeenCalledWith('name', 'desc');
  });
  it('marks a row that changed, and not one that is new on the page', async () => {
    const { row } = await open();
    change([
      { id: 1, name: 'one', version: 2 },
      { id: 2, name: 'two', version: 1 },
      { id: 4, name: 'four', version: 1 },
    ]);
    await waitFor(() => expect(row('one').dataset.changed).toBeDefined());
    expect(row('two').dataset.changed).toBeUndefined();
    expect(row('four').dataset.changed).toBeUndefined();
  });
  it('keeps the focus on its row when the order moves', async () => {
    const { row } = await open();
    row('two').focus();
    change([{ id: 9, name: 'nine', version: 1 }, ...rows]);
    await waitFor(() => expect(row('nine')).toBeDefined());
    expect(document.activeElement).toBe(row('two'));
  });
  it('marks what is overdue', async () => {
    const { row } = await open();
    expect(row('three').dataset.mark).toBe('overdue');
  });
});
