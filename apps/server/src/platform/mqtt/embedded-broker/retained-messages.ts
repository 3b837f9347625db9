import { Readable } from 'node:stream';
import type { AedesPublishPacket } from 'aedes';

type Kept = Map<string, AedesPublishPacket>;

/**
 * Retained messages, by the device of their topic. The memory that comes with the broker tries the filter of every SUBSCRIBE on every retained topic:
 * with a status and a config for each of 10,000 devices, a fleet that comes back would cost minutes. A device asks for its own, and finds them here at once.
 */
export class RetainedMessages {
  private readonly byDevice = new Map<string, Kept>();

  /** The methods of the broker's persistence that keep and find retained messages. */
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
    const kept = this.byDevice.get(device) ?? new Map<string, AedesPublishPacket>();
    if (packet.payload.length > 0) {
      kept.set(topic, { ...packet });
      this.byDevice.set(device, kept);
    } else {
      kept.delete(topic);
      if (kept.size === 0) this.byDevice.delete(device);
    }
  }

  private *matching(filters: readonly string[]): Generator<AedesPublishPacket> {
    for (const filter of filters) {
      const levels = filter.split('/');
      const device = deviceOf(filter);
      const places = isWild(levels.slice(0, 3))
        ? this.byDevice.values()
        : [this.byDevice.get(device) ?? new Map<string, AedesPublishPacket>()];
      for (const kept of places)
        for (const packet of kept.values()) if (fits(levels, packet.topic.split('/'))) yield packet;
    }
  }
}

/** The third level of `tms/v1/{device}/…`; every topic that the rules of access let through has one. */
const deviceOf = (topic: string): string => topic.split('/', 3)[2] ?? '';
const isWild = (levels: readonly string[]): boolean => levels.includes('+') || levels.includes('#');

/** Whether a topic fits a filter: `+` stands for one level, `#` for all that follow and for the one before them. */
export function fits(filter: readonly string[], topic: readonly string[]): boolean {
  for (const [i, level] of filter.entries()) {
    if (level === '#') return true;
    if (i >= topic.length) return false;
    if (level !== '+' && level !== topic[i]) return false;
  }
  return filter.length === topic.length;
}
