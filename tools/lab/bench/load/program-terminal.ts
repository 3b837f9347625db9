import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { blockBytes, FlashDown, type FlashOffer, parseBlockTopic } from '@headland/contracts/device/flash';
import { AnswerReader } from './mqtt-answers';
import { connectPacket, disconnectPacket, pubackPacket, publishPacket, subscribePacket } from './mqtt-bytes';
import type { TerminalsPlan } from './programs-plan';

/** One terminal that receives a program: it requests a number of blocks at once, stores them, and requests the next when it has them. */
export class ProgramTerminal {
  offer: FlashOffer | null = null;
  /** blocks that came a second time */
  twice = 0;
  private readonly bytes: Buffer;
  private readonly has: Uint8Array;
  private there = 0;
  private askedTo = -1;
  private seq = 0;
  private socket: Socket | null = null;
  private acks: Buffer[] = [];

  constructor(
    private readonly account: TerminalsPlan['devices'][number],
    private readonly plan: Pick<TerminalsPlan, 'boot' | 'size' | 'atOnce'>,
    private readonly on: { offered: () => void; whole: () => void },
  ) {
    this.bytes = Buffer.alloc(plan.size);
    this.has = new Uint8Array(Math.ceil(plan.size / blockBytes));
  }

  open(address: { host: string; port: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...address, noDelay: true });
      this.socket = socket;
      const { id, username, password } = this.account;
      const reader = new AnswerReader({
        connack: (code) =>
          code === 0
            ? socket.write(subscribePacket(1, `tms/v1/${id}/down/#`, 1))
            : reject(new Error(`the broker refused ${id} with return code ${code}`)),
        suback: () => resolve(),
        puback: () => undefined,
        publish: (topic, payload, packetId) => {
          if (packetId !== null) this.acks.push(pubackPacket(packetId));
          this.onMessage(topic, payload);
        },
      });
      socket.on('data', (chunk: Buffer) => {
        reader.push(chunk);
        if (this.acks.length === 0) return;
        // one call to the system for what one read brought
        socket.write(Buffer.concat(this.acks));
        this.acks = [];
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`the broker closed the connection of ${id}`)));
      socket.write(
        connectPacket({
          clientId: id,
          keepaliveS: 600,
          ...(username === undefined ? {} : { username }),
          ...(password === undefined ? {} : { password }),
        }),
      );
    });
  }

  begin(): void {
    this.send({ state: 'ready', have: [] });
    this.need();
  }

  /** It has written it: the run is over. */
  end(): void {
    if (this.offer === null) return;
    this.send({ state: 'checking' });
    this.send({ state: 'programming', progress: 1 });
    this.send({ state: 'done', version: this.offer.version, calibration: this.offer.calibration });
  }

  get isWhole(): boolean {
    return this.offer === null
      ? this.there === this.has.length
      : createHash('sha256').update(this.bytes).digest('hex') === this.offer.sha256;
  }

  close(): void {
    this.socket?.end(disconnectPacket());
  }

  private onMessage(topic: string, payload: Buffer): void {
    const block = parseBlockTopic(topic)?.block;
    if (block !== undefined) return this.take(block, payload);
    if (topic !== downTopic(this.account.id, 'flash')) return;
    const message = FlashDown.parse(JSON.parse(payload.toString()));
    if (message.op !== 'offer') return;
    this.offer = message;
    this.on.offered();
  }

  private take(block: number, payload: Buffer): void {
    if (block >= this.has.length) return;
    if (this.has[block] === 1) {
      this.twice += 1;
      return;
    }
    payload.copy(this.bytes, block * blockBytes);
    this.has[block] = 1;
    this.there += 1;
    if (this.there === this.has.length) return this.on.whole();
    if (this.there === this.askedTo + 1) this.need();
  }

  private need(): void {
    const from = this.askedTo + 1;
    if (this.offer === null || from >= this.has.length) return;
    this.askedTo = Math.min(from + this.plan.atOnce, this.has.length) - 1;
    this.send({ need: [from, this.askedTo] });
  }

  private send(body: object): void {
    this.seq += 1;
    const message = {
      v: 1,
      boot: this.plan.boot,
      seq: this.seq,
      ts: Date.now(),
      session: this.offer?.session,
      ...body,
    };
    const { bytes, packetIdAt } = publishPacket(
      upTopic(this.account.id, 'flash'),
      Buffer.from(JSON.stringify(message)),
    );
    bytes.writeUInt16BE(((this.seq - 1) % 65_535) + 1, packetIdAt);
    this.socket?.write(bytes);
  }
}
