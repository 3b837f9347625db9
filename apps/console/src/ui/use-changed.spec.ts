import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useChanged } from './use-changed';

interface Row {
  id: number;
  version: number;
}
const idOf = (row: Row): number => row.id;
const versionOf = (row: Row): number => row.version;
const marks = (first: Row[]) =>
  renderHook(({ rows }: { rows: Row[] }) => useChanged(rows, idOf, versionOf), { initialProps: { rows: first } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('marks what has changed while it was shown, and nothing is left to do once the list has gone', () => {
  const { result, rerender, unmount } = marks([{ id: 1, version: 1 }]);
  rerender({
    rows: [
      { id: 1, version: 2 },
      { id: 2, version: 1 },
    ],
  });
  expect([...result.current]).toEqual([[1, 1]]);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
