import type { Severity } from '@headland/contracts/fault';

/**
 * Escalation: what nobody takes care of goes one organisation up, and again after each period, until the head office has it. A path lists the
 * organisations from the head office down to the vehicle's own; level n has told the one n steps above it.
 */
export type Path = readonly number[];

/** The level at which the head office has been told. */
export const topLevel = (path: Path): number => Math.max(path.length - 1, 0);
export const atTop = (path: Path, level: number): boolean => level >= topLevel(path);
/** Who hears of it next; at the head office it stays there. */
export function nextUp(path: Path, level: number): { level: number; organizationId: number } {
  const next = Math.min(level + 1, topLevel(path));
  const organizationId = path[path.length - 1 - next];
  if (organizationId === undefined) throw new Error('a path has at least the head office');
  return { level: next, organizationId };
}

/** Periods between two reminders of the head office, which has nobody above it: soon again, then not to wear it out; the last one goes on for as long as nobody answers. */
const topPauses = [1, 2, 5, 10] as const;
/** How long a call rests after the head office was told of it so many times. */
export const topPauseMs = (told: number, periodMs: number): number => periodMs * (topPauses[told - 1] ?? 10);
/** Nothing rests longer: a due time that lies further away was written by a wrong clock. */
export const longestPauseMs = (periodMs: number): number => topPauseMs(topPauses.length, periodMs);

/** Until a fault must be accepted. */
export const acceptWithinMs: Record<Severity, number> = {
  critical: 10 * 60_000,
  major: 2 * 3_600_000,
  minor: 24 * 3_600_000,
};

const lateMs = 3_600_000;
/** Something of more than an hour ago rings no bell and is not escalated: whoever needed help then has got it or is past a chime. */
export const isLate = (at: Date, receivedAt: Date): boolean => receivedAt.getTime() - at.getTime() > lateMs;
