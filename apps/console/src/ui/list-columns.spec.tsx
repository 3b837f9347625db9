import type { ListColumn } from '@headland/i18n/columns/list-column';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { store } from '../lib/session/store';
import { momentText } from '../lib/time';
import { renderPage } from '../testing/render-page';
import { useListColumns } from './list-columns';
import { Table } from './table';

interface Row {
  id: number;
  name: string | null;
  year: number;
  hours: number | null;
  km: number;
  at: string;
}
const shared: ListColumn<Row, 'name' | 'year' | 'hours' | 'km' | 'at'>[] = [
  { key: 'name', title: 'model.field.name', kind: 'text', sort: 'name', value: (r) => r.name },
  { key: 'name', title: 'export.phone', kind: 'text', value: () => 'only in the workbook' },
  { key: 'year', title: 'model.field.releaseYear', kind: 'number', grouped: false, value: (r) => r.year },
  { key: 'hours', title: 'sensor.engineHours', kind: 'number', decimals: 1, unit: 'h', value: (r) => r.hours },
  { key: 'km', title: 'sensor.odometer', kind: 'number', decimals: 1, unit: 'distance', value: (r) => r.km },
  { key: 'at', title: 'history.at', kind: 'moment', value: (r) => r.at },
];
const rows: Row[] = [
  { id: 1, name: 'T6', year: 2026, hours: 1234.56, km: 1000, at: '2026-11-23T06:00:00.000Z' },
  { id: 2, name: '', year: 2025, hours: null, km: 0, at: '2026-11-23T06:00:00.000Z' },
];

function Page() {
  const { name, year, hours, km, at } = useListColumns(shared);
  const columns = [at, name, { ...year, cell: (r: Row) => `in ${r.year}` }, hours, km, { ...year, key: 'plain' }];
  return <Table label="Things" rows={rows} idOf={(r) => r.id} columns={columns} />;
}
async function open() {
  renderPage(<Page />, { answers: [] });
  const table = await screen.findByRole('table', { name: 'Things' });
  const [head, ...lines] = within(table).getAllByRole('row');
  const cells = (line: HTMLElement | undefined) => [...(line?.children ?? [])] as HTMLElement[];
  return { head: cells(head), first: cells(lines[0]), second: cells(lines[1]) };
}
const texts = (cells: HTMLElement[]) => cells.map((cell) => cell.textContent);
afterEach(() => store.set({ units: null }));

describe('the columns that a list shares with its workbook', () => {
  it('are shown by their kind, in the order of the screen', async () => {
    const { head, first, second } = await open();
    expect(texts(head)).toEqual(['Time', 'Model name', 'Release year', 'Engine hours', 'Odometer', 'Release year']);
    expect(texts(first)).toEqual([momentText(rows[0]?.at ?? ''), 'T6', 'in 2026', '1,234.6h', '1,000.0km', '2026']);
    expect(texts(second).slice(1)).toEqual(['–', 'in 2025', '–', '0.0km', '2025']);
  });

  it('have numbers on the right', async () => {
    const { first } = await open();
    expect(first.map((cell) => cell.dataset.align)).toEqual([undefined, undefined, 'right', 'right', 'right', 'right']);
  });

  it('have distances in the unit of the person', async () => {
    store.set({ units: 'mile' });
    const { first } = await open();
    expect(first[4]?.textContent).toMatch(/^621\.4\s?mi/u);
  });
});
