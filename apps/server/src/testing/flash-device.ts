import type { MqttClient } from 'mqtt';
import type { DataSource } from 'typeorm';
import { upTopic } from '@headland/contracts/device/envelope';
import { type BlockRange, FlashDown, type FlashOffer, parseBlockTopic } from '@headland/contracts/device/flash';
import type { GivenFile } from '@headland/contracts/endpoint';
import { type Blocks, nextNeed, noBlocks, union } from '@headland/domain/reprogram/blocks';
import { packContainer } from '@headland/domain/reprogram/firmware';
import { eventually } from './alerts';
import { joinBroker, untilAccepted } from './mqtt-clients';

/** A scripted terminal that receives programs at the real broker, with its own record of blocks. */
export class FlashDevice {
  readonly received: FlashDown[] = [];
  /** each block as often as it came, with the bytes it came with */
  readonly blocks = new Map<number, Buffer[]>();
  /** blocks that it asked for, as often as it asked */
  asked = 0;
  private client: MqttClient | null = null;
  private seq = 0;

  constructor(
    readonly id: string,
    private readonly port: number,
    private readonly database: Pick<DataSource, 'query'>,
  ) {}

  /** Also after a restart of the broker, as soon as that listens. */
  async join(): Promise<void> {
    const client = await untilAccepted(() =>
      joinBroker(this.port, { username: this.id, clientId: this.id, password: `a secret of ${this.id}` }),
    );
    this.client = client;
    client.on('message', (topic, payload) => {
      const block = parseBlockTopic(topic);
      if (block !== null) this.blocks.set(block.block, [...(this.blocks.get(block.block) ?? []), Buffer.from(payload)]);
      else if (topic.endsWith('/flash')) this.received.push(FlashDown.parse(JSON.parse(String(payload))));
    });
    await client.subscribeAsync(`tms/v1/${this.id}/down/#`, { qos: 1 });
  }
  /** Its connection is lost without a word. */
  async vanish(): Promise<void> {
    await this.client?.endAsync(true);
  }

  async offered(): Promise<FlashOffer> {
    const offers = (): FlashOffer[] => this.received.filter((m): m is FlashOffer => m.op === 'offer');
    await eventually(
      () => Promise.resolve(offers().length),
      (n) => n > 0,
    );
    return offers().at(-1) as FlashOffer;
  }
  async isCancelled(): Promise<void> {
    await eventually(
      () => Promise.resolve(this.received.at(-1)?.op),
      (op) => op === 'cancel',
    );
  }

  /** Hands it to the broker, which may keep it for a server that is away. */
  async publish(body: object): Promise<number> {
    const seq = ++this.seq;
    if ('need' in body) this.asked += (body.need as BlockRange)[1] - (body.need as BlockRange)[0] + 1;
    await this.sendMessage(seq, body);
    return seq;
  }
  /** Said again until it is committed, as a terminal does. */
  async send(body: object): Promise<void> {
    const seq = await this.publish(body);
    await eventually(
      async () => {
        await this.sendMessage(seq, body);
        return this.hasCommitted(seq);
      },
      (committed) => committed,
    );
  }
  async hasCommitted(seq: number): Promise<boolean> {
    const [row] = await this.database.query<{ has: boolean }[]>(
      "SELECT d.received @> $2::int AS has FROM device_stream d JOIN device ON device.key = d.device_key WHERE device.id = $1 AND d.topic = 'flash' AND d.boot = 1",
      [this.id, seq],
    );
    return row?.has === true;
  }

  async take(from: number, to: number): Promise<void> {
    await eventually(
      () => Promise.resolve([...this.blocks.keys()].filter((b) => b >= from && b <= to).length),
      (n) => n === to - from + 1,
    );
  }
  /** Asks for what it has not, 16 blocks at a time, until it has the first `most`. */
  async fetch({ session, blocks }: FlashOffer, most = blocks): Promise<void> {
    for (let need = nextNeed(this.have, most, 16); need !== null; need = nextNeed(this.have, most, 16)) {
      await this.send({ session, need });
      await this.take(...need);
    }
  }
  get have(): Blocks {
    return [...this.blocks.keys()].reduce<Blocks>((have, b) => union(have, [[b, b]]), noBlocks);
  }
  /** blocks that arrived, each as often as it came */
  get arrived(): number {
    return [...this.blocks.values()].reduce((sum, each) => sum + each.length, 0);
  }
  get bytes(): Buffer {
    return Buffer.concat([...this.blocks].sort(([a], [b]) => a - b).map(([, [first]]) => first as Buffer));
  }

  private async sendMessage(seq: number, body: object): Promise<void> {
    await this.client?.publishAsync(
      upTopic(this.id, 'flash'),
      JSON.stringify({ v: 1, boot: 1, seq, ts: Date.now(), ...body }),
      { qos: 1 },
    );
  }
}

let made = 0;
/** A program that no other spec has; 300 kB by default. */
export function aProgram(
  over: Partial<{ version: string; variant: string; calibration: string; bytes: number }> = {},
): { name: string; bytes: Uint8Array } {
  const { bytes = 300_000, ...what } = over;
  const data = Uint8Array.from({ length: bytes }, (_, i) => (i * 7 + made) & 0xff);
  made++;
  return {
    name: `engine-${made}.ulp`,
    bytes: packContainer(
      'ulp',
      { variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1', ...what },
      data,
      made,
    ),
  };
}
export const givenFile = ({ name, bytes }: { name: string; bytes: Uint8Array }): GivenFile => ({
  name,
  size: bytes.length,
  arrayBuffer: () => Promise.resolve(bytes.slice().buffer as ArrayBuffer),
});

/** Parked with its key on and its engine off, by its telemetry. */
export function standParked(
  database: Pick<DataSource, 'query'>,
  vehicle: { id: number; deviceKey: number },
  over: Record<string, unknown> = {},
): Promise<unknown> {
  const state = {
    device_key: vehicle.deviceKey,
    online: true,
    key_on: true,
    engine: false,
    rpm: 0,
    speed: 0,
    ts: new Date(),
    last_seen_at: new Date(),
    open_sos: 0,
    signals: { battery: 12.6 },
    ...over,
  };
  const names = Object.keys(state);
  return database.query(
    `INSERT INTO vehicle_state (vehicle_id, ${names.join(', ')}) VALUES ($1, ${names.map((_, i) => `$${i + 2}`).join(', ')})
     ON CONFLICT (vehicle_id) DO UPDATE SET ${names.map((n, i) => `${n} = $${i + 2}`).join(', ')}`,
    [vehicle.id, ...Object.values(state)],
  );
}
/** A session of an hour ago, with its identification. */
export const spokeOf = (
  database: Pick<DataSource, 'query'>,
  vehicle: { id: number; deviceId: string; deviceKey: number },
  organizationId: number,
  info: object = { hw_variant: 'HL-D24', ecu_sw_sequence: 'SW-3.1.0', ecu_calibration_id: 'CAL-D24-0388' },
): Promise<unknown> =>
  database.query(
    `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at, info)
     SELECT gen_random_uuid(), $1, $2, $3, $4, 'remote', 'disconnected', min(id), 'Kim', 'Head office', now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour', now(), now(), $5
     FROM user_account`,
    [vehicle.id, vehicle.deviceId, vehicle.deviceKey, organizationId, JSON.stringify(info)],
  );
