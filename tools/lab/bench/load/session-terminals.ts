import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { DiagDown, type DiagUp } from '@headland/contracts/device/diagnosis';
import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { Histogram } from '../measure/histogram';
import type { PublisherDevice } from './publisher-plan';
import { TerminalsPlan, type FromTerminals, type ToTerminals } from './session-terminals-plan';

/** Terminals of machines that are served from afar: they answer requests of a session and send each row as soon as it is measured. */
const plan = TerminalsPlan.parse(JSON.parse(process.env['BENCH_PLAN'] ?? 'null'));
const aliveMs = 1_000;
/** What the gates of the tests ask for, of a machine that idles. */
const live = {
  ...Object.fromEntries(liveItems.map((item) => [item, 0])),
  key: 1,
  'gear.neutral': 1,
  'brake.park': 1,
  'implement.down': 1,
  'engine.rpm': 820,
  battery: 14.1,
};

let measuring = false;
let rows = 0;
let lostConnections = 0;
let lateness = new Histogram();

class Terminal {
  private readonly seqs = new Map<string, number>();
  private session: string | null = null;
  private watch: { items: string[]; nextMs: number } | null = null;
  private client: MqttClient | null = null;

  constructor(
    private readonly device: PublisherDevice,
    /** of a period, so that not all of them measure at once */
    private readonly phaseMs: number,
  ) {}

  async join(): Promise<void> {
    const { id, username, password } = this.device;
    const client = await connectAsync(plan.mqttUrl, {
      clientId: id,
      protocolVersion: 4,
      reconnectPeriod: 0,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    });
    this.client = client;
    client.on('close', () => (lostConnections += 1));
    client.on('error', () => undefined);
    if (!plan.asked) {
      this.session = randomUUID();
      this.watch = { items: plan.items, nextMs: Date.now() + this.phaseMs };
      return;
    }
    client.on('message', (_topic, payload) => this.asked(DiagDown.parse(JSON.parse(payload.toString()))));
    await client.subscribeAsync(downTopic(id, 'diag'), { qos: 1 });
    await client.publishAsync(
      upTopic(id, 'status'),
      JSON.stringify({ v: 1, boot: plan.boot, ts: Date.now(), online: true, firmware: '1.0.0' }),
      {
        qos: 1,
        retain: true,
      },
    );
    this.send('engine', { on: true, lat: 35.8, lon: 127.1 });
    setTimeout(() => setInterval(() => this.alive(), aliveMs), this.phaseMs);
  }

  /** The rows that are due; a period after each the next one. */
  measure(nowMs: number): void {
    const { watch, session } = this;
    if (watch === null || session === null) return;
    if (nowMs < watch.nextMs) return;
    lateness.recordMs(nowMs - watch.nextMs);
    watch.nextMs += plan.period * Math.ceil((nowMs - watch.nextMs + 1) / plan.period);
    if (!measuring) return;
    rows += 1;
    this.send('stream', {
      session,
      t0: nowMs,
      period: plan.period,
      items: watch.items,
      rows: [watch.items.map((item) => valueOf(item, nowMs))],
    });
  }

  private asked(m: DiagDown): void {
    const about = { session: m.session, req: m.req };
    const answer = (body: Partial<DiagUp>): void => this.send('diag', { ...about, ...body });
    switch (m.op) {
      case 'connect':
        this.session = m.session;
        return answer({
          state: 'connected',
          info: { device_id: this.device.id, ecu_sw_sequence: 'SW-3.1.0', cyl: 4 },
          live,
        });
      case 'watch':
        this.watch = { items: m.items, nextMs: Date.now() + this.phaseMs };
        return answer({ state: 'watching' });
      case 'unwatch':
        this.watch = null;
        return answer({ state: 'connected' });
      case 'disconnect':
        [this.session, this.watch] = [null, null];
        return answer({ state: 'disconnected' });
      default:
        return answer({ state: 'fail', reason: 'notSupported' });
    }
  }

  private alive(): void {
    if (this.session !== null) this.send('diag', { session: this.session, state: 'alive', live });
  }

  private send(kind: 'diag' | 'stream' | 'engine', body: object): void {
    const seq = (this.seqs.get(kind) ?? 0) + 1;
    this.seqs.set(kind, seq);
    this.client?.publish(
      upTopic(this.device.id, kind),
      JSON.stringify({ v: 1, boot: plan.boot, seq, ts: Date.now(), ...body }),
      { qos: 1 },
    );
  }
}

function valueOf(id: string, ms: number): number {
  const item = monitorItems.get(id);
  const [least, greatest] = [item?.min ?? 0, item?.max ?? 1];
  return (
    Math.round((least + (greatest - least) * (0.4 + 0.2 * Math.sin(ms / 4_000) + 0.02 * Math.sin(ms / 300))) * 100) /
    100
  );
}

const terminals = plan.devices.map((device, i) => new Terminal(device, (plan.period * i) / plan.devices.length));
await Promise.all(terminals.map((t) => t.join()));
setInterval(() => {
  const now = Date.now();
  for (const t of terminals) t.measure(now);
}, 1);

const post = (message: FromTerminals): void => {
  process.send?.(message);
};
process.on('message', (message: ToTerminals) => {
  if (message.type === 'measure') {
    measuring = message.on;
    return;
  }
  post({ type: 'report', report: { rows, lostConnections, lateness: lateness.toJson() } });
  [rows, lateness] = [0, new Histogram()];
});
process.on('disconnect', () => process.exit());
post({ type: 'connected' });
