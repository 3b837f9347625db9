import { bannerSizes, type BannerStatus } from '@headland/contracts/gpt-banner';
import type { ErrorCode } from '@headland/contracts/errors';
import { dayStart, plusDays } from './zone-day';

/**
 * A banner of the GPT service is scheduled before its first day, published from then on, and expired after its last
 * day: it begins and ends by itself, at midnight of the product's zone. A scheduled or published one can be suspended,
 * for good; a copy is a new banner. Suspended and expired ones are not changed any more. A published one is not
 * deleted: it is suspended first.
 */
export interface BannerPeriod {
  /** YYYY-MM-DD */
  startOn: string;
  endOn: string;
  suspendedAt: Date | null;
}

export function bannerStatus({ startOn, endOn, suspendedAt }: BannerPeriod, today: string): BannerStatus {
  if (suspendedAt !== null) return 'stop';
  if (today < startOn) return 'ready';
  return today > endOn ? 'done' : 'doing';
}

/** Epoch ms at which its status changes next by itself; null: never again. */
export function bannerTurnsAt(banner: BannerPeriod, today: string, timeZone: string): number | null {
  const status = bannerStatus(banner, today);
  if (status === 'ready') return dayStart(banner.startOn, timeZone);
  return status === 'doing' ? dayStart(plusDays(banner.endOn, 1), timeZone) : null;
}

export type BannerAct = 'change' | 'suspend' | 'delete';
const closed = { stop: 'GPT_BANNER_SUSPENDED', done: 'GPT_BANNER_EXPIRED' } as const;
/** action → status → null, or why not. */
export const bannerRefusals: Record<BannerAct, Record<BannerStatus, ErrorCode | null>> = {
  change: { ready: null, doing: null, ...closed },
  suspend: { ready: null, doing: null, ...closed },
  delete: { ready: null, doing: 'GPT_BANNER_PUBLISHED', stop: null, done: null },
};
/** Why an action is not possible in a status; the console shows it at the disabled button. */
export const bannerRefusal = (status: BannerStatus, act: BannerAct): ErrorCode | null => bannerRefusals[act][status];

/** Field → message key of invalid days. `before` is null for a new banner. */
export function bannerErrors(
  after: Pick<BannerPeriod, 'startOn' | 'endOn'>,
  before: BannerPeriod | null,
  today: string,
): Record<string, string> {
  if (before !== null && bannerStatus(before, today) === 'doing') {
    if (after.startOn !== before.startOn) return { startOn: 'field.startLocked' };
    // an end before today would expire it without a record of who did so
    return after.endOn < today ? { endOn: 'field.fromToday' } : {};
  }
  return after.startOn < today ? { startOn: 'field.fromToday' } : {};
}

/** Whether a picture is smaller than recommended: the form advises, and refuses nothing. */
export const isSmallImage = ({ width, height }: { width: number; height: number }): boolean =>
  !bannerSizes.some((least) => width >= least.width && height >= least.height);
