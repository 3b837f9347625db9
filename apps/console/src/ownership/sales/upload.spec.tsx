import { type CellError, sales, type SaleUpload } from '@headland/contracts/sale';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aPreviewRow, anUpload } from '../../testing/sales';
import { savedFiles } from '../../testing/saved-files';
import { SaleListPage } from './sale-list.page';

let saved: ReturnType<typeof savedFiles>;

let upload: SaleUpload | null;
let refuse: Problem | null;
let sent: number;
let saves: number;
let asked: { only: string; column?: string | undefined; page: number }[];
const bad: CellError[] = [{ row: 1742, column: 'dealer', value: 'XX00', message: 'sale.cell.dealerUnknown' }];
const answers = [
  answer(sales.upload, () => {
    sent++;
    if (refuse) throw refuse;
    return (upload ??= anUpload(5, { state: 'checking', checked: 0, total: null }));
  }),
  answer(sales.uploadState, () => {
    if (!upload) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return upload;
  }),
  answer(sales.uploadRows, ({ query }) => {
    asked.push(query);
    const rows =
      query.only === 'errors' || query.column
        ? [aPreviewRow(1742, { dealer: 'XX00' }, bad)]
        : [aPreviewRow(2), aPreviewRow(3)];
    return { rows: query.column === 'vin' ? [] : rows, total: rows.length };
  }),
  answer(sales.uploadReport, () => ({ name: 'june_sales-errors.xlsx', bytes: new Uint8Array([1]) })),
  answer(sales.uploadSave, () => {
    saves++;
    if (refuse) throw refuse;
    return (upload = anUpload(5, { state: 'saved', newCustomers: 2 }));
  }),
];
beforeEach(() => {
  upload = null;
  refuse = null;
  [sent, saves, asked] = [0, 0, []];
  saved = savedFiles();
});
const page = (at = '/sale?upload=new') =>
  renderPage(<SaleListPage />, { answers, at, path: '/sale', as: { groupType: 'SALES', role: 'ADMIN' } });
const file = (name = 'june.xlsx', size = 3) => Object.defineProperty(new File(['abc'], name), 'size', { value: size });
const choose = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Choose a file', { selector: 'input' }), { target: { files } });
const step = () => document.querySelector('[aria-current=step]')?.textContent;

describe('the upload', () => {
  it('goes from the file over its check to the preview and the result', async () => {
    const { router } = page();
    await choose(file());
    await waitFor(() => expect(router.state.location.search).toEqual({ upload: '5' }));
    expect(await screen.findByText('Reading the file')).toBeTruthy();
    upload = anUpload(5, { state: 'checking', checked: 1500, total: 5000 });
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30'));
    expect(screen.getByText('1,500 of 5,000 rows')).toBeTruthy();
    upload = anUpload(5, { newCustomers: 2 });
    expect(await screen.findByText('All 3 rows can be saved')).toBeTruthy();
    expect(step()).toContain('Preview');
    expect(within(await screen.findByRole('table')).getByText('HDLT6A11NSK001002')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save 3 sales' }));
    expect(await screen.findByRole('heading', { name: '3 sales saved' })).toBeTruthy();
    expect(screen.getByText(/2 new customers registered/u)).toBeTruthy();
    expect([sent, saves]).toEqual([1, 1]);
  });

  it('accepts a dropped file, and only one', async () => {
    page();
    const zone = (await screen.findByText('Drop the file here, or choose it')).parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [file(), file('july.xlsx')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('One file only');
    expect(sent).toBe(0);
    fireEvent.drop(zone, { dataTransfer: { files: [file()] } });
    await waitFor(() => expect(sent).toBe(1));
  });

  it('does not send what is too large, and shows what the server refuses', async () => {
    page();
    await choose(file('june.xlsx', 11 * 1024 ** 2));
    expect((await screen.findByRole('alert')).textContent).toContain('Up to 10 MB');
    expect(sent).toBe(0);
    refuse = new Problem('TOO_MANY_REQUESTS', {}, {}, 'r', 429);
    await choose(file());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Too many requests'));
  });

  it('that is no workbook shows this and offers another', async () => {
    upload = anUpload(5, { state: 'refused', problem: { code: 'WORKBOOK_INVALID', values: {}, reference: null } });
    const { router } = page('/sale?upload=5');
    expect((await screen.findByRole('alert')).textContent).toContain('This is not an Excel file');
    fireEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ upload: 'new' }));
  });

  it('with bad cells shows them in words, by column, with the marked file, and cannot be saved', async () => {
    upload = anUpload(5, { state: 'errors', total: 5000, rowsOk: 4999, rowsInError: 1, errors: 1 });
    page('/sale?upload=5');
    expect(await screen.findByText('1 cell with errors in 1 row')).toBeTruthy();
    const table = await screen.findByRole('table');
    expect(within(table).getByText('1742')).toBeTruthy();
    expect(within(table).getByText(/ERP code not found\./u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: /Column with errors/u }), { target: { value: 'vin' } });
    expect(await screen.findByText('No errors in this column')).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ only: 'errors', column: 'vin', page: 1 });
    fireEvent.click(screen.getByRole('radio', { name: /All/u }));
    await waitFor(() => expect([asked.at(-1)?.only, asked.at(-1)?.column]).toEqual(['all', undefined]));
    fireEvent.click(screen.getByRole('button', { name: 'Download marked file' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'june_sales-errors.xlsx', type: sales.uploadReport.stream }]));
  });

  it('whose check no longer holds shows what changed', async () => {
    upload = anUpload(5);
    page('/sale?upload=5');
    const button = await screen.findByRole('button', { name: 'Save 3 sales' });
    refuse = new Problem('IMPORT_OUTDATED', {}, {}, 'r', 409);
    upload = anUpload(5, { state: 'errors', rowsOk: 2, rowsInError: 1, errors: 1 });
    fireEvent.click(button);
    expect(await screen.findByText('1 cell with errors in 1 row')).toBeTruthy();
    expect(saves).toBe(1);
  });

  it('of the same bytes shows when they were saved, and saves nothing', async () => {
    upload = anUpload(5, { sameAs: { id: 4, at: '2026-06-02T01:00:00.000Z', by: 'Park Jihun' } });
    page('/sale?upload=5');
    expect(await screen.findByRole('heading', { name: 'This file has already been imported' })).toBeTruthy();
    expect(screen.getByText(/Park Jihun saved the same file at 2026-06-02/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
  });

  it('that is not there any more begins anew', async () => {
    page('/sale?upload=77');
    expect(await screen.findByText('Drop the file here, or choose it')).toBeTruthy();
  });
});
