import { downTopic, type DownKind, upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { AckDown, SosDown } from '@headland/contracts/device/down';
import type { ActiveFault, Sample } from '@headland/contracts/device/up';
import { Sequence } from '@headland/testing/builders/sequence';
import { engineUp, faultUp, sosUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { connectAsync, type MqttClient } from 'mqtt';
import { type DemoDevice, readDemo } from './product';

export interface Spot {
  lat: number;
  lon: number;
}

/**
 * The terminal of a machine at the broker: own id, secret and topics. Messages are numbered as the protocol requires.
 */
export class Terminal {
  /** `down/sos` in the order of arrival */
  readonly panel: SosDown[] = [];
  readonly acks: AckDown[] = [];
  // a boot that no earlier run against the same product has used
  private readonly sequence = new Sequence(Math.floor(Date.now() / 1000));

  private constructor(
    readonly device: DemoDevice,
    private readonly client: MqttClient,
  ) {
    client.on('message', (topic, payload) => {
      // an empty payload: a retained message was removed
      if (payload.length === 0) return;
      const body: unknown = JSON.parse(payload.toString());
      if (topic === downTopic(device.id, 'sos')) this.panel.push(SosDown.parse(body));
      if (topic === downTopic(device.id, 'ack')) this.acks.push(AckDown.parse(body));
    });
  }

  static async connect(device: DemoDevice): Promise<Terminal> {
    const { host, port } = readDemo().mqtt;
    const status = upTopic(device.id, 'status');
    const client = await connectAsync({
      host,
      port,
      protocol: 'mqtt',
      clientId: device.id,
      username: device.id,
      password: device.secret,
      clean: true,
      reconnectPeriod: 0,
      will: { topic: status, payload: Buffer.from(JSON.stringify({ v: 1, online: false })), qos: 1, retain: true },
    });
    const terminal = new Terminal(device, client);
    await client.subscribeAsync(
      (['ack', 'config', 'sos'] satisfies DownKind[]).map((kind) => downTopic(device.id, kind)),
      { qos: 1 },
    );
    await client.publishAsync(
      status,
      JSON.stringify(statusUp({ boot: terminal.sequence.boot, sim: simOf(device.id) })),
      { qos: 1, retain: true },
    );
    return terminal;
  }

  get vin(): string {
    return this.device.vin;
  }

  /** Tilted beyond the threshold of every model. */
  rollOver = (at: Spot): Promise<void> =>
    this.send(
      'sos',
      sosUp({ ...this.sequence.next('sos'), type: 'rollover', ...at, tilt: { x: 62.5, y: 8.1, z: 2.4 }, speed: 0 }),
    );
  pressButton = (at: Spot): Promise<void> =>
    this.send('sos', sosUp({ ...this.sequence.next('sos'), type: 'button', ...at }));
  faults = (active: ActiveFault[], cleared: string[], at: Spot): Promise<void> =>
    this.send('fault', faultUp({ ...this.sequence.next('fault'), active, cleared, ...at }));
  key = (on: boolean, at: Spot): Promise<void> =>
    this.send('engine', engineUp({ ...this.sequence.next('engine'), on, ...at }));
  telemetry = (samples: Sample[]): Promise<void> =>
    this.send('telemetry', telemetryUp({ ...this.sequence.next('telemetry'), samples }));
  /** an invalid payload */
  garbage = async (kind: UpKind, payload: string): Promise<void> =>
    void (await this.client.publishAsync(upTopic(this.device.id, kind), payload, { qos: 1 }));

  async end(): Promise<void> {
    if (this.client.connected)
      await this.client.publishAsync(upTopic(this.device.id, 'status'), JSON.stringify({ v: 1, online: false }), {
        qos: 1,
        retain: true,
      });
    await this.client.endAsync();
  }

  /** Resolves with the broker's PUBACK. */
  private async send(kind: UpKind, message: object): Promise<void> {
    await this.client.publishAsync(upTopic(this.device.id, kind), JSON.stringify(message), { qos: 1 });
  }
}

/** A SIM of its own for each terminal: devices with the same SIM cannot be edited. */
const simOf = (deviceId: string): string =>
  `89${BigInt(`0x${Buffer.from(deviceId).toString('hex')}`)
    .toString()
    .slice(-17)}`;
