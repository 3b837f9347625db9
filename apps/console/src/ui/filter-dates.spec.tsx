import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dateRange, queryPeriod } from '@headland/contracts/date-pair';
import { day, isoTime } from '@headland/contracts/fields';
import { dayText } from '../lib/time';
import { renderPage } from '../testing/render-page';
import { FilterDates } from './filter-dates';
import { type Range, rangeOf } from './period-presets';

const times = { from: isoTime.optional(), to: isoTime.optional() };
const days = { from: day.optional(), to: day.optional() };
const records = dateRange(z.object(times));
const events = queryPeriod(z.object({ ...times, tab: z.string().default('all') }), {
  days: 7,
  unless: ({ tab }) => tab === 'queue',
});
const daysOfRecords = dateRange(z.object(days));
const daysOfEvents = queryPeriod(z.object(days));

let applied: Range[];
function Page({ range, of, more }: { range: Range; of: z.ZodObject; more: Record<string, unknown> }) {
  const [dates, setDates] = useState(range);
  return (
    <FilterDates
      label="Sold"
      of={of}
      filter={{ ...dates, ...more }}
      onApply={(next) => {
        applied.push(next as unknown as Range);
        setDates(next as unknown as Range);
      }}
    />
  );
}
const none: Range = { from: undefined, to: undefined };
const show = (range: Range = none, of: z.ZodObject = records, more: Record<string, unknown> = {}) =>
  renderPage(<Page range={range} of={of} more={more} />, { answers: [] });
const choice = () => screen.findByLabelText<HTMLSelectElement>('Sold');
const own = async () => {
  fireEvent.change(await choice(), { target: { value: 'own' } });
  return {
    from: await screen.findByLabelText<HTMLInputElement>('From'),
    to: screen.getByLabelText<HTMLInputElement>('To'),
  };
};
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
beforeEach(() => {
  applied = [];
});

describe('a range of days', () => {
  it('offers today, 7 and 31 days, this month and the last one, at once', async () => {
    show();
    const select = await choice();
    expect([...select.options].map((o) => o.textContent)).toEqual([
      'All',
      'Today',
      'Last 7 days',
      'Last 31 days',
      'This month',
      'Last month',
      'Custom dates',
    ]);
    fireEvent.change(select, { target: { value: 'month' } });
    expect(applied).toEqual([rangeOf('month')]);
    expect(dayText(applied[0]?.from ?? '')).toMatch(/-01$/u);
    expect(select.value).toBe('month');
    fireEvent.change(select, { target: { value: '' } });
    expect(applied.at(-1)).toEqual(none);
  });

  it('accepts typed days, from the first one’s midnight to the last one’s end', async () => {
    show();
    const { from, to } = await own();
    fireEvent.change(from, { target: { value: '20261101' } });
    expect(from.value).toBe('2026-11-01');
    fireEvent.change(to, { target: { value: '2026-11-20' } });
    apply();
    expect(applied).toEqual([
      { from: new Date('2026-11-01T00:00:00').toISOString(), to: new Date('2026-11-20T23:59:59.999').toISOString() },
    ]);
    expect((await screen.findByRole('button', { name: /^Choose the dates of Sold/u })).textContent).toContain(
      '2026-11-01 – 2026-11-20',
    );
  });

  it('refuses a start after the end, a day that is none, and more days than may be', async () => {
    show(none, daysOfEvents);
    const { from, to } = await own();
    const type = (a: string, b: string): string | null => {
      fireEvent.change(from, { target: { value: a } });
      fireEvent.change(to, { target: { value: b } });
      apply();
      return screen.queryByRole('alert')?.textContent ?? null;
    };
    expect(type('2026-11-20', '2026-11-01')).toBe('The start date must not be after the end date.');
    expect([from.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', from]);
    expect(type('2026-02-30', '2026-03-01')).toBe('Enter a date as YYYY-MM-DD.');
    expect(type('2026-10-01', '2026-11-01')).toBe('The query period cannot exceed 31 days.');
    expect(applied).toEqual([]);
    expect(type('2026-10-02', '2026-11-01')).toBeNull();
    expect(applied).toEqual([{ from: '2026-10-02', to: '2026-11-01' }]);
  });

  it('is picked in a calendar whose week starts on Sunday, by keys', async () => {
    show({ from: '2026-11-10', to: '2026-11-12' }, daysOfRecords);
    await userEvent.click(await screen.findByRole('button', { name: /^Choose the dates of Sold/u }));
    const grid = await screen.findByRole('grid', { name: 'November 2026' });
    expect(grid.querySelector('[role=columnheader]')?.textContent).toBe('S');
    const dayCell = (d: string) => grid.querySelector<HTMLElement>(`[data-day="${d}"]`) as HTMLElement;
    expect(dayCell('2026-11-01').closest('[role=row]')?.firstElementChild).toBe(dayCell('2026-11-01').parentElement);
    dayCell('2026-11-12').focus();
    fireEvent.keyDown(dayCell('2026-11-12'), { key: 'ArrowUp' });
    await waitFor(() => expect(document.activeElement).toBe(dayCell('2026-11-05')));
    // the first pick starts a new range, the second ends it
    fireEvent.click(dayCell('2026-11-05'));
    fireEvent.keyDown(dayCell('2026-11-05'), { key: 'PageDown' });
    const december = await screen.findByRole('grid', { name: 'December 2026' });
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.day).toBe('2026-12-01'));
    fireEvent.click(december.querySelector('[data-day="2026-12-02"]') as HTMLElement);
    apply();
    expect(applied).toEqual([{ from: '2026-11-05', to: '2026-12-02' }]);
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  });

  it('of a list of a period is the newest days where none are named, has no All, and needs a start', async () => {
    show(none, events);
    const select = await choice();
    expect([...select.options].map((o) => o.textContent)).toEqual([
      'Today',
      'Last 7 days',
      'Last 31 days',
      'This month',
      'Last month',
      'Custom dates',
    ]);
    expect(select.value).toBe('week');
    const { from } = await own();
    fireEvent.change(from, { target: { value: '' } });
    apply();
    expect(screen.getByRole('alert').textContent).toBe('From is required.');
    fireEvent.change(from, { target: { value: '2020-01-01' } });
    apply();
    expect(screen.getByRole('alert').textContent).toBe('The query period cannot exceed 31 days.');
  });

  it('of records, and of what is open, may be as long as one likes', async () => {
    show({ from: '2020-01-01', to: '2026-11-01' }, daysOfRecords);
    expect([...(await choice()).options].map((o) => o.textContent)).toContain('All');
    await userEvent.click(await screen.findByRole('button', { name: /^Choose the dates of Sold/u }));
    apply();
    expect(applied).toEqual([{ from: '2020-01-01', to: '2026-11-01' }]);
  });

  it('of a queue of what is open is none until one is named', async () => {
    show(none, events, { tab: 'queue' });
    expect((await choice()).value).toBe('');
  });
});
