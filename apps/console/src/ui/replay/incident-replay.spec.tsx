import type { Incident } from '@headland/contracts/shared-shapes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeText } from '../../lib/time';
import { renderPage } from '../../testing/render-page';
import { IncidentReplay } from './incident-replay';

const at = Date.parse('2026-05-20T05:00:00.000Z');
const minute = 60_000;
/** Without positions, so that a test needs no canvas. */
const incident = (more: Partial<Incident> = {}): Incident => ({
  vehicleId: 7,
  at,
  from: at - 30 * minute,
  to: at + 30 * minute,
  points: [],
  values: {
    rpm: [
      [at - minute, 1500],
      [at, 1600],
      [at + minute, 900],
    ],
    coolant: [[at, 91]],
    unknownSensor: [[at, 1]],
  },
  moments: [
    { ts: at - 10 * minute, name: 'engine.started', what: null, text: null, by: null, lat: null, lon: null },
    {
      ts: at,
      name: 'fault.occurred',
      what: 'E0410',
      text: { ko: '요소수 압력 낮음', en: 'Urea pressure low' },
      by: null,
      lat: null,
      lon: null,
    },
    { ts: at + 5 * minute, name: 'fault.taken', what: 'E0410', text: null, by: 'Kim Minsu', lat: null, lon: null },
    { ts: at + 6 * minute, name: 'sos.raised', what: 'rollover', text: null, by: null, lat: null, lon: null },
  ],
  ...more,
});
const shown = async (one = incident()) => {
  renderPage(<IncidentReplay incident={one} charts={[]} />, { answers: [] });
  return (await screen.findByRole('slider')) as HTMLInputElement;
};
const value = (name: RegExp) => screen.getByRole('button', { name }).textContent;
/** Renders between two frames, as a browser does. */
const play = (ms: number): void => {
  for (let frame = 0; frame < ms / 50; frame++) act(() => void vi.advanceTimersByTime(50));
};
afterEach(() => vi.useRealTimers());

describe('a replay', () => {
  it('opens at the time of the incident, with the values and the event of that time', async () => {
    const slider = await shown();
    expect(Number(slider.value)).toBe(at);
    expect(value(/Engine speed/u)).toContain('1,600');
    expect(value(/Coolant/u)).toContain('91');
    const events = within(screen.getByRole('region', { name: 'Events' }));
    expect(events.getAllByRole('button')).toHaveLength(4);
    expect(events.getByRole('button', { current: 'step' }).textContent).toContain('E0410 Urea pressure low');
    expect(events.getByText(/Roll-over/iu)).toBeTruthy();
  });

  it('is moved by keys: an arrow ten seconds, with Shift or Page a minute, never beyond its hour', async () => {
    const slider = await shown();
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(Number(slider.value)).toBe(at + 10_000);
    fireEvent.keyDown(slider, { key: 'ArrowLeft', shiftKey: true });
    expect(Number(slider.value)).toBe(at - 50_000);
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(Number(slider.value)).toBe(at + 10_000);
    fireEvent.change(slider, { target: { value: at + 29.5 * minute } });
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(Number(slider.value)).toBe(at + 30 * minute);
    fireEvent.change(slider, { target: { value: at - 29.5 * minute } });
    fireEvent.keyDown(slider, { key: 'PageDown' });
    expect(Number(slider.value)).toBe(at - 30 * minute);
  });

  it('goes to a chosen event, and back to the incident', async () => {
    const slider = await shown();
    fireEvent.click(screen.getByRole('button', { name: /Kim Minsu/u }));
    expect(Number(slider.value)).toBe(at + 5 * minute);
    // a sensor has no value four minutes after its last one
    expect(value(/Coolant/u)).toContain('–');
    fireEvent.click(screen.getByRole('button', { name: `Go to ${timeText(at)}` }));
    expect(Number(slider.value)).toBe(at);
  });

  it('plays at the chosen speed and stops at its end', async () => {
    const slider = await shown();
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('radio', { name: '×300' }));
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    play(1_000);
    expect(Number(slider.value) - at).toBeGreaterThan(4 * minute);
    expect(Number(slider.value) - at).toBeLessThan(6 * minute);
    fireEvent.change(slider, { target: { value: at + 29 * minute } });
    play(500);
    expect(Number(slider.value)).toBe(at + 30 * minute);
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
    // play at the end starts from the beginning
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    play(100);
    expect(Number(slider.value)).toBeLessThan(at);
  });

  it('of an hour in which nothing was received shows this', async () => {
    renderPage(<IncidentReplay incident={incident({ values: {}, moments: [] })} charts={[]} />, { answers: [] });
    expect(await screen.findByText('No data received in this hour')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
