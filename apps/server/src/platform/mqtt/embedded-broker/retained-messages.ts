import { Readable } from 'node:stream';
import type { AedesPublishPacket } from 'aedes';

type RetainedByTopic = Map<string, AedesPublishPacket>;

/**
 * Retained messages, by the device of their topic. The broker's default store matches the filter of every SUBSCRIBE
 * against every retained topic: with a status and a config for each of 10,000 devices, a reconnecting fleet would take
 * minutes. A device subscribes to its own topics, which are found here at once.
 */
export class RetainedMessages {
  private readonly byDevice = new Map<string, RetainedByTopic>();

  /** The methods of the broker's persistence that store and find retained messages. */
  persistence(): object {
    return {
      storeRetained: (packet: AedesPublishPacket) => this.store(packet),
      createRetainedStream: (filter: string) => Readable.from(this.matching([filter])),
      createRetainedStreamCombi: (filters: string[]) => Readable.from(this.matching(filters)),
    };
  }

  private async store(packet: AedesPublishPacket): Promise<void> {
    const { topic } = packet;
    const device = deviceOf(topic);
    const retained = this.byDevice.get(device) ?? new Map<string, AedesPublishPacket>();
    if (packet.payload.length > 0) {
      retained.set(topic, { ...packet });
      this.byDevice.set(device, retained);
    } else {
      retained.delete(topic);
      if (retained.size === 0) this.byDevice.delete(device);
    }
  }

  private *matching(filters: readonly string[]): Generator<AedesPublishPacket> {
    for (const filter of filters) {
      const levels = filter.split('/');
      const device = deviceOf(filter);
      const places = isWild(levels.slice(0, 3))
        ? this.byDevice.values()
        : [this.byDevice.get(device) ?? new Map<string, AedesPublishPacket>()];
      for (const retained of places)
        for (const packet of retained.values()) if (fits(levels, packet.topic.split('/'))) yield packet;
    }
  }
}

/** The third level of `tms/v1/{device}/…`; every topic that the access rules allow has one. */
const deviceOf = (topic: string): string => topic.split('/', 3)[2] ?? '';
const isWild = (levels: readonly string[]): boolean => levels.includes('+') || levels.includes('#');

/** Whether a topic matches a filter: `+` is one level, `#` is all that follow and the one before them. */
export function fits(filter: readonly string[], topic: readonly string[]): boolean {
  for (const [i, level] of filter.entries()) {
    if (level === '#') return true;
    if (i >= topic.length) return false;
    if (level !== '+' && level !== topic[i]) return false;
  }
  return filter.length === topic.length;
}
