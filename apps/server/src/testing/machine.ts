import type { MqttClient } from 'mqtt';
import type { DataSource } from 'typeorm';
import { DiagDown, type DiagUp } from '@headland/contracts/device/diagnosis';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { eventually } from './alerts';
import { joinBroker } from './mqtt-clients';
import type { MadeVehicle } from './world';

/** What the gates ask for, of a machine that idles warm; name what is otherwise. */
export const idling = (over: Record<string, number> = {}): Record<string, number> => ({
  ...Object.fromEntries(liveItems.map((i) => [i, 0])),
  key: 1,
  'gear.neutral': 1,
  'brake.park': 1,
  'implement.down': 1,
  'engine.rpm': 820,
  'engine.steady': 60,
  'engine.coolant': 84,
  battery: 14.1,
  'def.level': 60,
  'def.temp': 18,
  'exhaust.temp': 120,
  ...over,
});
/** The same with the engine off and the key on. */
export const keyOn = (over: Record<string, number> = {}): Record<string, number> =>
  idling({ 'engine.rpm': 0, battery: 12.6, ...over });

export interface Message {
  kind: 'diag' | 'stream' | 'status' | 'engine';
  payload: string;
  seq: number;
}

/** A terminal driven by a spec, of a vehicle of `makeVehicle`: receives requests, answers as the spec calls for, resends until it is committed. */
export class Machine {
  readonly received: DiagDown[] = [];
  /** how far its clock is ahead of ours */
  aheadMs = 0;
  /** its present start */
  private boot = 1;
  private client: MqttClient | null = null;
  private readonly seqs = new Map<string, number>();

  constructor(
    readonly id: string,
    private readonly at: { port: number; database: DataSource },
  ) {}

  /** Connects to the broker, also again; messages of meanwhile are delivered then. */
  async join(): Promise<void> {
    this.client = await joinBroker(this.at.port, {
      username: this.id,
      clientId: this.id,
      password: `a secret of ${this.id}`,
      clean: false,
      onMessage: (payload) => this.received.push(DiagDown.parse(JSON.parse(payload))),
    });
    await this.client.subscribeAsync(downTopic(this.id, 'diag'), { qos: 1 });
  }
  /** The request of this kind that came last. */
  async asked<O extends DiagDown['op']>(op: O, times = 1): Promise<Extract<DiagDown, { op: O }>> {
    const of = (): DiagDown[] => this.received.filter((m) => m.op === op);
    await eventually(
      () => Promise.resolve(of().length),
      (n) => n >= times,
    );
    return of().at(-1) as Extract<DiagDown, { op: O }>;
  }
  /** Begins anew: it knows no session, and counts its messages from 1. */
  restart(): void {
    this.boot++;
    this.seqs.clear();
  }
  get now(): number {
    return Date.now() + this.aheadMs;
  }
  /** The complete message, to be sent a second time. */
  message(kind: Message['kind'], body: object): Message {
    const seq = (this.seqs.get(kind) ?? 0) + 1;
    this.seqs.set(kind, seq);
    return { kind, seq, payload: JSON.stringify({ v: 1, boot: this.boot, seq, ts: this.now, ...body }) };
  }
  /** To the broker, without waiting for the server. */
  async publish({ kind, payload }: Message): Promise<void> {
    await this.client?.publishAsync(upTopic(this.id, kind), payload, { qos: 1 });
  }
  /** Resends until the server has stored its sequence number. */
  async send(message: Message): Promise<void> {
    await eventually(
      async () => {
        await this.publish(message);
        return this.at.database.query<{ has: boolean }[]>(
          'SELECT received @> $3::int AS has FROM device_stream d JOIN device ON device.key = d.device_key WHERE device.id = $1 AND topic = $2 AND boot = $4',
          [this.id, message.kind, message.seq, this.boot],
        );
      },
      ([row]) => row?.has === true,
    );
  }
  sendBody(body: Partial<DiagUp>): Promise<void> {
    return this.send(this.message('diag', body));
  }
  answer(to: DiagDown, body: Partial<DiagUp>): Promise<void> {
    return this.sendBody({ session: to.session, req: to.req, ...body });
  }
}

/** The state that telemetry gives of a machine that is online, parked, with its key on. */
export const park = (database: DataSource, { id, deviceKey }: MadeVehicle): Promise<unknown> =>
  database.query(
    `INSERT INTO vehicle_state (vehicle_id, device_key, online, key_on, engine, speed, last_seen_at, open_sos) VALUES ($1, $2, true, true, false, 0, now(), 0)
     ON CONFLICT (vehicle_id) DO UPDATE SET device_key = $2, online = true, key_on = true, engine = false, speed = 0, last_seen_at = now(), open_sos = 0`,
    [id, deviceKey],
  );
