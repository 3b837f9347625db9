import type { Input } from '@headland/contracts/endpoint';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { queryPeriod } from '@headland/contracts/date-pair';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ScheduleDialog } from './schedule-dialog';

type Body = Input<typeof exportSchedules.create>['body'];
let sent: Body[];
let refuse: Problem | null;
beforeEach(() => {
  sent = [];
  refuse = null;
});
const answers = [
  answer(exportSchedules.create, ({ body }) => {
    if (refuse) throw refuse;
    sent.push(body);
    const { name, format = 'xlsx', every, weekday, hour, timeZone } = body;
    return {
      ...{ id: 1, list: 'faults' as const, format, name, every, weekday, hour, timeZone },
      ...{ nextAt: '2026-11-30T22:00:00.000Z', lastAt: null, problem: null },
    };
  }),
];
const schema = queryPeriod(z.object({ from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }));
let closed = 0;
const show = (askPurpose = false) =>
  renderPage(
    <ScheduleDialog
      scheduled={{
        ...{ list: 'faults', columns: ['vin'], askPurpose },
        filter: { severity: ['critical'], from: '2026-11-20T15:00:00.000Z', to: '2026-11-26T14:59:59.999Z', page: 3 },
      }}
      schema={schema}
      state={{ filter: { severity: ['critical'], from: '@week' }, columns: {} }}
      name="Grave ones"
      onClose={() => closed++}
    />,
    { answers },
  );
const press = async (name: string): Promise<unknown> => fireEvent.click(await screen.findByRole('button', { name }));

it('asks for the list as it is shown, whose period moves with the days', async () => {
  show();
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: '5' } });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18' } });
  fireEvent.click(screen.getByRole('radio', { name: 'PDF' }));
  expect(screen.getByText(/the first 5,000 rows and 16 columns/u)).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(1));
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(sent[0]).toEqual({
    ...{ list: 'faults', columns: ['vin'], units: 'km', filter: { severity: ['critical'], from: '@week' } },
    ...{ name: 'Grave ones', format: 'pdf', every: 'week', weekday: 5, hour: 18, timeZone },
  });
  await waitFor(() => expect(closed).toBe(1));
});

it('has a weekday for weeks alone, and asks for a purpose where the list does', async () => {
  show(true);
  fireEvent.change(await screen.findByLabelText('Repeats'), { target: { value: 'day' } });
  expect(screen.queryByLabelText('Day')).toBeNull();
  await press('Save');
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText('Purpose'), { target: { value: 'Weekly meeting' } });
  await press('Save');
  await waitFor(() => expect(sent).toMatchObject([{ every: 'day', purpose: 'Weekly meeting' }]));
});

it('is sent with Enter, of several fields too', async () => {
  show(true);
  await userEvent.type(await screen.findByLabelText('Purpose'), 'Weekly meeting{Enter}');
  await waitFor(() => expect(sent).toMatchObject([{ purpose: 'Weekly meeting' }]));
});

it('shows what is refused as a whole', async () => {
  refuse = new Problem('FORBIDDEN');
  show();
  await press('Save');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You have no permission for this action.');
  expect(alert.textContent).not.toContain('Could not be loaded');
});

it('shows what the server refuses at its field', async () => {
  refuse = new Problem('E0001', {}, { name: 'field.schedulesFull' });
  show();
  await press('Save');
  expect(await screen.findByText('Up to 20 scheduled exports can be saved.')).toBeTruthy();
});
