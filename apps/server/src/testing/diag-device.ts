import type { MqttClient } from 'mqtt';
import type { DataSource } from 'typeorm';
import { DiagDown, type DiagUp } from '@headland/contracts/device/diagnosis';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { eventually } from './alerts';
import { joinBroker } from './mqtt-clients';

/** What the gates ask for, of a warm machine that stands with its key on and its engine off; name what is otherwise. */
export const standing = (over: Record<string, number> = {}): Record<string, number> => ({
  ...Object.fromEntries(liveItems.map((i) => [i, 0])),
  key: 1,
  'gear.neutral': 1,
  'brake.park': 1,
  'implement.down': 1,
  'engine.steady': 60,
  'engine.coolant': 84,
  battery: 12.6,
  'def.level': 60,
  'def.temp': 18,
  'exhaust.temp': 120,
  ...over,
});

/** A terminal by hand in diagnosis sessions at the real broker: hears what is asked, answers what it is told to, says it again until it is committed. */
export class DiagDevice {
  readonly heard: DiagDown[] = [];
  private client: MqttClient | null = null;
  private seq = 0;

  constructor(
    readonly id: string,
    private readonly port: number,
    private readonly database: Pick<DataSource, 'query'>,
  ) {}

  async join(): Promise<void> {
    this.client = await joinBroker(this.port, {
      username: this.id,
      clientId: this.id,
      password: `a secret of ${this.id}`,
      onMessage: (payload) => this.heard.push(DiagDown.parse(JSON.parse(payload))),
    });
    await this.client.subscribeAsync(downTopic(this.id, 'diag'), { qos: 1 });
  }

  /** The request of this kind that came last, once there were so many. */
  async asked<O extends DiagDown['op']>(op: O, times = 1): Promise<Extract<DiagDown, { op: O }>> {
    const of = (): DiagDown[] => this.heard.filter((m) => m.op === op);
    await eventually(
      () => Promise.resolve(of().length),
      (n) => n >= times,
    );
    return of().at(-1) as Extract<DiagDown, { op: O }>;
  }

  answer(to: DiagDown, body: Partial<DiagUp>): Promise<void> {
    return this.say({ session: to.session, req: to.req, ...body });
  }

  async say(body: Partial<DiagUp>): Promise<void> {
    const seq = ++this.seq;
    const payload = JSON.stringify({ v: 1, boot: 1, seq, ts: Date.now(), ...body });
    await eventually(
      async () => {
        await this.client?.publishAsync(upTopic(this.id, 'diag'), payload, { qos: 1 });
        return this.database.query<{ has: boolean }[]>(
          "SELECT s.received @> $2::int AS has FROM device_stream s JOIN device d ON d.key = s.device_key WHERE d.id = $1 AND s.topic = 'diag' AND s.boot = 1",
          [this.id, seq],
        );
      },
      ([row]) => row?.has === true,
    );
  }
}
