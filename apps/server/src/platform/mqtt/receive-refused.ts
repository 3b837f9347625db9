import type { DataSource } from 'typeorm';
import { add, has, parseMultirange, type Ranges } from '@headland/domain/received-ranges';
import { databaseNowMs } from '../clock';
import type { Refused } from './decode';
import { lockStreams, storeReceived } from './deduplicate';
import { quarantine, type Quarantined } from './quarantine';

export interface ReceivedRefused {
  deviceKey: number;
  /** false: it was put aside before */
  fresh: boolean;
  /** all that is received of its stream */
  received: Ranges;
}

/**
 * Puts a message aside and counts its number as received, or its device would send it for ever. Null: nobody registered
 * the device, and nothing is stored.
 */
export function receiveRefused(
  database: DataSource,
  device: string,
  { kind: topic, boot, seq }: NonNullable<Refused['envelope']>,
  aside: Quarantined,
): Promise<ReceivedRefused | null> {
  return database.transaction(async (tx) => {
    const [stream] = await lockStreams(tx, device, topic, [boot]);
    if (stream === undefined) return null;
    const { deviceKey } = stream;
    const before = stream.received === null ? [] : parseMultirange(stream.received);
    if (has(before, seq)) return { deviceKey, fresh: false, received: before };
    const received = add(before, seq);
    await storeReceived(tx, { deviceKey, topic, boot }, received, new Date(databaseNowMs()));
    await quarantine(tx, [aside]);
    return { deviceKey, fresh: true, received };
  });
}
