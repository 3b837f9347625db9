import type { Severity } from '@headland/contracts/fault';

/**
 * Escalation: an alert that is not handled goes one organization up, and again after each period, up to the head
 * office. A path lists the organizations from the head office down to the vehicle's own; at level n the one n steps
 * above it has been notified.
 */
export type Path = readonly number[];

/** The level at which the head office has been notified. */
export const topLevel = (path: Path): number => Math.max(path.length - 1, 0);
export const atTop = (path: Path, level: number): boolean => level >= topLevel(path);
/** The next organization to notify; at the head office it stays there. */
export function nextUp(path: Path, level: number): { level: number; organizationId: number } {
  const next = Math.min(level + 1, topLevel(path));
  const organizationId = path[path.length - 1 - next];
  if (organizationId === undefined) throw new Error('a path has at least the head office');
  return { level: next, organizationId };
}

/**
 * Periods between two reminders of the head office, which has none above it: short at first, then longer; the last
 * one repeats until somebody responds.
 */
const topPauses = [1, 2, 5, 10] as const;
/** The pause after this many reminders of the head office. */
export const topPauseMs = (notifications: number, periodMs: number): number =>
  periodMs * (topPauses[notifications - 1] ?? 10);
/** The longest pause: a due time further away was written by a wrong clock. */
export const longestPauseMs = (periodMs: number): number => topPauseMs(topPauses.length, periodMs);

/** Until a fault must be accepted. */
export const acceptWithinMs: Record<Severity, number> = {
  critical: 10 * 60_000,
  major: 2 * 3_600_000,
  minor: 24 * 3_600_000,
};

const lateMs = 3_600_000;
/** An alert more than an hour old makes no sound and is not escalated: it is too late for that. */
export const isLate = (at: Date, receivedAt: Date): boolean => receivedAt.getTime() - at.getTime() > lateMs;
