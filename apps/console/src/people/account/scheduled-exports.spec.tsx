import { type ExportSchedule, exportSchedules } from '@headland/contracts/export-schedule';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ScheduledExports } from './scheduled-exports';

let schedules: ExportSchedule[];
beforeEach(() => {
  const times = { every: 'week', weekday: 1, hour: 7, timeZone: 'America/Lima' } as const;
  schedules = [
    {
      id: 1,
      list: 'faults',
      format: 'pdf',
      name: 'Grave ones',
      ...times,
      nextAt: '2026-11-30T12:00:00Z',
      lastAt: null,
      problem: null,
    },
    { id: 2, list: 'sales', format: 'xlsx', name: 'Sales', ...times, nextAt: null, lastAt: null, problem: 'FORBIDDEN' },
  ];
});
const show = () =>
  renderPage(<ScheduledExports />, {
    answers: [
      answer(exportSchedules.list, () => schedules),
      answer(exportSchedules.change, ({ params, body }) => {
        schedules = schedules.map((s) =>
          s.id === params.id ? { ...s, ...body, nextAt: '2026-12-01T12:00:00Z', problem: null } : s,
        );
        return schedules.find((s) => s.id === params.id) as ExportSchedule;
      }),
      answer(exportSchedules.remove, ({ params }) => {
        schedules = schedules.filter(({ id }) => id !== params.id);
        return { removed: true as const };
      }),
    ],
  });

it('has when each is sent, and why one has stopped', async () => {
  show();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/Grave ones.*PDF · Weekly Mon 07:00 America\/Lima · Next:/u);
  expect(first?.textContent).not.toContain('Stopped');
  expect(second?.textContent).toMatch(/Sales.*Excel · .*Stopped:/u);
});

it('gives one that has stopped other times, by which it goes on', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit “Sales”' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Repeats'), { target: { value: 'day' } });
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '18' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText(/Stopped:/u)).toBeNull());
  expect(schedules[1]).toMatchObject({ name: 'Sales', every: 'day', weekday: 1, hour: 18, timeZone: 'America/Lima' });
});

it('removes one after a question', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “Sales”' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByText('Grave ones')).toBeTruthy();
});
