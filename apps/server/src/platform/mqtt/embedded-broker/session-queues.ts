import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client } from 'aedes';
import aedesPersistence from 'aedes-persistence';
import { RetainedMessages } from './retained-messages';

/** How much one persistent session may hold, and how much of it may be on its way unacknowledged. */
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

/** The two methods of the broker's own persistence that are wrapped; its types describe only their older form with callbacks. */
interface SubscriptionMemory {
  addSubscriptions(client: Client, subs: { topic: string }[]): Promise<unknown>;
  cleanSubscriptions(client: Client): Promise<unknown>;
}

/** What waits for one persistent session: every message until its PUBACK, in order. */
class SessionQueue {
  readonly entries = new Map<number, Entry>();
  readonly byMessageId = new Map<number, Entry>();
  waiting: Entry[] = [];
  head = 0;
  bytes = 0;
  inFlight = 0;
  inFlightBytes = 0;
  /** numbers of messages that did not fit, until their live delivery has been held back too */
  readonly dropped = new Set<number>();
}

/**
 * The memory of the broker for persistent sessions, with bounds. The one that comes with the broker keeps everything without a limit and searches it from
 * the front for each acknowledgement; here a session has a limit, and over it a new message is dropped for that session alone and counted. Nothing else can
 * be done without harm: not to read on from a device whose telemetry does not fit would hold back its SOS call behind it. Devices keep every message until
 * `down/ack` names it as committed, so what was dropped comes again.
 *
 * It also keeps a window of what is on its way, so that a server process that stops reading neither fills the broker's memory nor stands in the way of another.
 */
export class SessionQueues {
  private readonly queues = new Map<string, SessionQueue>();

  constructor(
    private readonly limitsOf: (clientId: string) => SessionLimits,
    private readonly onDrop: (clientId: string) => void,
    private readonly mayKeep: (client: Client, filter: string) => boolean,
  ) {}

  /** Waiting and unacknowledged messages of a session. */
  size = (clientId: string): number => this.queues.get(clientId)?.entries.size ?? 0;
  sizes = (): [string, number][] => [...this.queues].map(([clientId, queue]) => [clientId, queue.entries.size]);

  /** The persistence that the broker is given: its own for subscriptions and wills, ours for what waits and what is retained. */
  persistence(): object {
    const memory: object = aedesPersistence();
    const theirs = memory as SubscriptionMemory;
    const subscribe = theirs.addSubscriptions.bind(memory);
    const unsubscribeAll = theirs.cleanSubscriptions.bind(memory);
    const ours = {
      // the broker hands over all filters of a SUBSCRIBE, refused ones too; kept, they would bring their messages at the next connection
      addSubscriptions: (client: Client, subs: { topic: string }[]) =>
        subscribe(
          client,
          subs.filter((sub) => this.mayKeep(client, sub.topic)),
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
    return Object.assign(memory, ours, new RetainedMessages().persistence());
  }

  /** Asked for every message that is about to go to a client with a persistent session. Null: not now; it stays in its queue, or did not fit. */
  forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    const queue = this.queues.get(client.id);
    if (packet.qos === 0 || packet.retain || !packet.brokerId || queue === undefined) return packet;
    if (queue.dropped.delete(packet.brokerCounter)) return null;
    const entry = queue.entries.get(packet.brokerCounter);
    if (entry === undefined) return packet; // a QoS 0 subscription: nothing is kept for it
    if (!client.connected || queue.waiting[queue.head] !== entry || !this.open(client.id, queue)) return null;
    this.take(queue);
    return packet;
  }

  /** Sends what waits, as far as the window allows. */
  pump(client: Client): void {
    const queue = this.queues.get(client.id);
    if (queue === undefined || client.clean || !client.connected) return;
    while (queue.head < queue.waiting.length && this.open(client.id, queue)) {
      const { packet } = this.take(queue);
      // without a broker id the broker does not take it for one that it has delivered before
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

  /** A session goes on: everything not acknowledged is to be sent again, from the oldest, once the client is ready (`pump`). */
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

  private take(queue: SessionQueue): Entry {
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

/** The broker's own way of writing a QoS 1 message to a client; not part of its described interface, so its version is pinned and the spec covers it. */
function deliver(client: Client, packet: AedesPublishPacket): void {
  (client as Client & { deliverQoS(packet: AedesPublishPacket, done: () => void): void }).deliverQoS(
    packet,
    () => undefined,
  );
}
