import { useLiveState } from '../../lib/live/live';

const whileLostMs = 5_000;
/** How often a read of calls repeats by itself: never while the stream tells, every five seconds while it is lost. */
export const usePolling = (): number | false => (useLiveState().state === 'live' ? false : whileLostMs);
