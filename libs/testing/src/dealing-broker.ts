import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';

interface Message {
  topic: string;
  payload: string | Buffer;
  /** client id of the sender */
  from: string;
}
interface Subscription {
  group: string | null;
  filter: string;
}
/** Members of a group with the same filter. */
interface Group {
  group: string;
  filter: string;
  /** whose turn it is, message by message */
  turn: number;
}
interface Receivers {
  listeners: Client[];
  groups: Group[];
}
interface Client {
  id: string;
  socket: Socket;
  subscriptions: Subscription[];
  /** sent and not acknowledged, with the group that it was dealt in */
  open: Map<number, { message: Message; dealt: Group | null }>;
  lastId: number;
  will: Message | null;
}

/**
 * A broker for tests that deals shared subscriptions as others than ours do: by a hash of the sending client (EMQX:
 * hash_clientid) or message by message. What a member has not acknowledged when its connection ends goes to the others.
 * MQTT 3.1.1, QoS 1, no accounts, sessions that end with the connection, nothing retained.
 */
export class DealingBroker {
  private readonly clients = new Map<string, Client>();
  private readonly server: Server;
  /** those that have subscribed in a group, in the order in which they did */
  private readonly members = new Set<Client>();
  private readonly groups = new Map<string, Group>();
  /** by topic, until somebody subscribes or leaves */
  private readonly receivers = new Map<string, Receivers>();
  /** members that are dealt nothing for now, by client id */
  readonly leftOut = new Set<string>();
  /** messages that a group had no member for */
  unheard = 0;
  /** by client id of a member: the clients that it was dealt messages of */
  readonly dealtTo = new Map<string, Set<string>>();

  private constructor(private readonly deals: 'byClient' | 'byMessage') {
    this.server = createServer((socket) => this.accept(socket));
  }

  static async start(deals: 'byClient' | 'byMessage' = 'byClient', port = 0): Promise<DealingBroker> {
    const broker = new DealingBroker(deals);
    await new Promise<void>((resolve) => broker.server.listen(port, '127.0.0.1', resolve));
    return broker;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Members of a group, by client id. */
  membersOf(group: string): string[] {
    return [...this.members]
      .filter(({ subscriptions }) => subscriptions.some((s) => s.group === group))
      .map(({ id }) => id);
  }

  /** As a broker sees a process that was killed. */
  cut(clientId: string): void {
    const client = this.clients.get(clientId);
    client?.socket.destroy();
    if (client !== undefined) this.leave(client);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const { socket } of this.clients.values()) socket.destroy();
    await closed;
  }

  private accept(socket: Socket): void {
    socket.setNoDelay(true).on('error', () => undefined);
    let client: Client | null = null;
    const parser = mqtt.parser({ protocolVersion: 4 });
    parser.on('error', () => socket.destroy());
    parser.on('packet', (packet) => {
      if (packet.cmd !== 'connect') {
        if (client !== null) this.handle(client, packet);
        return;
      }
      if (packet.protocolVersion === 5) {
        socket.end(mqtt.generate({ cmd: 'connack', returnCode: 1, sessionPresent: false }));
        return;
      }
      const id = packet.clientId;
      const { will } = packet;
      client = {
        id,
        socket,
        subscriptions: [],
        open: new Map(),
        lastId: 0,
        will: will === undefined ? null : { topic: will.topic, payload: will.payload as Buffer, from: id },
      };
      const before = this.clients.get(id);
      if (before !== undefined) this.leave(before);
      this.clients.set(id, client);
      send(client, { cmd: 'connack', returnCode: 0, sessionPresent: false });
    });
    socket.on('data', (chunk) => parser.parse(chunk));
    socket.on('close', () => client !== null && this.leave(client));
  }

  private handle(client: Client, packet: Packet): void {
    const { messageId = 0 } = packet;
    if (packet.cmd === 'subscribe') {
      for (const { topic } of packet.subscriptions) client.subscriptions.push(subscriptionOf(topic));
      if (client.subscriptions.some(({ group }) => group !== null)) this.members.add(client);
      this.receivers.clear();
      send(client, { cmd: 'suback', messageId, granted: packet.subscriptions.map(() => 1) });
    } else if (packet.cmd === 'unsubscribe') {
      client.subscriptions = client.subscriptions.filter(({ filter }) => !packet.unsubscriptions.includes(filter));
      this.receivers.clear();
      send(client, { cmd: 'unsuback', messageId, granted: [] });
    } else if (packet.cmd === 'publish') {
      this.publish({ topic: packet.topic, payload: packet.payload, from: client.id });
      if (packet.qos > 0) send(client, { cmd: 'puback', messageId });
    } else if (packet.cmd === 'puback') client.open.delete(messageId);
    else if (packet.cmd === 'pingreq') send(client, { cmd: 'pingresp' });
    else if (packet.cmd === 'disconnect') {
      client.will = null;
      client.socket.end();
      this.leave(client);
    }
  }

  private publish(message: Message): void {
    const { listeners, groups } = this.receiversOf(message.topic);
    for (const client of listeners) deliver(client, message, null);
    for (const group of groups) this.deal(message, group);
  }

  private receiversOf(topic: string): Receivers {
    const known = this.receivers.get(topic);
    if (known !== undefined) return known;
    const listeners: Client[] = [];
    const groups = new Set<Group>();
    for (const client of this.clients.values())
      for (const { group, filter } of client.subscriptions) {
        if (!matches(filter, topic)) continue;
        if (group === null) listeners.push(client);
        else groups.add(this.groupOf(group, filter));
      }
    const found = { listeners, groups: [...groups] };
    this.receivers.set(topic, found);
    return found;
  }

  private groupOf(group: string, filter: string): Group {
    const name = `${group} ${filter}`;
    const known = this.groups.get(name) ?? { group, filter, turn: 0 };
    this.groups.set(name, known);
    return known;
  }

  private deal(message: Message, to: Group): void {
    const members = [...this.members].filter(
      ({ id, subscriptions }) =>
        !this.leftOut.has(id) && subscriptions.some(({ group, filter }) => group === to.group && filter === to.filter),
    );
    const place = this.deals === 'byClient' ? hashOf(message.from) : to.turn++;
    const member = members[place % members.length];
    if (member === undefined) {
      this.unheard++;
      return;
    }
    const senders = this.dealtTo.get(member.id) ?? new Set();
    this.dealtTo.set(member.id, senders.add(message.from));
    deliver(member, message, to);
  }

  /** Its session ends: the others have what it was dealt. */
  private leave(client: Client): void {
    if (this.clients.get(client.id) !== client) return;
    this.clients.delete(client.id);
    this.members.delete(client);
    this.receivers.clear();
    client.socket.destroySoon();
    for (const { message, dealt } of client.open.values()) if (dealt !== null) this.deal(message, dealt);
    if (client.will !== null) this.publish(client.will);
  }
}

function deliver(client: Client, { topic, payload, ...message }: Message, dealt: Group | null): void {
  do client.lastId = (client.lastId % 65_535) + 1;
  while (client.open.has(client.lastId));
  client.open.set(client.lastId, { message: { topic, payload, ...message }, dealt });
  const packet = {
    cmd: 'publish',
    topic,
    payload,
    qos: 1,
    retain: false,
    dup: false,
    messageId: client.lastId,
  } as const;
  send(client, packet satisfies IPublishPacket);
}

function send({ socket }: Client, packet: Packet): void {
  if (socket.writable) socket.write(mqtt.generate(packet));
}

function subscriptionOf(topic: string): Subscription {
  const [share, group = '', ...filter] = topic.split('/');
  return share === '$share' ? { group, filter: filter.join('/') } : { group: null, filter: topic };
}

function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}
