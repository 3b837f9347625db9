import pino from 'pino';
import { reprogram } from '@headland/contracts/reprogram';
import { rollOuts, type RollOutBody, type RollOutDetail, type RollOutVehicle } from '@headland/contracts/roll-out';
import type { z } from 'zod';
import { DeliveriesModule } from '../messages/deliveries/deliveries.module';
import { DevicesModule } from '../fleet/devices/devices.module';
import { ExportsModule } from '../files/exports/exports.module';
import { NotificationsModule } from '../messages/notifications/notifications.module';
import { startBroker, type Broker } from '../platform/mqtt/embedded-broker/broker';
import { SessionModule } from '../people/session/session.module';
import { eventually, startProcess } from './alerts';
import { aProgram, FlashDevice, givenFile, spokeOf, standParked } from './flash-device';
import { freePort } from './mosquitto';
import { startServer, type TestServer } from './server';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from './world';
import { RemoteServiceModule } from '../remote-service/remote-service.module';

const modules = [
  SessionModule,
  DevicesModule,
  DeliveriesModule,
  NotificationsModule,
  ExportsModule,
  RemoteServiceModule,
];
const password = 'the password of the server';
type Body = z.input<typeof RollOutBody>;
export type Machine = MadeVehicle & { device: FlashDevice };
type Token = 'author' | 'other' | 'staff' | 'nami' | 'nami2' | 'noa';

/** A server for roll-outs at a real broker, with terminals by hand; its timed work is a process of its own, which can be ended and begun again. */
export class RollOutWorld {
  private jobs: { close: () => Promise<void> } | null = null;

  private constructor(
    readonly server: TestServer,
    private readonly broker: Broker,
    private readonly port: number,
    readonly at: Organizations,
    readonly tokens: Record<Token, string>,
  ) {}

  static async open(): Promise<RollOutWorld> {
    const port = await freePort();
    const server = await startServer(modules, {
      config: { RUN: ['api', 'ingest'], MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PASSWORD: password },
    });
    const limits = { messages: 1000, bytes: 1024 * 1024, inFlightMessages: 100, inFlightBytes: 1024 * 1024 };
    const broker = await startBroker(
      {
        host: '127.0.0.1',
        port,
        databaseUrl: server.databaseUrl,
        username: server.config.MQTT_USERNAME,
        password,
        serverLimits: limits,
      },
      pino({ level: 'silent' }),
    );
    const at = await makeOrganizations(server.database);
    const login = async (
      ...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never
    ): Promise<string> => server.login(await makeAccount(server.database, ...caller));
    const tokens = {
      author: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
      other: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Park Jihun' }),
      staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
      nami: await login('DEALER', 'ADMIN', at.nami, { name: 'Lee Nami' }),
      nami2: await login('DEALER', 'ADMIN', at.nami),
      noa: await login('DEALER', 'ADMIN', at.noa),
    };
    const world = new RollOutWorld(server, broker, port, at, tokens);
    await world.startJobs();
    return world;
  }
  async close(): Promise<void> {
    await this.stopJobs();
    await this.server.stop();
    await this.broker.stop();
  }
  async startJobs(): Promise<void> {
    this.jobs = await startProcess(this.server.config, ['jobs'], modules);
  }
  async stopJobs(): Promise<void> {
    await this.jobs?.close();
    this.jobs = null;
  }

  /** Parked, identified, and online by default. */
  async machine(
    over: { state?: Record<string, unknown>; organization?: number; spoke?: boolean } = {},
  ): Promise<Machine> {
    const { database } = this.server;
    const made = await makeVehicle(database, over.organization ?? this.at.nami);
    await standParked(database, made, over.state);
    if (over.spoke !== false) await spokeOf(database, made, over.organization ?? this.at.nami);
    const device = new FlashDevice(made.deviceId, this.port, database);
    await device.join();
    return { ...made, device };
  }
  async machines(n: number): Promise<Machine[]> {
    const all: Machine[] = [];
    while (all.length < n) all.push(await this.machine());
    return all;
  }
  async program(over: Parameters<typeof aProgram>[0] = {}): Promise<number> {
    return (
      await this.server.call(
        reprogram.upload,
        { file: givenFile(aProgram({ bytes: 9_000, ...over })) },
        this.tokens.author,
      )
    ).id;
  }

  async draft(
    vehicles: readonly { id: number }[],
    over: Partial<Body> = {},
    by: Token = 'author',
  ): Promise<RollOutDetail> {
    return this.server.call(rollOuts.create, { body: await this.body(vehicles, over) }, this.tokens[by]);
  }
  async body(vehicles: readonly { id: number }[], over: Partial<Body> = {}): Promise<Body> {
    const validUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const fileId = over.fileId ?? (await this.program());
    return {
      name: 'Cold start',
      vehicleIds: vehicles.map((v) => v.id),
      firstGroup: 1,
      shares: [100],
      holdHours: null,
      stopShare: 10,
      validUntil,
      ...over,
      fileId,
    };
  }
  send = ({ id, version }: RollOutDetail, by: Token = 'author'): Promise<RollOutDetail> =>
    this.server.call(rollOuts.send, { params: { id }, body: { version } }, this.tokens[by]);
  approve = ({ id, version }: Pick<RollOutDetail, 'id' | 'version'>, by: Token = 'other'): Promise<RollOutDetail> =>
    this.server.call(rollOuts.approve, { params: { id }, body: { version } }, this.tokens[by]);
  decide = (
    what: 'decline' | 'pause' | 'resume' | 'cancel',
    id: number,
    by: Token = 'other',
    reason = 'Looked into it',
  ): Promise<RollOutDetail> => this.server.call(rollOuts[what], { params: { id }, body: { reason } }, this.tokens[by]);
  /** Drafted, sent and approved. */
  async begin(vehicles: readonly { id: number }[], over: Partial<Body> = {}): Promise<number> {
    const sent = await this.send(await this.draft(vehicles, over));
    await this.approve(sent);
    return sent.id;
  }
  get = (id: number, by: Token = 'staff'): Promise<RollOutDetail> =>
    this.server.call(rollOuts.get, { params: { id } }, this.tokens[by]);
  until = (id: number, holds: (r: RollOutDetail) => boolean): Promise<RollOutDetail> =>
    eventually(() => this.get(id), holds);
  async vehicle(id: number, vehicle: { id: number }): Promise<RollOutVehicle> {
    const { rows } = await this.server.call(
      rollOuts.vehicles,
      { params: { id }, query: { size: 100 } },
      this.tokens.staff,
    );
    const found = rows.find((r) => r.id === vehicle.id);
    if (found === undefined) throw new Error(`vehicle ${vehicle.id} is not in roll-out ${id}`);
    return found;
  }
  untilVehicle = (
    id: number,
    vehicle: { id: number },
    holds: (v: RollOutVehicle) => boolean,
  ): Promise<RollOutVehicle> => eventually(() => this.vehicle(id, vehicle), holds);
  /** From the offer to its end, by the device's messages. */
  async programmed(
    { device }: Machine,
    end: object = { state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' },
  ): Promise<void> {
    const { session } = await device.offered();
    for (const step of [
      { state: 'ready', have: [] },
      { state: 'checking' },
      { state: 'programming', progress: 0.5 },
      end,
    ])
      await device.send({ session, ...step });
  }
}
