import type { WallStep } from '@headland/contracts/kiosk';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePlaylist } from './use-playlist';

const steps: WallStep[] = [
  { view: 'tour', seconds: 30 },
  { view: 'sos', seconds: 10 },
  { view: 'figures', seconds: 20 },
];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function play(of: WallStep[] = steps) {
  const { result, rerender } = renderHook(({ list, held }) => usePlaylist(list, held)?.view, {
    initialProps: { list: of, held: false },
  });
  return {
    view: () => result.current,
    set: rerender,
    pass: (s: number) => act(() => vi.advanceTimersByTime(s * 1000)),
  };
}

it('shows each view for its time, again and again', () => {
  const { view, pass } = play();
  const seen = [30, 10, 20, 30].map((seconds) => {
    const now = view();
    pass(seconds);
    return now;
  });
  expect(seen).toEqual(['tour', 'sos', 'figures', 'tour']);
});

it('waits while it is held, and begins its view anew', () => {
  const { view, set, pass } = play();
  pass(25);
  set({ list: steps, held: true });
  pass(600);
  expect(view()).toBe('tour');
  set({ list: steps, held: false });
  pass(29);
  expect(view()).toBe('tour');
  pass(1);
  expect(view()).toBe('sos');
});

it('follows a new playlist without a reload, and a shorter one has a place for it', () => {
  const { view, set, pass } = play();
  pass(30);
  pass(10);
  expect(view()).toBe('figures');
  set({ list: [{ view: 'faults', seconds: 10 }], held: false });
  expect(view()).toBe('faults');
  pass(600);
  expect(view()).toBe('faults');
});
