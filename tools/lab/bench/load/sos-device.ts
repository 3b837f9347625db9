import mqtt from 'mqtt';
import { AckDown } from '@headland/contracts/device/down';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { Histogram } from '../measure/histogram';
import { stampNow } from '../measure/stamp';
import { sosMessage } from './load-message';
import type { PublisherDevice } from './publisher-plan';

/** Pause between two presses of one device, so that each meets the queue of the others and not its own. */
const pauseMs = 50;
/** A press without acknowledgement by then has no latency, and after so long no more are made. */
const longestMs = 60_000;
const maxMs = 180_000;

/** One device that presses, waits for `down/ack`, and presses again. */
export class SosDevice {
  private readonly acknowledged = new Map<number, () => void>();
  private seq = 0;

  private constructor(
    private readonly client: mqtt.MqttClient,
    private readonly device: PublisherDevice,
    private readonly boot: number,
  ) {}

  static async connect(mqttUrl: string, device: PublisherDevice, boot: number): Promise<SosDevice> {
    const { id, username = '', password = '' } = device;
    const client = await mqtt.connectAsync(mqttUrl, {
      clientId: id,
      username,
      password,
      protocolVersion: 4,
      reconnectPeriod: 0,
    });
    const caller = new SosDevice(client, device, boot);
    client.on('message', (_topic, payload) => caller.onAck(payload));
    await client.subscribeAsync(downTopic(id, 'ack'), { qos: 1 });
    return caller;
  }

  /** How long each of `presses` took; one that was never acknowledged is missing in it, and those after it. */
  async press(presses: number): Promise<Histogram> {
    const latencies = new Histogram();
    const endMs = performance.now() + maxMs;
    for (let i = 0; i < presses && performance.now() < endMs; i++) {
      const fromMs = performance.now();
      if (!(await this.one())) break;
      latencies.recordMs(performance.now() - fromMs);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return latencies;
  }

  async end(): Promise<void> {
    await this.client.endAsync(true);
  }

  private one(): Promise<boolean> {
    const seq = ++this.seq;
    const message = sosMessage(this.device, this.boot);
    message.set({ packetId: 1, seq, tsMs: Date.now(), stamp: stampNow() });
    return new Promise((resolve) => {
      const late = setTimeout(() => (this.acknowledged.delete(seq), resolve(false)), longestMs);
      this.acknowledged.set(seq, () => (clearTimeout(late), resolve(true)));
      this.client.publish(upTopic(this.device.id, 'sos'), message.payload, { qos: 1 });
    });
  }

  private onAck(payload: Buffer): void {
    const { topic, boot, upTo } = AckDown.parse(JSON.parse(payload.toString()));
    if (topic !== 'sos' || boot !== this.boot) return;
    for (const [seq, done] of this.acknowledged) {
      if (seq > upTo) continue;
      this.acknowledged.delete(seq);
      done();
    }
  }
}
