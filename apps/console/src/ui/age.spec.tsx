import { act, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TextProvider } from '../lib/i18n';
import { Age } from './age';

const start = Date.parse('2026-11-29T03:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/** How often an age was rendered within half a minute, and what it shows then. */
function after30s(agoMs: number): { renders: number; text: string | null } {
  let renders = 0;
  const { container } = render(
    <TextProvider language="en">
      <Profiler id="age" onRender={() => renders++}>
        <Age since={Date.now() - agoMs} />
      </Profiler>
    </TextProvider>,
  );
  renders = 0;
  for (let s = 0; s < 30; s++) act(() => vi.advanceTimersByTime(1_000));
  return { renders, text: container.textContent };
}

it('counts each second, and is rendered only when its text changes', () => {
  expect(after30s(5_000)).toEqual({ renders: 30, text: '35 s' });
  expect(after30s(3 * 3_600_000 + 45_000)).toEqual({ renders: 1, text: '3 h 1 m' });
});
