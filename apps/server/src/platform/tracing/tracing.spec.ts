import { createRequire } from 'node:module';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { sosAlerts } from '@headland/contracts/sos';
import { activeFault, faultUp, sample, sosUp, statusUp, telemetryUp } from '@headland/testing/builders/up';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { TelemetryModule } from '../../fleet/telemetry/telemetry.module';
import { AlertsModule } from '../../incidents/alerts/alerts.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { SosModule } from '../../incidents/sos/sos.module';
import { LiveModule } from '../../live/stream/live.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, startProcess } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { openTraceCollector, type ReceivedSpan, type TraceCollector } from '../../testing/trace-collector';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import type { Config } from '../config';
import { makeLog } from '../log';
import { inside } from './span';
import { Tracing } from './tracing';

const modules = [
  SessionModule,
  DevicesModule,
  AlertsModule,
  SosModule,
  FaultsModule,
  TelemetryModule,
  DeliveriesModule,
  NotificationsModule,
  LiveModule,
];

/** The four processes, the broker that devices come by, and a console that listens. */
interface Installation {
  server: TestServer;
  orgs: Organizations;
  vehicle: MadeVehicle;
  head: string;
  device: MqttClient;
  console: Socket;
  heard: { name: string }[];
  publish: (kind: UpKind, message: unknown) => Promise<unknown>;
  /** ends alerts, ingest and jobs, which send what they have, then the rest */
  stop: () => Promise<void>;
}
async function start(over: Partial<Config>): Promise<Installation> {
  const broker = await Aedes.createBroker();
  const tcp: Server = createServer(broker.handle);
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const url = `mqtt://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
  const server = await startServer(modules, { config: { ...over, MQTT_URL: url } });
  const orgs = await makeOrganizations(server.database);
  const account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
  await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  const vehicle = await makeVehicle(server.database, orgs.nami);
  const processes: { close: () => Promise<void> }[] = [];
  for (const run of ['alerts', 'ingest', 'jobs'] as const)
    processes.push(await startProcess(server.config, [run], modules));
  const head = await server.login(account);
  const console = io(server.url, { path: '/socket.io', transports: ['websocket'], auth: { token: head } });
  const heard: { name: string }[] = [];
  console.on('event', (event: { name: string }) => heard.push(event));
  await new Promise<void>((resolve) => console.once('connect', () => resolve()));
  await console.emitWithAck('resume', { after: null, at: null });
  const device = await mqtt.connectAsync(url, { clientId: vehicle.deviceId, reconnectPeriod: 0 });
  await eventually(
    () => Promise.resolve(Object.keys((broker as unknown as { clients: object }).clients)),
    (ids) => ids.includes('headland-alerts') && ids.includes('headland-ingest'),
  );
  return {
    server,
    orgs,
    vehicle,
    head,
    device,
    console,
    heard,
    publish: (kind, message) =>
      device.publishAsync(upTopic(vehicle.deviceId, kind), JSON.stringify(message), { qos: 1 }),
    stop: async () => {
      await device.endAsync(true);
      console.disconnect();
      for (const one of processes) await one.close();
      await server.stop();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      tcp.close();
    },
  };
}
const untilHeard = ({ heard }: Installation, name: string): Promise<unknown> =>
  eventually(
    () => Promise.resolve(heard),
    (events) => events.some((event) => event.name === name),
  );

describe('without a collector', () => {
  it('nothing is loaded, and an SOS has no trace', async () => {
    const at = await start({});
    await at.publish('sos', sosUp({ type: 'button', seq: 1 }));
    await untilHeard(at, 'sos.raised');
    expect(await at.server.database.query('SELECT DISTINCT traceparent FROM event_log')).toEqual([
      { traceparent: null },
    ]);
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    expect(loaded.filter((file) => file.includes('@opentelemetry/sdk-trace'))).toEqual([]);
    await at.stop();
  });
});

/** What ends after everything else still has something to say. */
@Injectable()
class LastWords implements OnApplicationShutdown {
  constructor(private readonly tracing: Tracing) {}

  onApplicationShutdown(): void {
    this.tracing.begin('last words', 'always')?.end();
  }
}
@Module({ providers: [LastWords] })
class LastWordsModule {}

describe('with a collector', () => {
  let collector: TraceCollector;
  let at: Installation;
  beforeAll(async () => {
    collector = await openTraceCollector();
    at = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer of the tests' },
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
  });
  afterAll(async () => {
    await at.stop();
    await collector.close();
  });

  const spanOf = (where: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
    eventually(
      () => Promise.resolve(collector.spans.find(where)),
      (span) => span !== undefined,
    ) as Promise<ReceivedSpan>;
  /** The names on the way from the first span of the trace to this one. */
  const wayTo = (span: ReceivedSpan): string[] => {
    const parent = collector.spans.find((other) => other.traceId === span.traceId && other.spanId === span.parent);
    return [
      ...(parent === undefined ? (span.parent === '' ? [] : ['?']) : wayTo(parent)),
      `${span.service} ${span.name}`,
    ];
  };

  it('a call for help is one trace from the broker to consoles, messages and the panel', async () => {
    await at.publish('sos', sosUp({ type: 'button', seq: 1 }));
    const root = await spanOf((s) => s.name === 'mqtt sos');
    const of = (name: string): Promise<ReceivedSpan> => spanOf((s) => s.traceId === root.traceId && s.name === name);
    const received = [
      'headland-alerts mqtt sos',
      'headland-alerts command RecordSosMessages',
      'headland-alerts change',
    ];
    expect(root).toMatchObject({ parent: '', attributes: { 'headland.device': at.vehicle.deviceId } });
    const shown = await of('socket sos.raised');
    await of('mqtt down/ack');
    await of('command RecordSosMessages');
    await of('change');
    expect(wayTo(shown)).toEqual([...received, 'headland-api socket sos.raised']);
    expect(shown.attributes).toMatchObject({ 'headland.sockets': 1 });
    expect(wayTo(await of('send panel')).slice(0, 3)).toEqual(received);
    const notified = await eventually(
      () =>
        Promise.resolve(
          collector.spans.filter((s) => s.traceId === root.traceId && s.name === 'command NotifyMembers'),
        ),
      (spans) => spans.length > 0,
    );
    const policy = await eventually(
      () => Promise.resolve(collector.spans.find((s) => s.spanId === notified[0]?.parent)),
      (span) => span !== undefined,
    );
    expect(policy).toMatchObject({ service: 'headland-jobs', traceId: root.traceId });
    expect(collector.requests[0]).toMatchObject({
      path: 'POST /v1/traces',
      headers: { authorization: 'Bearer of the tests' },
    });
  });

  it('a fault is one, too', async () => {
    await at.publish('fault', faultUp({ active: [activeFault({ code: 'E0333' })] }));
    const shown = await spanOf((s) => s.name === 'socket fault.occurred');
    await spanOf((s) => s.traceId === shown.traceId && s.name === 'mqtt fault');
    expect(wayTo(shown).at(0)).toBe('headland-alerts mqtt fault');
  });

  it('a change by HTTP goes on to the consoles, and an error is found by its reference', async () => {
    const [call] = (await at.server.call(sosAlerts.list, { query: { vin: at.vehicle.vin } }, at.head)).rows;
    const input = { params: { id: call?.id ?? 0 } };
    await at.server.call(sosAlerts.acknowledge, input, at.head);
    const shown = await spanOf((s) => s.name === 'socket sos.acknowledged');
    await spanOf((s) => s.traceId === shown.traceId && s.name.startsWith('POST '));
    expect(wayTo(shown)).toEqual([
      `headland-api ${sosAlerts.acknowledge.method} ${sosAlerts.acknowledge.path}`,
      'headland-api command AcknowledgeSos',
      'headland-api change',
      'headland-api socket sos.acknowledged',
    ]);
    const refused = await at.server.call(sosAlerts.acknowledge, input, at.head).catch((error: unknown) => error);
    const { reference, code } = (refused as Refused).error;
    expect((await spanOf((s) => s.attributes['headland.reference'] === reference)).attributes).toMatchObject({
      'headland.error': code,
      'http.response.status_code': 409,
    });
  });

  it('a batch of telemetry is a trace with its counts', async () => {
    await at.publish('telemetry', telemetryUp({ samples: [sample()] }));
    const batch = await spanOf((s) => s.name === 'mqtt telemetry');
    const write = await spanOf((s) => s.traceId === batch.traceId && s.name === 'write');
    expect(write.parent).toBe(batch.spanId);
    expect(batch.attributes).toHaveProperty(['messaging.batch.message_count']);
    expect(batch.attributes).toHaveProperty(['headland.waited_ms']);
    expect(write.attributes).toHaveProperty(['headland.rows']);
    await at.publish('status', statusUp({ online: true }));
  });

  it('a collector that refuses or never answers delays nobody, nor the end of a process', async () => {
    for (const mood of ['refuses', 'hangs'] as const) {
      collector.mood = mood;
      const before = collector.requests.length;
      const heard = at.heard.filter(({ name }) => name === 'sos.repeated').length;
      await at.publish('sos', sosUp({ type: 'button', seq: mood === 'refuses' ? 2 : 3 }));
      await eventually(
        () => Promise.resolve(at.heard.filter(({ name }) => name === 'sos.repeated').length),
        (n) => n > heard,
      );
      await eventually(
        () => Promise.resolve(collector.requests.length),
        (n) => n > before,
      );
    }
    const { openCollector } = await import('./otlp');
    const opened = openCollector({ endpoint: collector.url, headers: {}, service: 'test' }, makeLog('silent', ['api']));
    opened.begin('nobody takes it', {}).end();
    const began = performance.now();
    await opened.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    collector.mood = 'takes';
  });

  it('a process that ends sends what it has, and all that ended with it', async () => {
    const ending = await startProcess(at.server.config, ['api'], [SessionModule, LastWordsModule]);
    await ending.close();
    expect(collector.spans.map(({ name }) => name)).toContain('last words');
  });

  it('a line of the log names the trace that it is written in', () => {
    const lines: object[] = [];
    const log = makeLog('info', ['api'], { write: (line) => lines.push(JSON.parse(line) as object) });
    const span = at.server.app.get(Tracing).begin('something', 'always');
    if (span === null) throw new Error('not traced');
    inside(span, () => log.info('within'));
    log.info('without');
    span.end();
    expect(lines).toMatchObject([{ msg: 'within', traceId: span.traceId }, { msg: 'without' }]);
    expect(lines[1]).not.toHaveProperty('traceId');
  });
});
