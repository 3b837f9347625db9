import type { LoggedEvent } from '@headland/contracts/event-log';
import type { SosSummary } from '@headland/contracts/sos';
import type { WallPicture } from '@headland/contracts/wall';
import { compareFaults, isOpenFault } from '@headland/domain/fault';
import { compareSos } from '@headland/domain/sos';

/**
 * Applies an event to the wall's data: the row appears, changes or leaves at once, at its rank. Counts that an event
 * does not contain (medians, today's counts) come with the next fetch. An event that is already included changes
 * nothing.
 */
export function afterEvent(snapshot: WallPicture, event: LoggedEvent): WallPicture {
  if (event.number <= snapshot.head) return snapshot;
  const { payload } = event;
  if ('sos' in payload) {
    const { sos: alert } = payload;
    const before = snapshot.sos.some((c) => c.id === alert.id);
    const open = alert.status === 'raised' || alert.status === 'acknowledged' || alert.status === 'dispatched';
    const sos = snapshot.sos
      .filter((c) => c.id !== alert.id)
      .concat(open ? [alert] : [])
      .sort((a, b) => Number(isHistory(a)) - Number(isHistory(b)) || compareSos(a, b));
    return { ...snapshot, head: event.number, sos, sosOpen: snapshot.sosOpen + (open ? 1 : 0) - (before ? 1 : 0) };
  }
  if ('fault' in payload) {
    const { fault } = payload;
    const before = snapshot.faults.some((f) => f.id === fault.id);
    const open = isOpenFault(fault.status);
    const faults = snapshot.faults
      .filter((f) => f.id !== fault.id)
      .concat(open ? [fault] : [])
      .sort((a, b) => compareFaults(a, b, new Date(event.at)));
    const change =
      (open ? 1 : 0) -
      (before || event.name !== 'fault.occurred' ? (open ? 1 : event.name === 'fault.completed' ? 1 : 0) : 0);
    return {
      ...snapshot,
      head: event.number,
      faults,
      faultsOpen: {
        ...snapshot.faultsOpen,
        [fault.severity]: Math.max(0, snapshot.faultsOpen[fault.severity] + change),
      },
    };
  }
  return { ...snapshot, head: event.number };
}

/** Last, as the server puts it: many that came after an outage would leave no row for one of now. */
const isHistory = ({ status, late }: SosSummary): boolean => status === 'raised' && late;
