import { images } from '@headland/contracts/file';
import { type ModelRow, models } from '@headland/contracts/model';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ModelListPage } from './model-list.page';
import { aRow } from '../../testing/models';

const picture = 'abcdefghijklmnopqrstuv';
let rows: ModelRow[];
let asked: unknown[];
const answers = [
  answer(models.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(images.get, () => ({ name: null, bytes: new Uint8Array([1]) })),
];
beforeEach(() => {
  rows = [
    aRow(1, { imageId: picture, imageAlt: 'Blue tractor' }),
    aRow(2, {
      name: 'HX 35',
      machine: 'excavator',
      type: 'standard',
      remoteControl: 'none',
      description: '',
      vehicles: 0,
    }),
  ];
  asked = [];
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
});
const open = (as = { groupType: 'SERVICE_BUSINESS', role: 'ADMIN' as 'ADMIN' | 'STAFF' }, at = '/model') =>
  renderPage(<ModelListPage />, { answers, at, as });

describe('the list of models', () => {
  it('shows each model with what it is, how many items and vehicles it has', async () => {
    await open();
    const row = await screen.findByRole('row', { name: /HL 6-11/u });
    for (const text of ['Premium', '2025', '110', 'For wet paddies', 'Remote start', '40', '2026-03-02'])
      expect(within(row).getByText(text, { exact: false }), text).toBeDefined();
    expect(within(screen.getByRole('row', { name: /HX 35/u })).getByText('–')).toBeDefined();
  });
  it('shows a picture through the session, and gives its memory back', async () => {
    const { unmount } = open();
    const img = await screen.findByRole('img', { name: 'Blue tractor' });
    expect(img.getAttribute('src')).toBe('blob:picture');
    unmount();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:picture');
  });
  it('requests what its filters select, and keeps them in the address', async () => {
    const { router } = open();
    await userEvent.type(await screen.findByLabelText('Release year'), '2025{Enter}');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ releaseYear: 2025 }));
    await userEvent.click(screen.getByRole('button', { name: /Remote control/u }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Remote start' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ releaseYear: 2025, remoteControl: ['start'] }));
    expect(router.state.location.search).toMatchObject({ releaseYear: '2025', remoteControl: 'start' });
  });
  it('sorts by a column', async () => {
    open();
    await screen.findByText('HX 35');
    expect(asked.at(-1)).toMatchObject({ sort: 'name', order: 'asc' });
    await userEvent.click(screen.getByRole('button', { name: 'Vehicles' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'vehicles' }));
  });
  it('opens the page of a model', async () => {
    const { router } = open();
    fireEvent.click(await screen.findByText('HX 35'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelDetail/2'));
  });
  it('leads who may to the registration, and hides it from who may not', async () => {
    const { router, unmount } = open();
    await screen.findByText('HX 35');
    fireEvent.click(screen.getByRole('button', { name: 'New model' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelRegi/0'));
    unmount();
    open({ groupType: 'HEAD_OFFICE', role: 'ADMIN' });
    await screen.findByText('HX 35');
    expect(screen.queryByRole('button', { name: 'New model' })).toBeNull();
  });
  it('that is empty shows what belongs here and how to begin', async () => {
    rows = [];
    open();
    expect(await screen.findByText('No models yet')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'New model' })).toHaveLength(2);
  });
  it('that a filter has emptied offers to reset it', async () => {
    rows = [];
    const { router } = open(undefined, '/model?name=XX');
    await screen.findByText('No results for these filters');
    fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1) as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
