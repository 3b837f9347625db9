import type { Input } from '@headland/contracts/endpoint';
import type { sosAlerts } from '@headland/contracts/sos';

/**
 * The SOS bar uses the query with this input; a new SOS is inserted by the event itself, not by the next fetch. Those
 * that arrived late make no sound, and they are the oldest: a hundred of them would leave no room for a new one.
 */
export const ringing: Input<typeof sosAlerts.list> = {
  query: { tab: 'queue', status: ['raised'], late: 'false', size: 100 },
};
