import type { LoggedEvent } from '@headland/contracts/event-log';
import type { WallPicture } from '@headland/contracts/wall';
import { compareFaults, isOpenFault } from '@headland/domain/fault';
import { compareSos } from '@headland/domain/sos';

/**
 * The picture after an event: the row appears, changes or leaves at once, at its rank. Counts that an event cannot tell (medians, today's
 * figures) come with the next reading. An event that the picture contains already changes nothing.
 */
export function afterEvent(picture: WallPicture, event: LoggedEvent): WallPicture {
  if (event.number <= picture.head) return picture;
  const { payload } = event;
  if ('sos' in payload) {
    const { sos: call } = payload;
    const before = picture.sos.some((c) => c.id === call.id);
    const open = call.status === 'raised' || call.status === 'acknowledged' || call.status === 'dispatched';
    const sos = picture.sos
      .filter((c) => c.id !== call.id)
      .concat(open ? [call] : [])
      .sort(compareSos);
    return { ...picture, head: event.number, sos, sosOpen: picture.sosOpen + (open ? 1 : 0) - (before ? 1 : 0) };
  }
  if ('fault' in payload) {
    const { fault } = payload;
    const before = picture.faults.some((f) => f.id === fault.id);
    const open = isOpenFault(fault.status);
    const faults = picture.faults
      .filter((f) => f.id !== fault.id)
      .concat(open ? [fault] : [])
      .sort((a, b) => compareFaults(a, b, new Date(event.at)));
    const change =
      (open ? 1 : 0) -
      (before || event.name !== 'fault.occurred' ? (open ? 1 : event.name === 'fault.completed' ? 1 : 0) : 0);
    return {
      ...picture,
      head: event.number,
      faults,
      faultsOpen: { ...picture.faultsOpen, [fault.severity]: Math.max(0, picture.faultsOpen[fault.severity] + change) },
    };
  }
  return { ...picture, head: event.number };
}
