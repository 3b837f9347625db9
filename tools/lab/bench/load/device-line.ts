import { connect, type Socket } from 'node:net';
import { AckDown } from '@headland/contracts/device/down';
import { AnswerReader } from './mqtt-answers';
import type { LoadMessage } from './load-message';
import { connectPacket, disconnectPacket, pingPacket, pubackPacket, subscribePacket } from './mqtt-bytes';

export interface LineAccount {
  clientId: string;
  username?: string;
  password?: string;
}

/**
 * One TCP connection to the broker that publishes for one device or for several. It counts PUBACKs and, when it listens to `down`, what the
 * back end reports as committed.
 */
export class DeviceLine {
  /** device → highest `upTo` that was acknowledged without a gap before it, per boot of this run */
  readonly committedUpTo = new Map<string, number>();
  pubacked = 0;
  lost = 0;
  private packetId = 0;
  private socket: Socket | null = null;

  constructor(
    private readonly address: { host: string; port: number },
    private readonly account: LineAccount,
    private readonly listen: { filter: string; boot: number } | null,
  ) {}

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...this.address, noDelay: true });
      this.socket = socket;
      const reader = new AnswerReader({
        connack: (code) => {
          if (code !== 0) reject(new Error(`the broker refused ${this.account.clientId} with return code ${code}`));
          else if (this.listen === null) resolve();
          else socket.write(subscribePacket(1, this.listen.filter, 1));
        },
        suback: (_id, code) =>
          code === 0x80
            ? reject(new Error(`the broker refused the subscription of ${this.account.clientId}`))
            : resolve(),
        puback: () => {
          this.pubacked += 1;
        },
        publish: (topic, payload, packetId) => {
          if (packetId !== null) socket.write(pubackPacket(packetId));
          this.onMessage(topic, payload);
        },
      });
      socket.on('data', (chunk: Buffer) => reader.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => {
        if (this.socket !== null) this.lost += 1;
        reject(new Error(`the broker closed the connection of ${this.account.clientId}`));
      });
      socket.write(connectPacket({ ...this.account, keepaliveS: 600 }));
    });
  }

  /** Writes one message for each seq of the burst in a single call to the system. */
  send(message: LoadMessage, firstSeq: number, count: number, now: () => { tsMs: number; stamp: number }): void {
    const size = message.bytes.length;
    const burst = Buffer.allocUnsafe(size * count);
    for (let i = 0; i < count; i++) {
      this.packetId = (this.packetId % 65_535) + 1;
      message.set({ packetId: this.packetId, seq: firstSeq + i, ...now() });
      message.bytes.copy(burst, i * size);
    }
    this.socket?.write(burst);
  }

  ping(): void {
    this.socket?.write(pingPacket());
  }

  get heldBytes(): number {
    return this.socket?.writableLength ?? 0;
  }

  close(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.end(disconnectPacket());
  }

  private onMessage(topic: string, payload: Buffer): void {
    if (!topic.endsWith('/down/ack') || this.listen === null) return;
    const ack = AckDown.parse(JSON.parse(payload.toString()));
    if (ack.boot !== this.listen.boot) return;
    const device = topic.split('/')[2] ?? '';
    const firstMissing = ack.missing[0]?.[0];
    const upTo = firstMissing === undefined ? ack.upTo : firstMissing - 1;
    this.committedUpTo.set(device, Math.max(upTo, this.committedUpTo.get(device) ?? 0));
  }
}
