import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import type { Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import { Sequence } from '@headland/testing/builders/sequence';
import { faultUp, sosUp } from '@headland/testing/builders/up';
import { logIn } from '@headland/testing/log-in';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Demo } from './product';

/** Fields in the country of the demo, so that the map flies. */
const places = [
  { lat: 35.57, lon: 126.86 },
  { lat: 36.35, lon: 128.7 },
  { lat: 37.28, lon: 128.46 },
  { lat: 34.68, lon: 126.9 },
  { lat: 36.2, lon: 127.1 },
];
const codes = ['E0324', 'E0297', 'E0303', 'E0318'];
/** An SOS waits for so long before somebody acknowledges it, and is closed after as long again. */
const waitsMs = 6_000;
const everyMs = { sos: 20_000, fault: 4_000 };

/** What happens in a control room in a day, in minutes: calls that are acknowledged and closed, faults that come and go. */
export class Events {
  sosRaised = 0;
  faultsSent = 0;
  private timers: NodeJS.Timeout[] = [];
  private session = '';

  private constructor(
    private readonly demo: Demo,
    private readonly devices: { id: string; client: MqttClient; sequence: Sequence }[],
  ) {}

  static async begin(demo: Demo): Promise<Events> {
    const boot = Math.floor(Date.now() / 1000);
    const devices = await Promise.all(
      demo.devices.slice(0, 6).map(async ({ id, secret }) => {
        const { host, port } = demo.mqtt;
        const client = await connectAsync({
          host,
          port,
          protocol: 'mqtt',
          clientId: id,
          username: id,
          password: secret,
        });
        return { id, client, sequence: new Sequence(boot) };
      }),
    );
    const events = new Events(demo, devices);
    await events.logIn();
    const every = (ms: number, act: (n: number) => Promise<void>): void => {
      let n = 0;
      events.timers.push(setInterval(() => void act(n++).catch((error: unknown) => console.error(String(error))), ms));
    };
    every(everyMs.sos, (n) => events.call(n));
    every(everyMs.fault, (n) => events.fault(n));
    return events;
  }

  async end(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.devices.map(({ client }) => client.endAsync(true)));
  }

  private async call(n: number): Promise<void> {
    const place = places[n % places.length];
    await this.send(n, 'sos', (at) => sosUp({ ...at, type: n % 2 === 0 ? 'rollover' : 'button', ...place }));
    this.sosRaised++;
    this.later(() => this.ofOpen(sosAlerts.list.path, (id) => [`${sosAlerts.list.path}/${id}/acknowledge`, {}]));
    this.later(
      () =>
        this.ofOpen(sosAlerts.list.path, (id) => [
          `${sosAlerts.list.path}/${id}/false-alarm`,
          { cause: 'test', resolution: 'wall soak' },
        ]),
      2 * waitsMs,
    );
  }

  /** Each other one clears the one before it. */
  private async fault(n: number): Promise<void> {
    const code = codes[Math.floor(n / 2) % codes.length] ?? 'E0324';
    const active = n % 2 === 0 ? [{ code, spn: 100, fmi: 1, count: 1 }] : [];
    await this.send(Math.floor(n / 2), 'fault', (at) =>
      faultUp({ ...at, active, cleared: n % 2 === 0 ? [] : [code], ...places[n % places.length] }),
    );
    this.faultsSent++;
  }

  private async send(n: number, kind: UpKind, message: (at: { boot: number; seq: number }) => object): Promise<void> {
    const device = this.devices[n % this.devices.length];
    if (device === undefined) throw new Error('the demo leaves no devices');
    const payload = JSON.stringify(message(device.sequence.next(kind)));
    await device.client.publishAsync(upTopic(device.id, kind), payload, { qos: 1 });
  }

  private later(act: () => Promise<void>, ms = waitsMs): void {
    this.timers.push(setTimeout(() => void act().catch((error: unknown) => console.error(String(error))), ms));
  }

  /** An act on each open one of a queue; somebody may have been faster. */
  private async ofOpen(path: string, act: (id: number) => [string, object]): Promise<void> {
    const rows = await this.ask<{ id: number }[]>('GET', `${path}?tab=queue&timeZone=UTC`);
    for (const { id } of rows ?? []) await this.ask('POST', ...act(id));
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T | null> {
    const response = await fetch(this.demo.url + path, {
      method,
      headers: { 'content-type': 'application/json', [accessHeader]: this.session },
      ...(body && { body: JSON.stringify(body) }),
    });
    // each answer renews the token in time
    this.session = response.headers.get(accessHeader) ?? this.session;
    const envelope = (await response.json()) as Envelope<T>;
    return envelope.success ? envelope.data : null;
  }

  private async logIn(): Promise<void> {
    const clerk = this.demo.accounts.find((a) => a.groupType === 'HEAD_OFFICE' && a.role === 'ADMIN');
    if (clerk === undefined) throw new Error('the demo has no administrator of the head office');
    this.session = (await logIn(this.demo.url, clerk)).accessToken;
  }
}
