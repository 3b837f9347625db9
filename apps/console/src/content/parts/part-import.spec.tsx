import { type PartImport, parts } from '@headland/contracts/part';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { savedFiles } from '../../testing/saved-files';
import { PartListPage } from './part-list.page';

const id = 'A'.repeat(22);
const checked = (more: Partial<PartImport> = {}): PartImport => ({
  ...{ id, fileName: 'parts.xlsx', total: 3, created: 1, changed: 1, unchanged: 1, rowsInError: 0, cellsInError: 0 },
  ...{ errors: [], writes: [], digest: 'one' },
  ...more,
});
const writes: PartImport['writes'] = [
  { row: 2, code: 'N1', nameKo: '새 필터', nameEn: 'New filter', isNew: true, changes: [] },
  {
    ...{ row: 3, code: 'C1', nameKo: '오일 필터', nameEn: 'Oil filter', isNew: false },
    changes: [
      { field: 'price', from: '18000', to: '21000' },
      { field: 'models', from: null, to: 'HL 6-110' },
    ],
  },
];

let now: PartImport | null;
let refuse: Problem | null;
let sent: string[];
const answers = [
  answer(parts.list, () => ({ rows: [], total: 0 })),
  answer(parts.upload, () => {
    if (refuse) throw refuse;
    return now ?? checked();
  }),
  answer(parts.uploaded, () => {
    if (!now) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return now;
  }),
  answer(parts.report, () => ({ name: 'parts_parts-errors.xlsx', bytes: new Uint8Array([1]) })),
  answer(parts.save, ({ body }) => {
    sent.push(body.digest);
    if (refuse) throw refuse;
    return { created: 1, changed: 1, unchanged: 1 };
  }),
];
beforeEach(() => {
  [now, refuse, sent] = [null, null, []];
});
const page = (at: string, role: 'ADMIN' | 'STAFF' = 'ADMIN') =>
  renderPage(<PartListPage />, { answers, at, path: '/partDisplay', as: { groupType: 'SERVICE_BUSINESS', role } });
const choose = async () =>
  fireEvent.change(await screen.findByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [new File(['abc'], 'parts.xlsx')] },
  });

describe('the import of parts', () => {
  it('shows what would be written, and then what was', async () => {
    now = checked({ writes });
    const { router } = page('/partDisplay?upload=new');
    await choose();
    await waitFor(() => expect(router.state.location.search).toEqual({ upload: id }));
    expect(await screen.findByText('All 3 rows can be saved')).toBeTruthy();
    expect(screen.getByText('3 rows · 1 new · 1 changed · 1 unchanged')).toBeTruthy();
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row');
    expect(first?.textContent).toContain('NewN1New filter');
    expect(second?.textContent).toMatch(/Price \(KRW\) ₩18,000.*₩21,000.*All models.*HL 6-110/u);
    fireEvent.click(screen.getByRole('button', { name: 'Save 2 parts' }));
    expect(await screen.findByRole('heading', { name: '2 parts saved' })).toBeTruthy();
    expect(screen.getByText(/New parts are hidden/u)).toBeTruthy();
    expect(sent).toEqual(['one']);
  });

  it('with bad cells lists them, gives the marked file, and cannot be saved', async () => {
    const saved = savedFiles();
    const error = {
      row: 9,
      column: 'models',
      value: 'HL 9',
      message: 'part.cell.modelUnknown',
      values: { name: 'HL 9' },
    };
    now = checked({ rowsInError: 1, cellsInError: 120, errors: [error as PartImport['errors'][number]] });
    page(`/partDisplay?upload=${id}`);
    expect(await screen.findByText('120 cells with errors in 1 row')).toBeTruthy();
    expect(screen.getByText('The first 1 of 120 are listed.')).toBeTruthy();
    expect(within(screen.getByRole('table')).getByText('Model not found: HL 9')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Download marked file' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'parts_parts-errors.xlsx', type: parts.report.stream }]));
  });

  it('asks before it is left unsaved, and not when there is nothing to save', async () => {
    now = checked({ writes });
    const { router } = page(`/partDisplay?upload=${id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Back to parts' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(router.state.location.search).toEqual({ upload: id });
    fireEvent.click(screen.getByRole('button', { name: 'Back to parts' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('that changes nothing says so, offers no save, and is left at once', async () => {
    now = checked({ created: 0, changed: 0, unchanged: 3 });
    const { router } = page(`/partDisplay?upload=${id}`);
    expect((await screen.findAllByText('Nothing to change')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back to parts' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('that somebody else was faster with shows what it would write now', async () => {
    now = checked({ writes });
    page(`/partDisplay?upload=${id}`);
    const save = await screen.findByRole('button', { name: 'Save 2 parts' });
    refuse = new Problem('IMPORT_OUTDATED', {}, {}, 'r', 409);
    now = checked({ created: 0, changed: 1, unchanged: 2, writes: writes.slice(1), digest: 'two' });
    fireEvent.click(save);
    const again = await screen.findByRole('button', { name: 'Save 1 part' });
    refuse = null;
    fireEvent.click(again);
    expect(await screen.findByRole('heading', { name: '2 parts saved' })).toBeTruthy();
    expect(sent).toEqual(['one', 'two']);
  });

  it('shows why a file is refused, and begins anew where it is gone', async () => {
    page(`/partDisplay?upload=${id}`);
    expect(await screen.findByText('Drop the file here, or choose it')).toBeTruthy();
    refuse = new Problem('WORKBOOK_NO_COLUMNS', { columns: 'Category' }, {}, 'r', 422);
    await choose();
    expect((await screen.findByRole('alert')).textContent).toContain('Columns of the template are missing: Category');
  });

  it('is for who may register and change', async () => {
    page('/partDisplay?upload=new', 'STAFF');
    expect(await screen.findByText('No parts yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import parts' })).toBeNull();
    expect(screen.queryByText('Drop the file here, or choose it')).toBeNull();
  });
});
