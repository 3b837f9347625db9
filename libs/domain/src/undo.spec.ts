import { expect, it } from 'vitest';
import { undoRefusal } from './undo';

it.each([
  [0, null],
  [8_000, null],
  [60_000, null],
  [60_001, 'UNDO_LATE'],
  [86_400_000, 'UNDO_LATE'],
])('what was done %s ms ago is taken back, or refused: %s', (ms, code) => {
  const now = new Date('2026-11-26T03:00:00Z');
  expect(undoRefusal(new Date(now.getTime() - ms), now)).toBe(code);
});
