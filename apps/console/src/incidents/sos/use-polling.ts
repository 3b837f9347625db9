import { useLiveState } from '../../lib/live/live';

const whileLostMs = 5_000;
/** Polling interval of SOS queries: never while the stream is connected, every five seconds while it is lost. */
export const usePolling = (): number | false => (useLiveState().state === 'live' ? false : whileLostMs);
