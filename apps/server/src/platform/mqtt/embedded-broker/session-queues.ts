import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client } from 'aedes';
import aedesPersistence from 'aedes-persistence';
import { RetainedMessages } from './retained-messages';

/** Limits of one persistent session: queued messages, and how many of them may be in flight. */
export interface SessionLimits {
  messages: number;
  bytes: number;
  inFlightMessages: number;
  inFlightBytes: number;
}

interface Entry {
  packet: AedesPublishPacket;
  bytes: number;
  sent: boolean;
}

/** The two wrapped methods of the broker's persistence; its types describe only their older form with callbacks. */
interface SubscriptionMemory {
  addSubscriptions(client: Client, subs: { topic: string }[]): Promise<unknown>;
  cleanSubscriptions(client: Client): Promise<unknown>;
}

/** The queue of one persistent session: every message until its PUBACK, in order. */
class SessionQueue {
  readonly entries = new Map<number, Entry>();
  readonly byMessageId = new Map<number, Entry>();
  waiting: Entry[] = [];
  head = 0;
  bytes = 0;
  inFlight = 0;
  inFlightBytes = 0;
  /** numbers of dropped messages, until their live delivery has been suppressed too */
  readonly dropped = new Set<number>();
}

/**
 * Bounded memory for persistent sessions. The broker's default store has no limit and searches from the front for each
 * acknowledgement; here a new message above the limit is dropped for that session alone and counted. Anything else does
 * harm: not to read on from a device whose telemetry does not fit would delay its SOS. Devices keep every message until
 * `down/ack` names it as committed, so a dropped one is resent. It also limits the messages in flight, so that a server
 * process that stops reading neither fills the broker's memory nor blocks another.
 */
export class SessionQueues {
  private readonly queues = new Map<string, SessionQueue>();

  constructor(
    private readonly limitsOf: (clientId: string) => SessionLimits,
    private readonly onDrop: (clientId: string) => void,
    private readonly mayQueue: (client: Client, filter: string) => boolean,
  ) {}

  /** Queued and unacknowledged messages of a session. */
  size = (clientId: string): number => this.queues.get(clientId)?.entries.size ?? 0;
  sizes = (): [string, number][] => [...this.queues].map(([clientId, queue]) => [clientId, queue.entries.size]);

  /** The persistence for the broker: its own for subscriptions and wills, ours for queued and retained messages. */
  persistence(): object {
    const memory: object = aedesPersistence();
    const original = memory as SubscriptionMemory;
    const subscribe = original.addSubscriptions.bind(memory);
    const unsubscribeAll = original.cleanSubscriptions.bind(memory);
    const wrapped = {
      // the broker passes all filters of a SUBSCRIBE, refused ones too; if stored, they would deliver messages on the
      // next connection
      addSubscriptions: (client: Client, subs: { topic: string }[]) =>
        subscribe(
          client,
          subs.filter((sub) => this.mayQueue(client, sub.topic)),
        ),
      cleanSubscriptions: (client: Client) => {
        this.queues.delete(client.id);
        return unsubscribeAll(client);
      },
      outgoingEnqueue: (sub: { clientId: string }, packet: AedesPublishPacket) => this.enqueue([sub], packet),
      outgoingEnqueueCombi: (subs: { clientId: string }[], packet: AedesPublishPacket) => this.enqueue(subs, packet),
      outgoingUpdate: (client: Client, packet: AedesPublishPacket) => this.nameInFlight(client.id, packet),
      outgoingClearMessageId: (client: Client, packet: { messageId?: number }) =>
        this.acknowledge(client, packet.messageId),
      outgoingStream: (client: Client) => this.beginSession(client.id),
    };
    return Object.assign(memory, wrapped, new RetainedMessages().persistence());
  }

  /**
   * Called for every message about to be sent to a client with a persistent session. Null: not now; it stays in its
   * queue, or was dropped.
   */
  forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    const queue = this.queues.get(client.id);
    if (packet.qos === 0 || packet.retain || !packet.brokerId || queue === undefined) return packet;
    if (queue.dropped.delete(packet.brokerCounter)) return null;
    const entry = queue.entries.get(packet.brokerCounter);
    if (entry === undefined) return packet; // a QoS 0 subscription: nothing is queued for it
    if (!client.connected || queue.waiting[queue.head] !== entry || !this.open(client.id, queue)) return null;
    this.dequeue(queue);
    return packet;
  }

  /** Sends queued messages, as far as the window allows. */
  pump(client: Client): void {
    const queue = this.queues.get(client.id);
    if (queue === undefined || client.clean || !client.connected) return;
    while (queue.head < queue.waiting.length && this.open(client.id, queue)) {
      const { packet } = this.dequeue(queue);
      // without a broker id the broker does not treat it as already delivered
      deliver(client, { ...packet, brokerId: '', messageId: undefined } as AedesPublishPacket);
    }
  }

  private async enqueue(subs: { clientId: string }[], packet: AedesPublishPacket): Promise<void> {
    for (const { clientId } of subs) {
      let queue = this.queues.get(clientId);
      if (queue === undefined) this.queues.set(clientId, (queue = new SessionQueue()));
      if (queue.entries.has(packet.brokerCounter)) continue;
      const limits = this.limitsOf(clientId);
      const bytes = packet.payload.length + packet.topic.length;
      if (queue.entries.size >= limits.messages || queue.bytes + bytes > limits.bytes) {
        if (queue.dropped.size > 1_000) queue.dropped.clear();
        queue.dropped.add(packet.brokerCounter);
        this.onDrop(clientId);
        continue;
      }
      const entry: Entry = { packet: { ...packet, qos: 1, retain: false }, bytes, sent: false };
      queue.entries.set(packet.brokerCounter, entry);
      queue.waiting.push(entry);
      queue.bytes += bytes;
    }
  }

  private async nameInFlight(clientId: string, packet: AedesPublishPacket): Promise<void> {
    const queue = this.queues.get(clientId);
    const entry = queue?.entries.get(packet.brokerCounter);
    if (queue !== undefined && entry !== undefined && packet.messageId !== undefined)
      queue.byMessageId.set(packet.messageId, entry);
  }

  private async acknowledge(client: Client, messageId: number | undefined): Promise<AedesPublishPacket | undefined> {
    const queue = this.queues.get(client.id);
    const entry = messageId === undefined ? undefined : queue?.byMessageId.get(messageId);
    if (queue === undefined || entry === undefined || messageId === undefined) return undefined;
    queue.byMessageId.delete(messageId);
    queue.entries.delete(entry.packet.brokerCounter);
    queue.bytes -= entry.bytes;
    queue.inFlight--;
    queue.inFlightBytes -= entry.bytes;
    this.pump(client);
    return entry.packet;
  }

  /**
   * A session is resumed: everything not acknowledged is sent again, from the oldest, once the client is ready
   * (`pump`).
   */
  private beginSession(clientId: string): Readable {
    const queue = this.queues.get(clientId);
    if (queue !== undefined) {
      queue.byMessageId.clear();
      queue.inFlight = queue.inFlightBytes = queue.head = 0;
      queue.waiting = [...queue.entries.values()];
      for (const entry of queue.waiting) {
        if (entry.sent) entry.packet.dup = true;
        entry.sent = false;
      }
    }
    return Readable.from([]);
  }

  private open(clientId: string, queue: SessionQueue): boolean {
    const limits = this.limitsOf(clientId);
    return (
      queue.inFlight === 0 || (queue.inFlight < limits.inFlightMessages && queue.inFlightBytes < limits.inFlightBytes)
    );
  }

  private dequeue(queue: SessionQueue): Entry {
    const entry = queue.waiting[queue.head++] as Entry;
    if (queue.head > 10_000 || queue.head === queue.waiting.length) {
      queue.waiting = queue.waiting.slice(queue.head);
      queue.head = 0;
    }
    entry.sent = true;
    queue.inFlight++;
    queue.inFlightBytes += entry.bytes;
    return entry;
  }
}

/**
 * The broker's own method to write a QoS 1 message to a client. Not a public API: version pinned, covered by the spec.
 */
function deliver(client: Client, packet: AedesPublishPacket): void {
  (client as Client & { deliverQoS(packet: AedesPublishPacket, done: () => void): void }).deliverQoS(
    packet,
    () => undefined,
  );
}
