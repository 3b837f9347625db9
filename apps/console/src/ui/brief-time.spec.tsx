import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BriefTime } from './brief-time';

/** 23:59:40 in the zone of the browser */
const evening = new Date(2026, 10, 29, 23, 59, 40);
beforeEach(() => void vi.useFakeTimers({ now: evening }));
afterEach(() => void vi.useRealTimers());

it('gets its date when the day ends, without anything that happens', () => {
  const { container } = render(<BriefTime at={new Date(2026, 10, 29, 22, 12, 5).toISOString()} />);
  const texts = new Set([container.textContent]);
  for (let s = 0; s < 30; s++) {
    act(() => vi.advanceTimersByTime(1_000));
    texts.add(container.textContent);
  }
  expect([...texts]).toEqual(['22:12:05', '2026-11-29 22:12']);
});
