/** Parses the broker's packets to a publisher from chunks of any size. */
export interface MqttAnswers {
  connack(returnCode: number): void;
  puback(packetId: number): void;
  suback(packetId: number, returnCode: number): void;
  publish(topic: string, payload: Buffer, packetId: number | null): void;
}

const empty = Buffer.alloc(0);

export class AnswerReader {
  private rest: Buffer = empty;

  constructor(private readonly on: MqttAnswers) {}

  push(chunk: Buffer): void {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    for (;;) {
      const next = this.one(data, at);
      if (next === null) break;
      at = next;
    }
    // a copy, because the socket's chunk is reused
    this.rest = at === data.length ? empty : Buffer.from(data.subarray(at));
  }

  /** Reads the packet at `at`; answers where the next one starts, or null when this one is not complete. */
  private one(data: Buffer, at: number): number | null {
    if (data.length < at + 2) return null;
    let length = 0;
    let body = at + 1;
    for (let shift = 0; ; shift += 7) {
      if (body >= data.length) return null;
      const byte = data.readUInt8(body++);
      length |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) break;
      if (shift === 21) throw new RangeError('MQTT: a remaining length of five bytes');
    }
    const end = body + length;
    if (data.length < end) return null;
    const first = data.readUInt8(at);
    switch (first >> 4) {
      case 2:
        this.on.connack(data.readUInt8(body + 1));
        break;
      case 3:
        this.published(data, first, body, end);
        break;
      case 4:
        this.on.puback(data.readUInt16BE(body));
        break;
      case 9:
        this.on.suback(data.readUInt16BE(body), data.readUInt8(body + 2));
        break;
      case 13:
        break;
      default:
        throw new RangeError(`MQTT: a broker does not send packet type ${first >> 4}`);
    }
    return end;
  }

  private published(data: Buffer, first: number, body: number, end: number): void {
    const topicEnd = body + 2 + data.readUInt16BE(body);
    const topic = data.toString('utf8', body + 2, topicEnd);
    const reliable = (first & 0x06) !== 0;
    const packetId = reliable ? data.readUInt16BE(topicEnd) : null;
    this.on.publish(topic, Buffer.from(data.subarray(reliable ? topicEnd + 2 : topicEnd, end)), packetId);
  }
}
