import { images } from '@headland/contracts/file';
import { type ChangeModelBody, type ModelBody, type ModelDetail, models } from '@headland/contracts/model';
import type { z } from 'zod';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ModelEditPage, ModelRegistrationPage } from './model-form.page';
import { aModel } from '../../testing/models';

const picture = 'abcdefghijklmnopqrstuv';
let known: Map<number, ModelDetail>;
let sent: (ModelBody | z.output<typeof ChangeModelBody>)[];
let previews: unknown[];
let preview: {
  vehicles: number;
  imminent: number;
  exceeded: number;
  safe: number;
  ended: number;
  started: number;
  devices: number;
};
let refuse: Problem | null;
const find = (id: number): ModelDetail => {
  const model = known.get(id);
  if (!model) throw new Problem('NOT_FOUND');
  return model;
};
const took = <B extends ModelBody>(body: B, id: number): ModelDetail => {
  if (refuse) throw refuse;
  sent.push(body);
  return aModel(id, { name: body.name });
};
const answers = [
  answer(models.get, ({ params }) => find(params.id)),
  answer(models.create, ({ body }) => took(body, 90)),
  answer(models.change, ({ params, body }) => took(body, params.id)),
  answer(models.preview, ({ body }) => {
    previews.push(body);
    return preview;
  }),
  answer(images.upload, () => {
    if (refuse) throw refuse;
    return { id: picture, name: 'tractor.jpg', width: 1600, height: 900, bytes: 4_000 };
  }),
  answer(images.get, () => ({ name: null, bytes: new Uint8Array([1]) })),
];
beforeEach(() => {
  store.clear();
  known = new Map([[7, aModel(7)]]);
  sent = [];
  previews = [];
  preview = { vehicles: 40, imminent: 12, exceeded: 4, safe: 0, ended: 0, started: 0, devices: 38 };
  refuse = null;
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
});
const as = { groupType: 'SERVICE_BUSINESS', role: 'ADMIN' as const };
const register = (number: number | string = 0) =>
  renderPage(<ModelRegistrationPage />, { answers, at: `/modelRegi/${number}`, path: '/modelRegi/$number', as });
const edit = (number: number | string = 7) =>
  renderPage(<ModelEditPage />, { answers, at: `/modelModi/${number}`, path: '/modelModi/$number', as });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const save = () => press('Save');
const put = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
/** by its label, since a query by role reads the whole of a long form */
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[aria-label]')];
const row = (name: string) => rows().find((r) => r.getAttribute('aria-label') === name) as HTMLElement;
const cellOf = (inRow: HTMLElement, label: RegExp) => within(inRow).getByLabelText<HTMLInputElement>(label);
const order = () => rows().map((r) => r.getAttribute('aria-label'));
async function fill(): Promise<void> {
  put(await screen.findByLabelText('Model name'), 'HL 8-150');
  put(field('Model type'), 'premium');
  put(field('Machine type'), 'tractor');
  put(field('Release year'), '2026');
  put(field('Horsepower'), '150');
}
function addItem(name: string): HTMLElement {
  press('Add item');
  const added = rows().at(-1) as HTMLElement;
  put(cellOf(added, /Item name/u), name);
  put(cellOf(added, /Initial cycle/u), '50');
  put(cellOf(added, /Replacement cycle/u), '250');
  return added;
}

describe('a new model', () => {
  it('is registered as typed, with the usual thresholds, and its page opens', async () => {
    const { router } = register();
    await fill();
    addItem('Engine oil');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelDetail/90'));
    expect(sent).toEqual([
      {
        name: 'HL 8-150',
        type: 'premium',
        machine: 'tractor',
        releaseYear: 2026,
        horsepower: 150,
        description: '',
        remoteControl: 'none',
        rollover: { 1: { x: 45, y: 45, z: 60 }, 2: { x: 45, y: 45, z: 60 } },
        imageId: null,
        imageAlt: '',
        consumables: [
          { id: null, name: 'Engine oil', maintenance: 'replace', initialHours: 50, cycleHours: 250, cycleDays: null },
        ],
      },
    ]);
    expect(screen.getByText('Model “HL 8-150” registered.')).toBeDefined();
  });
  it('shows what is missing or wrong, in the cells of the set, too, and focuses the first of it', async () => {
    register();
    await screen.findByLabelText('Model name');
    put(field('Release year'), '26');
    put(field('Horsepower'), '0');
    put(screen.getAllByLabelText('Roll')[1] as HTMLElement, '91');
    const oil = addItem('Oil 5W30');
    put(cellOf(oil, /Initial cycle/u), '');
    put(cellOf(oil, /Cycle in days/u), '1.5');
    save();
    await screen.findByText('Model name is required.');
    for (const text of [
      'Model name is required.',
      'Machine type is required.',
      'Enter exactly 4 digits.',
      'Enter a positive number of at least 1 digit.',
      'Enter 1 to 90 degrees.',
      'Use 2-50 Hangul, English or special characters.',
      'Initial cycle is required.',
    ])
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    expect(cellOf(oil, /Cycle in days/u).getAttribute('aria-invalid')).toBe('true');
    expect(cellOf(oil, /Replacement cycle/u).getAttribute('aria-invalid')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field('Model name')));
    expect(sent).toEqual([]);
  });
  it('shows this on leaving a field', async () => {
    register();
    await userEvent.type(await screen.findByLabelText('Release year'), '20{Tab}');
    expect(screen.getByText('Enter exactly 4 digits.')).toBeDefined();
  });
  it('has no two items of one name', async () => {
    register();
    await fill();
    addItem('Engine oil');
    const second = addItem('Engine oil');
    save();
    expect(await within(second).findByText('This name is already in use.')).toBeDefined();
    expect(sent).toEqual([]);
  });
  it('keeps what was typed through a reload, rows included, and forgets it once it is saved', async () => {
    const { unmount } = register();
    await fill();
    addItem('Engine oil');
    await waitFor(() => expect(store.get().drafts['model-new']).toContain('Engine oil'));
    unmount();
    register();
    expect((await screen.findByLabelText<HTMLInputElement>('Model name')).value).toBe('HL 8-150');
    expect(cellOf(row('1. Engine oil'), /Replacement cycle/u).value).toBe('250');
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(store.get().drafts).toEqual({});
  });
  it('asks before leaving, and its draft is discarded then', async () => {
    const { router } = register();
    await fill();
    await waitFor(() => expect(store.get().drafts['model-new']).toBeDefined());
    press('Cancel');
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/model'));
    expect(store.get().drafts).toEqual({});
  });
});

describe('the rows of the consumables set', () => {
  it('move with Alt and the arrow keys; the focus goes along', async () => {
    register();
    await screen.findByLabelText('Model name');
    for (const name of ['Engine oil', 'Fuel filter', 'Air filter']) addItem(name);
    const name = cellOf(row('1. Engine oil'), /Item name/u);
    name.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(order()).toEqual(['1. Fuel filter', '2. Engine oil', '3. Air filter']);
    expect(document.activeElement).toBe(name);
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    expect(order()).toEqual(['1. Fuel filter', '2. Air filter', '3. Engine oil']);
    expect(screen.getByText('“Engine oil” is now 3 of 3')).toBeDefined();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(order()).toEqual(['1. Fuel filter', '2. Engine oil', '3. Air filter']);
    expect(document.activeElement).toBe(name);
  });
  it('move by their buttons, and a button at its end hands the focus on', async () => {
    register();
    await screen.findByLabelText('Model name');
    for (const name of ['Engine oil', 'Fuel filter']) addItem(name);
    await userEvent.click(screen.getByRole('button', { name: 'Move “Fuel filter” up' }));
    expect(order()).toEqual(['1. Fuel filter', '2. Engine oil']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move “Fuel filter” down' }));
  });
  it('keep their errors when they move, and go when they are removed', async () => {
    register();
    await fill();
    addItem('Engine oil');
    addItem('Oil 5W30');
    save();
    fireEvent.keyDown(cellOf(row('2. Oil 5W30'), /Item name/u), { key: 'ArrowUp', altKey: true });
    expect(await within(row('1. Oil 5W30')).findByText(/Use 2-50 Hangul/u)).toBeDefined();
    expect(within(row('2. Engine oil')).queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove “Oil 5W30”' }));
    expect(order()).toEqual(['1. Engine oil']);
    save();
    await waitFor(() => expect(sent[0]?.consumables.map((item) => item.name)).toEqual(['Engine oil']));
  });
});

describe('the picture', () => {
  const choose = (file = new File(['x'], 'tractor.jpg', { type: 'image/jpeg' })) =>
    fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, { target: { files: [file] } });

  it('is sent when it is dropped, shown, and saved with its alt text', async () => {
    register();
    await fill();
    fireEvent.drop(screen.getByRole('group', { name: /^Image/u }), {
      dataTransfer: { files: [new File(['x'], 'tractor.jpg')] },
    });
    expect(await screen.findByText('tractor.jpg · 1600 × 900')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Replace' })).toBeDefined();
    await userEvent.type(screen.getByLabelText(/Alt text/u), 'Blue');
    expect(await screen.findByRole('img', { name: 'Blue' })).toBeDefined();
    save();
    await waitFor(() => expect(sent[0]).toMatchObject({ imageId: picture, imageAlt: 'Blue' }));
  });
  it('that is none is refused on its field, and what was there stays', async () => {
    register();
    await fill();
    choose();
    await screen.findByText('tractor.jpg · 1600 × 900');
    refuse = new Problem('IMAGE_INVALID');
    choose(new File(['x'], 'list.xlsx.png'));
    expect(await screen.findByText('Only .jpg or .png images.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeDefined();
  });
  it('that is too large is not even sent', async () => {
    register();
    await fill();
    choose(new File([new Uint8Array(5 * 1024 ** 2 + 1)], 'huge.jpg'));
    expect(await screen.findByText('Up to 5 MB.')).toBeDefined();
    expect(vi.mocked(fetch)).not.toHaveBeenCalled();
  });
  it('can be removed again', async () => {
    known.set(7, aModel(7, { imageId: picture, imageAlt: 'Blue' }));
    edit();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    save();
    await waitFor(() => expect(sent[0]).toMatchObject({ imageId: null, imageAlt: '' }));
    expect(previews).toEqual([]);
  });
});

describe('a copy', () => {
  it('copies everything but the name; its items are new ones', async () => {
    known.set(7, aModel(7, { imageId: picture, imageAlt: 'Blue' }));
    register(7);
    expect((await screen.findByLabelText<HTMLInputElement>('Model name')).value).toBe('');
    put(field('Model name'), 'HL 6-120');
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      name: 'HL 6-120',
      imageId: picture,
      imageAlt: 'Blue',
      rollover: aModel(7).rollover,
      horsepower: 110,
    });
    expect(sent[0]?.consumables).toEqual(aModel(7).consumables.map((item) => ({ ...item, id: null })));
  });
  it.each([8, 'x'])('of %s, which is no model, shows "not found"', async (number) => {
    register(number);
    expect(await screen.findByText('Model not found')).toBeDefined();
  });
});

describe('changing a model', () => {
  it('in what concerns no vehicle is saved at once, with the version that was loaded', async () => {
    const { router } = edit();
    await userEvent.type(await screen.findByLabelText(/Description/u), '!');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelDetail/7'));
    expect(previews).toEqual([]);
    expect(sent[0]).toMatchObject({ version: 3, description: 'For wet paddies!', consumables: aModel(7).consumables });
  });
  it('in its cycles or thresholds first shows what that does to the vehicles', async () => {
    const { router } = edit();
    await screen.findByLabelText('Model name');
    put(cellOf(row('1. Engine oil'), /Replacement cycle/u), '200');
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Save the changes to “HL 6-17”?' });
    for (const text of [
      'Cycles that become due soon',
      '12',
      'Cycles that become overdue',
      '4',
      /38 devices receive the new configuration/u,
    ])
      expect(within(dialog).getByText(text)).toBeDefined();
    expect(previews[0]).toMatchObject({ consumables: [{ id: 71, cycleHours: 200 }, { id: 72 }] });
    expect(sent).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    save();
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelDetail/7'));
    expect(sent).toHaveLength(1);
  });
  it('in a threshold asks, too; without vehicles concerned it does not', async () => {
    preview = { ...preview, vehicles: 0, devices: 0 };
    edit();
    await screen.findByLabelText('Model name');
    put(screen.getAllByLabelText('Pitch')[1] as HTMLElement, '41.5');
    save();
    await waitFor(() => expect(sent[0]).toMatchObject({ rollover: { 2: { y: 41.5 } } }));
    expect(previews).toHaveLength(1);
  });
  it('puts what the server refuses on its field, in the row of the item’s current position', async () => {
    edit();
    await screen.findByLabelText('Model name');
    put(field('Model name'), 'HX 35');
    fireEvent.keyDown(cellOf(row('2. Air filter'), /Item name/u), { key: 'ArrowUp', altKey: true });
    refuse = new Problem(
      'E0001',
      {},
      {
        name: 'field.nameTaken',
        'consumables.0.name': 'field.nameTaken',
        'rollover.1.z': 'field.deg',
        releaseYear: 'field.yearRange',
      },
    );
    save();
    expect(await within(row('1. Air filter')).findByText('This name is already in use.')).toBeDefined();
    expect(screen.getAllByText('This name is already in use.')).toHaveLength(2);
    expect(screen.getByText('Enter 1 to 90 degrees.')).toBeDefined();
    expect(screen.getByText('From 1980 to next year.')).toBeDefined();
    expect(field('Model name').value).toBe('HX 35');
  });
  it('that somebody else has changed meanwhile names who, shows the difference, and can begin anew', async () => {
    edit();
    await userEvent.type(await screen.findByLabelText(/Description/u), '!');
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee Seoyeon', at: '2026-11-20T05:00:00.000Z' }, {}, null, 409);
    save();
    expect(await screen.findByText(/Lee Seoyeon changed this/u)).toBeDefined();
    known.set(7, aModel(7, { version: 4, horsepower: 120, consumables: aModel(7).consumables.slice(1) }));
    fireEvent.click(screen.getByRole('button', { name: 'Show difference' }));
    const difference = await screen.findByRole('row', { name: 'Horsepower 120 110' });
    expect(difference).toBeDefined();
    expect(screen.getByRole('rowheader', { name: 'Engine oil' })).toBeDefined();
    refuse = null;
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(field('Horsepower').value).toBe('120'));
    await userEvent.type(screen.getByLabelText(/Description/u), '?');
    save();
    await waitFor(() => expect(sent[0]).toMatchObject({ version: 4, horsepower: 120 }));
  });
  it.each([8, 0, 'x'])('%s, which is no model, shows "not found"', async (number) => {
    edit(number);
    expect(await screen.findByText('Model not found')).toBeDefined();
  });
});
