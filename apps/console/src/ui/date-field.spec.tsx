import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../testing/render-page';
import { DateField } from './date-field';

let given: string[];
let left: number;
function Page({ start, last }: { start: string; last?: string }) {
  const [value, setValue] = useState(start);
  return (
    <DateField
      label="Sale date"
      value={value}
      onChange={(next) => {
        given.push(next);
        setValue(next);
      }}
      onBlur={() => left++}
      {...(last === undefined ? {} : { last })}
    />
  );
}
const show = async (start = '', last?: string) => {
  renderPage(<Page start={start} {...(last === undefined ? {} : { last })} />, { answers: [] });
  return screen.findByLabelText<HTMLInputElement>('Sale date');
};
beforeEach(() => {
  given = [];
  left = 0;
});

describe('a day', () => {
  it('is typed without hyphens', async () => {
    const field = await show();
    await userEvent.type(field, '20261105');
    expect(field.value).toBe('2026-11-05');
  });
  it('that is written another way is put right when the field is left, and judged as it is then', async () => {
    const field = await show();
    await userEvent.type(field, '2026.11.5');
    expect(left).toBe(0);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose Sale date in the calendar' }));
    await userEvent.click(document.body);
    await userEvent.click(field);
    await userEvent.type(field, '{Enter}');
    expect(field.value).toBe('2026-11-05');
  });
  it('is left as it was typed where it is none', async () => {
    const field = await show();
    await userEvent.type(field, '2026-02-30');
    await userEvent.click(document.body);
    expect(field.value).toBe('2026-02-30');
    expect(left).toBe(1);
  });
  it('is chosen in the calendar by keys: Alt+↓, arrows, Enter', async () => {
    const field = await show('2026-11-20');
    field.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('grid', { name: 'November 2026' });
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-20'));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-21'));
    await userEvent.keyboard('{Enter}');
    expect(field.value).toBe('2026-11-21');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  });
  it('beyond the last one cannot be chosen', async () => {
    await show('2026-11-20', '2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Sale date in the calendar' }));
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^21/ })).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
  });
  it('leaves what is below open when Esc closes the calendar', async () => {
    const changes: string[] = [];
    const listen = (event: KeyboardEvent): void => void changes.push(event.key);
    window.addEventListener('keydown', listen);
    await show('2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Sale date in the calendar' }));
    await screen.findByRole('grid');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    window.removeEventListener('keydown', listen);
    expect(changes).not.toContain('Escape');
    expect(given).toEqual([]);
  });
});
