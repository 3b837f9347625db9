import { DispatchSosBody } from '@headland/contracts/sos';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { z } from 'zod';
import { Problem } from '../lib/call';
import { renderPage } from '../testing/render-page';
import { store } from '../lib/session/store';
import { Button } from './button';
import { Dialog } from './dialog';
import { RadioGroup, TextField } from './field';
import { useForm } from './use-form';

let sent: unknown[];
let refuse: Problem | null;
beforeEach(() => {
  sent = [];
  refuse = null;
});
afterEach(() => vi.useRealTimers());

function DispatchForm() {
  const form = useForm(
    DispatchSosBody,
    { agencyId: '7', person: '', phone: '', etaMinutes: '', note: '' },
    { draft: 'dispatch-1' },
  );
  const send = () => form.submit((body) => (refuse ? Promise.reject(refuse) : Promise.resolve(sent.push(body))));
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      <TextField label="Person" {...form.field('person')} />
      <TextField label="Phone" {...form.field('phone')} />
      <TextField label="Minutes" {...form.field('etaMinutes')} />
      <TextField label="Note" required={false} {...form.field('note')} />
      <Button type="submit" busy={form.busy}>
        Send
      </Button>
      {form.problem && <p>{form.problem.code}</p>}
    </form>
  );
}
const open = async () => {
  const page = renderPage(<DispatchForm />, { answers: [] });
  await screen.findByLabelText('Person');
  return page;
};
const fill = async () => {
  await userEvent.type(screen.getByLabelText('Person'), 'Jung Haneul');
  await userEvent.type(screen.getByLabelText('Phone'), '010-5555-0119');
  await userEvent.type(screen.getByLabelText('Minutes'), '15');
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('a form', () => {
  it('sends what its schema makes of it; what was left empty is not given', async () => {
    await open();
    await fill();
    await send();
    await waitFor(() =>
      expect(sent).toEqual([{ agencyId: 7, person: 'Jung Haneul', phone: '010-5555-0119', etaMinutes: 15 }]),
    );
  });
  it('shows missing and invalid values, and focuses the first', async () => {
    await open();
    await userEvent.type(screen.getByLabelText('Phone'), '123');
    await send();
    expect(screen.getByText('Person is required.')).toBeDefined();
    expect(screen.getByText(/Enter the phone as digits/u)).toBeDefined();
    expect(sent).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Person')));
    expect(screen.getByLabelText('Person').getAttribute('aria-invalid')).toBe('true');
  });
  it('focuses a choice that is missing, and in a dialog its own field of two with the same name', async () => {
    const Body = z.object({ result: z.enum(['done', 'open']), note: z.string() });
    const Choice = () => {
      const form = useForm(Body, { result: '', note: '' });
      return (
        <>
          <RadioGroup
            label="Result"
            options={['done', 'open'].map((value) => ({ value, label: value }))}
            {...form.field('result')}
          />
          <TextField label="Note of the dialog" {...form.field('note')} />
          <Button onClick={() => void form.submit(() => Promise.resolve())}>Save</Button>
        </>
      );
    };
    renderPage(
      <>
        <input name="note" aria-label="Note of the page" />
        <Dialog open onClose={() => undefined} title="Close it?">
          <Choice />
        </Dialog>
      </>,
      { answers: [] },
    );
    const save = await screen.findByRole('button', { name: 'Save' });
    await userEvent.click(save);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('done')));
    await userEvent.click(screen.getByLabelText('open'));
    await userEvent.click(save);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note of the dialog')));
  });
  it('puts the server’s field errors on their fields and keeps what was typed', async () => {
    await open();
    await fill();
    refuse = new Problem('E0001', {}, { phone: 'field.phone' });
    await send();
    expect(await screen.findByText(/Enter the phone as digits/u)).toBeDefined();
    expect((screen.getByLabelText('Person') as HTMLInputElement).value).toBe('Jung Haneul');
  });
  it('that was closed while it was sent says what was refused all the same', async () => {
    let fail: (problem: Problem) => void = () => undefined;
    const Slow = () => {
      const form = useForm(z.object({ note: z.string() }), { note: 'x' });
      const send = () => form.submit(() => new Promise((_, reject) => (fail = reject)));
      return <Button onClick={() => void send()}>Send</Button>;
    };
    const Page = () => {
      const [open, setOpen] = useState(true);
      return open ? (
        <>
          <Slow />
          <Button onClick={() => setOpen(false)}>Close</Button>
        </>
      ) : null;
    };
    renderPage(<Page />, { answers: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    fail(new Problem('TIMEOUT'));
    expect(await screen.findByText(/^Response Time Out/u)).toBeDefined();
  });
  it('shows a problem that belongs to no field', async () => {
    await open();
    await fill();
    refuse = new Problem('SOS_CLOSED');
    await send();
    expect(await screen.findByText('SOS_CLOSED')).toBeDefined();
  });
  it('shows a refusal with its own code at the field that names it, with its values', async () => {
    await open();
    await fill();
    refuse = new Problem(
      'DEVICE_IN_OTHER_UNIT',
      { vin: 'HDLT6A11NSK001007' },
      { person: 'error.DEVICE_IN_OTHER_UNIT' },
    );
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain('HDLT6A11NSK001007');
    expect(screen.getByLabelText('Person').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('DEVICE_IN_OTHER_UNIT')).toBeNull();
  });
  it('shows it as a whole, too, where its field only shows that something is wrong', async () => {
    await open();
    await fill();
    refuse = new Problem('DEVICE_IN_OTHER_UNIT', { vin: 'HDLT6A11NSK001007' }, { person: 'field.invalid' });
    await send();
    expect(await screen.findByText('DEVICE_IN_OTHER_UNIT')).toBeDefined();
    expect(screen.getByLabelText('Person').getAttribute('aria-invalid')).toBe('true');
  });
  it('shows what is wrong with a field that it does not have', async () => {
    await open();
    await fill();
    refuse = new Problem('E0001', {}, { elsewhere: 'field.invalid' });
    await send();
    expect(await screen.findByText('E0001')).toBeDefined();
    // a field that has a message of its own shows only that one
    refuse = new Problem('E0001', {}, { phone: 'field.phone', elsewhere: 'field.invalid' });
    await send();
    expect(await screen.findByText(/Enter the phone as digits/u)).toBeDefined();
    expect(screen.queryByText('E0001')).toBeNull();
  });
  it('loses nothing that was typed: it is there after a reload, and gone once it was sent', async () => {
    const { unmount } = await open();
    await userEvent.type(screen.getByLabelText('Person'), 'Jung');
    await waitFor(() => expect(store.get().drafts['dispatch-1']).toContain('Jung'));
    unmount();
    await open();
    expect((screen.getByLabelText('Person') as HTMLInputElement).value).toBe('Jung');
    await userEvent.clear(screen.getByLabelText('Person'));
    await fill();
    await send();
    await waitFor(() => expect(store.get().drafts['dispatch-1']).toBeUndefined());
  });
  it('loses nothing that was typed last, however soon it is left', async () => {
    const { unmount } = await open();
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'Jung' } });
    unmount();
    expect(store.get().drafts['dispatch-1']).toContain('Jung');
    await open();
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'Jung Haneul' } });
    fireEvent(window, new Event('pagehide'));
    expect(store.get().drafts['dispatch-1']).toContain('Jung Haneul');
  });
  it('that was discarded keeps no draft, however soon it is left', async () => {
    const Discarded = () => {
      const form = useForm(z.object({ note: z.string() }), { note: '' }, { draft: 'note-1' });
      return (
        <>
          <TextField label="Note" {...form.field('note')} />
          <Button onClick={() => form.reset()}>Discard</Button>
        </>
      );
    };
    const { unmount } = renderPage(<Discarded />, { answers: [] });
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'not this' } });
    act(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
      unmount();
    });
    expect(store.get().drafts['note-1']).toBeUndefined();
  });
  it('that was sent keeps no draft, however soon after the last key it was', async () => {
    await open();
    await fill();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '20' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    // the page may stay while the next one is being loaded
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(store.get().drafts['dispatch-1']).toBeUndefined();
  });
});
