import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderPage } from '../testing/render-page';
import { store } from '../lib/session/store';
import { TextField } from './field';
import { LeaveGuard } from './leave-guard';
import { useForm } from './use-form';

const Body = z.object({ name: z.string() });
function NewThing() {
  const form = useForm(Body, { name: '' }, { draft: 'thing-new' });
  return (
    <>
      <TextField label="Name" {...form.field('name')} />
      <LeaveGuard form={form} within={['user']} draft />
    </>
  );
}
const open = async () => {
  const page = renderPage(<NewThing />, { answers: [], at: '/things?user=0' });
  await screen.findByLabelText('Name');
  return page;
};
const type = () => userEvent.type(screen.getByLabelText('Name'), 'Naju');
const kept = () => waitFor(() => expect(store.get().drafts['thing-new']).toContain('Naju'));
const asked = () => screen.findByRole('dialog', { name: 'Unsaved changes' });

describe('leaving a form', () => {
  beforeEach(() => store.clear());
  it('with unsaved input asks, and stays on Cancel', async () => {
    const { router } = await open();
    await type();
    void router.navigate({ to: '/elsewhere' as never });
    await asked();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/things');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Naju');
  });
  it('forgets the draft when one leaves, and keeps it through a reload', async () => {
    const first = await open();
    await type();
    await kept();
    first.unmount();
    const { router } = await open();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Naju');
    void router.navigate({ search: {} as never, to: '.' });
    await asked();
    fireEvent.click(screen.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(store.get().drafts).toEqual({});
  });
  it('does not ask when the list around it is sorted, or nothing was typed', async () => {
    const { router } = await open();
    await type();
    await router.navigate({ to: '.', search: { user: '0', sort: 'name' } as never });
    expect(router.state.location.search).toEqual({ user: '0', sort: 'name' });
    await userEvent.clear(screen.getByLabelText('Name'));
    await router.navigate({ to: '/elsewhere' as never });
    expect(router.state.location.pathname).toBe('/elsewhere');
  });
  it('does not ask when the session ends, and the draft is discarded', async () => {
    const { router } = await open();
    await type();
    await kept();
    store.clear();
    await router.navigate({ to: '/elsewhere' as never });
    expect(router.state.location.pathname).toBe('/elsewhere');
    expect(store.get().drafts).toEqual({});
  });
});
