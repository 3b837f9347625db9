import type { Input } from '@headland/contracts/endpoint';
import type { sosAlerts } from '@headland/contracts/sos';

export const mostRinging = 100;

/**
 * The SOS bar uses the query with this input; a new SOS is inserted by the event itself, not by the next fetch. Those
 * that arrived late make no sound, and they are the oldest: a hundred of them would leave no room for a new one. It
 * shows no customer.
 */
export const ringing: Input<typeof sosAlerts.list> = {
  query: { tab: 'queue', status: ['raised'], late: 'false', brief: 'true', size: mostRinging },
};
