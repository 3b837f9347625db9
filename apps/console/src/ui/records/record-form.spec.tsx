import { endpoint } from '@headland/contracts/endpoint';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { call, query } from '../../lib/session/session';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { TextField } from '../field';
import { fieldDifferences } from './differences';
import { RecordEdit, type RecordState } from './record-edit';
import { RecordFormPage, RecordFormPanel } from './record-form';
import { useRecordForm } from './use-record-form';

const Barn = z.object({ id: z.number(), version: z.number(), name: z.string(), keeper: z.string() });
type Barn = z.output<typeof Barn>;
const Body = z.object({ name: z.string(), keeper: z.string(), version: z.coerce.number<string | number>() });
const base = { allow: 'organization:U', summary: 'For this spec' } as const;
const barns = {
  get: endpoint({ ...base, method: 'GET', path: '/api/barns', data: Barn }),
  change: endpoint({ ...base, method: 'PUT', path: '/api/barns', body: Body, data: Barn }),
};

let saved: Barn;
let reads: number;
let sent: z.output<typeof Body>[];
let refuse: Problem | null;
beforeEach(() => {
  store.clear();
  saved = { id: 7, version: 1, name: 'Upper barn', keeper: 'Kim' };
  reads = 0;
  sent = [];
  refuse = null;
});
const answers = [
  answer(barns.get, () => {
    reads++;
    return saved;
  }),
  answer(barns.change, ({ body }) => {
    if (refuse) throw refuse;
    if (body.version !== saved.version)
      throw new Problem('CHANGED_MEANWHILE', { by: 'Lee', at: '2026-11-20T08:00:00Z' });
    sent.push(body);
    saved = { ...saved, ...body, version: body.version + 1 };
    return saved;
  }),
];

const valuesOf = (b: Barn) => ({ name: b.name, keeper: b.keeper, version: String(b.version) });

function useBarnForm({ start, newest, refresh, reload }: RecordState<Barn>) {
  const navigate = useNavigate();
  return useRecordForm({
    schema: Body,
    start: valuesOf(start),
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: ['name', 'keeper'],
        label: (name) => ({ name: 'Name', keeper: 'Keeper' })[name],
        now: valuesOf(newest),
        text: (name, value) => (name === 'keeper' ? `Mr ${value}` : value),
      }),
    },
    shownByFields: ['CUSTOMER_PHONE_TAKEN'],
    confirm: ({ keeper }) =>
      keeper === start.keeper
        ? null
        : { title: 'Another keeper?', text: `${keeper} gets the key.`, confirm: { label: 'Give the key' } },
    send: (body) => call(barns.change, { body }),
    invalidates: [barns.get],
    toastText: ({ name }) => `${name} was saved`,
    done: () => void navigate({ to: '/saved', ignoreBlocker: true }),
  });
}

function BarnPage(record: RecordState<Barn>) {
  const form = useBarnForm(record);
  return (
    <RecordFormPage form={form} title={record.start.name} onCancel={() => undefined}>
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Keeper" {...form.field('keeper')} />
    </RecordFormPage>
  );
}
function BarnPanel(record: RecordState<Barn>) {
  const form = useBarnForm(record);
  return (
    <RecordFormPanel form={form} title={record.start.name} onClose={() => undefined}>
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Keeper" {...form.field('keeper')} />
    </RecordFormPanel>
  );
}
function Loaded({ of: Form }: { of: typeof BarnPage }) {
  const { data, refetch } = useQuery(query(barns.get, {}));
  return (
    data && (
      <RecordEdit newest={data} refetch={() => refetch().then((now) => now.data)}>
        {(record) => <Form {...record} />}
      </RecordEdit>
    )
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const open = async (of = BarnPage) => {
  const page = renderPage(<Loaded of={of} />, { answers, at: '/barn' });
  await screen.findByLabelText('Name');
  return page;
};
const rename = async (to: string) => {
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), to);
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const meanwhile = () => (saved = { ...saved, name: 'Lower barn', version: 2 });

describe.each([
  ['page', BarnPage],
  ['panel', BarnPanel],
])('a record form as a %s', (_, of) => {
  it('sends once, shows a toast, has the record read again and leaves without a question', async () => {
    const { router } = await open(of);
    await rename('Old barn');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved'));
    expect(screen.getByText('Old barn was saved')).toBeDefined();
    expect(sent).toEqual([{ name: 'Old barn', keeper: 'Kim', version: 1 }]);
    expect(reads).toBe(2);
  });
  it('shows who has saved meanwhile, shows what differs in words, and keeps what was typed', async () => {
    await open(of);
    await rename('Old barn');
    meanwhile();
    save();
    expect(await screen.findByText(/Lee/u)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show difference' }));
    expect(await screen.findByRole('row', { name: 'Name Lower barn Old barn' })).toBeDefined();
    expect(screen.queryByText('Mr Kim')).toBeNull();
    expect(field('Name').value).toBe('Old barn');
    expect(sent).toEqual([]);
  });
  it('begins anew with what is saved after a reload, and saves that', async () => {
    await open(of);
    await rename('Old barn');
    meanwhile();
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(field('Name').value).toBe('Lower barn'));
    expect(screen.queryByText(/Lee/u)).toBeNull();
    save();
    await waitFor(() => expect(sent.map((b) => b.version)).toEqual([2]));
  });
});

describe('a record form', () => {
  it('is not changed by a later read of its record', async () => {
    const { cache } = await open();
    meanwhile();
    await cache.invalidateQueries();
    expect(reads).toBe(2);
    expect(field('Name').value).toBe('Upper barn');
  });
  it('confirms the impact of saving: cancelled it sends nothing, confirmed it sends what is typed', async () => {
    await open();
    await userEvent.type(field('Keeper'), ' Minsu');
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Another keeper?' });
    expect(dialog.textContent).toContain('Kim Minsu gets the key.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Give the key' }));
    await waitFor(() => expect(sent.map((b) => b.keeper)).toEqual(['Kim Minsu']));
  });
  it('shows what is refused after the question behind it, with the question closed', async () => {
    await open();
    await userEvent.type(field('Keeper'), ' Minsu');
    save();
    refuse = new Problem('INTERNAL');
    fireEvent.click(await screen.findByRole('button', { name: 'Give the key' }));
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('shows what was refused as a whole, but not what its fields show themselves', async () => {
    await open();
    await rename('Old barn');
    refuse = new Problem('INTERNAL');
    save();
    expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL');
    refuse = new Problem('CUSTOMER_PHONE_TAKEN');
    save();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
  it('asks before leaving with unsaved input', async () => {
    const { router } = await open();
    await rename('Old barn');
    void router.navigate({ to: '/elsewhere' as never });
    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeDefined();
    expect(router.state.location.pathname).toBe('/barn');
  });
});

function NewBarn() {
  const form = useRecordForm({
    schema: Body.pick({ name: true }),
    start: { name: '' },
    draft: 'barn-new',
    confirm: () => ({ title: 'Build it?', text: '', confirm: { label: 'Build' } }),
    send: ({ name }) => call(barns.change, { body: { ...saved, name } }),
    invalidates: [barns.get],
    toastText: ({ name }) => `${name} was saved`,
    done: () => undefined,
  });
  return (
    <RecordFormPage form={form} title="New barn" onCancel={() => undefined}>
      <TextField label="Name" {...form.field('name')} />
    </RecordFormPage>
  );
}

it('the draft of a new record outlives a question that is cancelled, and ends when it is saved', async () => {
  renderPage(<NewBarn />, { answers, at: '/barn' });
  await userEvent.type(await screen.findByLabelText('Name'), 'East barn');
  const draft = () => store.get().drafts['barn-new'];
  await waitFor(() => expect(draft()).toContain('East barn'));
  save();
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(draft()).toContain('East barn');
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Build' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(draft()).toBeUndefined());
});
