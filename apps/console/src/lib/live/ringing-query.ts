import type { Input } from '@headland/contracts/endpoint';
import type { sosAlerts } from '@headland/contracts/sos';

/** The SOS bar uses the query with this input; a new SOS is inserted by the event itself, not by the next fetch. */
export const ringing: Input<typeof sosAlerts.list> = { query: { tab: 'queue', status: ['raised'], size: 100 } };
