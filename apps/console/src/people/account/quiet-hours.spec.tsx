import { notifications, type QuietHours } from '@headland/contracts/notification';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { QuietHoursSection } from './quiet-hours';

let hours: QuietHours | null;
let sent: (QuietHours | null)[];
let refuse: Problem | null;
const answers = [
  answer(notifications.quietHours, () => ({ quietHours: hours })),
  answer(notifications.setQuietHours, ({ body }) => {
    if (refuse) throw refuse;
    sent.push(body.quietHours);
    hours = body.quietHours;
    return body;
  }),
];
const weekdays = [1, 2, 3, 4, 5];
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const show = () => renderPage(<QuietHoursSection />, { answers });
beforeEach(() => {
  hours = { days: weekdays, from: '22:00', to: '07:00', timeZone: here };
  sent = [];
  refuse = null;
});

it('says what waits, and what never does, before they are turned on', async () => {
  hours = null;
  show();
  const on = await screen.findByRole('switch');
  expect(screen.getByText(/^An SOS that you are responsible for/u)).toBeTruthy();
  expect(screen.queryByLabelText('From')).toBeNull();
  await userEvent.click(on);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('22:00'));
  expect(sent).toEqual([{ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00', timeZone: here }]);
});

it('stay on where they could not be turned off', async () => {
  refuse = new Problem('UNAVAILABLE');
  show();
  await userEvent.click(await screen.findByRole('switch'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('22:00'));
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
});

it('are changed as a whole, and not without a day', async () => {
  show();
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '12:00' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '13:30' } });
  expect(screen.queryByText('on the next day')).toBeNull();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await userEvent.click(screen.getByRole('button', { name: day }));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Sun' }));
  await userEvent.click(save);
  await waitFor(() => expect(sent).toEqual([{ days: [0], from: '12:00', to: '13:30', timeZone: here }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});

it('stay in the zone in which they were set until it is changed', async () => {
  hours = { days: weekdays, from: '22:00', to: '07:00', timeZone: 'Pacific/Chatham' };
  show();
  expect(await screen.findByText('Time zone: Pacific/Chatham')).toBeTruthy();
  expect(screen.getByText('on the next day')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: `Use ${here}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.at(-1)?.timeZone).toBe(here));
});

it('end with the switch', async () => {
  show();
  await userEvent.click(await screen.findByRole('switch', { checked: true }));
  await waitFor(() => expect(sent).toEqual([null]));
});
