import type { EventPayload } from '@headland/contracts/event-log';
import type { FleetClient, FleetOwner } from '@headland/contracts/fleet-client';

/** A client as the history of changes names it: by its id, since a name may identify the customer, and the log is kept for good. */
export const clientRecord = (
  owner: FleetOwner,
  { id, clientId }: Pick<FleetClient, 'id' | 'clientId'>,
): Pick<EventPayload<'record.created'>, 'screen' | 'kind' | 'id' | 'name'> => ({
  screen: owner,
  kind: 'fleetClient',
  id: String(id),
  name: clientId,
});
