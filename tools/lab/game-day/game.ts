import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { codesIn } from '../../src/run/sent-codes';
import { signal } from '../../src/run/process-identity';
import { findProgram } from '../../src/services';
import { quantile } from '../chaos/scenarios/calls';
import { closeAccount, round } from '../chaos/scenarios/close-account';
import { Consoles } from '../chaos/consoles/consoles';
import { MemberSession } from '../chaos/consoles/member-session';
import { direct, untilTaken } from '../chaos/scenarios/parts';
import type { Scenario, Stage } from '../chaos/scenarios/scenario';
import { type Pair, untilWorks, workerOf } from '../chaos/scenarios/two-of-each';
import { serverAccount } from '../chaos/world/broker';
import { databaseName } from '../chaos/world/database';
import type { Fleet, FleetStats } from '../chaos/world/fleet';
import { pause, until } from '../chaos/world/program';
import { deviceNames, register } from '../chaos/world/registry';
import { roles, type ServerRole } from '../chaos/world/server';
import { productMain, type World } from '../chaos/world/world';
import { Cluster } from '../standby/cluster';
import { Certificate } from './certificate';
import { ControlRoom, lineLost, mapStill, noAnswer, type Seen } from './control-room';
import { Front } from './front';
import { Prometheus } from './operators';
import { SmallDisk } from './small-disk';

/** Each presses once, so that each press is a call of its own. */
const devices = 900;
const withTls = 40;
/** vehicles whose movement tells whether the picture is alive */
const watched = 50;
/** presses of help in a second */
const pressesPerS = 1;
const diskMb = 2_048;
/** A terminal sends again after 5 s what nobody acknowledged, and connects again within a few. */
const againS = 15;

/** What an act may cost a call for help at the most, in seconds from the press to the screen of the control room. */
const mayTakeS = {
  'nothing fails': 5,
  'ingest killed': 10,
  'alerts killed': againS,
  'api killed': 15,
  'jobs killed': 10,
  'PostgreSQL killed': 30,
  'database machine killed': 60,
  'broker killed': 30,
  'Redis killed': 10,
  'disk full': 120,
  'certificate expired': 10,
} as const;
type Act = keyof typeof mayTakeS;

export interface ActResult {
  act: string;
  presses: number;
  shownP50S: number;
  shownWorstS: number;
  mayTakeS: number;
  lineLostS: number;
  mapStillS: number;
  noAnswerS: number;
}
/** What the last game was like, for the report; `only`: the acts that are played, by a part of their name. */
export const played: { seen: Seen[]; acts: ActResult[]; only: string } = { seen: [], acts: [], only: '' };

interface Press {
  device: string;
  act: Act;
  atMs: number;
}

/** The parts of a small installation fail one after the other while machines work and call for help; somebody watches. */
export const gameDay: Scenario = {
  number: 1,
  name: 'game day',
  fault:
    'one after the other, under load: a process of each kind, the primary, its machine, the broker and Redis are killed, a disk fills, a certificate expires',
  pass: 'everything acknowledged is stored once; every call for help is on the screen of the control room within its time',
  devices,
  async run(stage) {
    let cluster: Cluster | undefined;
    let certificate: Certificate | undefined;
    const disks = new Map<string, SmallDisk | null>();
    const world = await stage.world({
      roles,
      redis: true,
      cluster: async (dir) => {
        for (const name of ['a', 'b']) disks.set(name, SmallDisk.mount(join(dir, `node-${name}`), diskMb));
        return (cluster = await Cluster.start(dir)).running;
      },
      replica: () => cluster?.replicaUrl(databaseName) ?? '',
      tls: (dir) => {
        certificate = new Certificate(dir);
        certificate.sign(86_400);
        return certificate;
      },
      prepare: async (pool, migrate) => {
        await migrate(productMain);
        await register(pool, devices);
      },
    });
    if (cluster === undefined || certificate === undefined) throw new Error('the world has no cluster');
    world.atItsEnd(() => {
      for (const disk of disks.values()) disk?.unmount();
    });
    const pairs = new Map<ServerRole, Pair>();
    for (const role of roles) pairs.set(role, [world.server(role), await world.another(role)]);
    const front = await Front.start(world.dir, pairs.get('api') ?? []);
    world.atItsEnd(() => void front.stop());
    const { rows } = await world.pool.query<{ id: number }>('SELECT id FROM vehicle ORDER BY id LIMIT $1', [watched]);
    const look = { map: { zoom: 8, west: 124, south: 33, east: 132, north: 39 }, vehicles: rows.map(({ id }) => id) };
    const consoles = await Consoles.open(world, direct(2), look, codesIn(world.pool), front);
    const [screen] = consoles.list;
    if (screen === undefined) throw new Error('nobody watches');
    const names = deviceNames(devices);
    const plain = { seed: stage.seed, promise: 'kept', behaviour: { faultsPerDay: 40, sosPerDay: 0 } } as const;
    const fleet = await world.fleet({ ...plain, devices: names.slice(withTls), ratePerS: stage.pick(300, 150) });
    const secure = await world.fleet(
      { ...plain, devices: names.slice(0, withTls), ratePerS: 10, authority: certificate.authority },
      'second',
    );

    const duty = await MemberSession.open(front.url, 'duty', codesIn(world.pool));
    const room = new ControlRoom(screen, front.url, () => duty.token);
    played.seen = room.seen;
    world.atItsEnd(() => room.close());
    const path = findProgram('prometheus');
    const all = [...pairs.values()].flat();
    const prometheus =
      path === '' ? null : await Prometheus.start(world.dir, path, all, (text) => room.note('Prometheus', text));
    world.atItsEnd(() => void prometheus?.stop());

    const presses: Press[] = [];
    const game = new Game(stage, world, room, fleet, names.slice(withTls), presses);
    await untilTaken(fleet, 500);
    await game.play('nothing fails', () => pause(stage.pick(20_000, 5_000)));
    for (const role of ['ingest', 'alerts', 'api', 'jobs'] as const)
      await game.play(`${role} killed`, () => killProcess(room, role, pairs.get(role) as Pair));
    await game.play('PostgreSQL killed', () => killDatabase(room, cluster as Cluster, 'PostgreSQL'));
    await game.play('database machine killed', () => killDatabase(room, cluster as Cluster, 'machine'));
    await game.play('broker killed', () => killBroker(room, world, fleet));
    await game.play('Redis killed', () => killRedis(room, world, stage.pick(15_000, 5_000)));
    if ([...disks.values()].every((disk) => disk !== null))
      await game.play('disk full', () => fillDisk(room, cluster as Cluster, disks, stage.pick(30_000, 10_000)));
    else room.note('operator', 'nothing may be mounted here: no disk was filled');
    await game.play('certificate expired', () =>
      expire(stage, room, world, certificate as Certificate, secure, names.slice(0, withTls), presses),
    );
    await prometheus?.stop();

    room.close();
    const { findings } = await closeAccount(stage, world, {
      fleets: [
        { fleet, promise: 'kept' },
        { fleet: secure, promise: 'kept' },
      ],
      consoles,
    });
    await judge(stage, world, room, presses);
    return { findings };
  },
};

/** Presses of help go on all the time; each belongs to the act in which it was made. */
class Game {
  private next = 0;

  constructor(
    private readonly stage: Stage,
    private readonly world: World,
    private readonly room: ControlRoom,
    private readonly fleet: Fleet,
    private readonly names: readonly string[],
    private readonly presses: Press[],
  ) {}

  async play(act: Act, work: () => Promise<void>): Promise<void> {
    if (!act.includes(played.only)) return;
    this.room.act = act;
    this.room.note('operator', act === 'nothing fails' ? 'the game begins' : act);
    let over = false;
    const working = work().finally(() => (over = true));
    // a failure is thrown where it is waited for
    working.catch(() => undefined);
    do {
      await this.press(act);
      await pause(1_000 / pressesPerS);
    } while (!over);
    await working;
    await this.calm(act);
  }

  /** Until what was pressed is on the screen and all parts are ready again; then some seconds of nothing. */
  private async calm(act: Act): Promise<void> {
    await until('all calls to be shown', () => this.room.shownAtMs.size >= this.presses.length, {
      withinMs: 180_000,
      everyMs: 100,
      explain: () => `${this.room.shownAtMs.size} of ${this.presses.length} after "${act}"`,
    }).catch(async (error: unknown) => {
      this.room.note('operator', await whereTheyAre(this.world));
      throw error;
    });
    for (const role of roles) await this.world.server(role).ready();
    await untilTaken(this.fleet, this.stage.pick(1_000, 200), 120_000);
  }

  private async press(act: Act): Promise<void> {
    const device = this.names[this.next++];
    if (device === undefined) throw new Error('the game outlasted its devices');
    this.presses.push({ device, act, atMs: Date.now() });
    await this.fleet.sos(device);
  }
}

/** Of calls that are not shown: whether they are stored, and what the database is busy with. */
async function whereTheyAre({ pool }: World): Promise<string> {
  const { rows } = await pool.query<{ calls: number; busy: string[] | null }>(
    `SELECT (SELECT count(*)::int FROM sos_call) AS calls, (SELECT array_agg(concat_ws(' ', application_name, state, wait_event_type, wait_event, age(now(), state_change), left(query, 60)))
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle') AS busy`,
  );
  return `${rows[0]?.calls ?? 0} calls are stored; the database is busy with: ${rows[0]?.busy?.join('; ') ?? 'nothing'}`;
}

async function killProcess(room: ControlRoom, role: ServerRole, pair: Pair): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const works = await workerOf(role, pair, turn);
    const twin = pair[0] === works ? pair[1] : pair[0];
    await works.program.kill();
    const tookS = await untilWorks(role, twin);
    room.note(
      'operator',
      `kill -9 of the ${role} process that worked${role === 'api' ? '' : `; the other took over in ${round(tookS)} s`}`,
    );
    await pause(3_000);
    await works.start();
    room.note('operator', `${role} is started again`);
    await pause(2_000);
  }
}

async function killDatabase(room: ControlRoom, cluster: Cluster, what: 'PostgreSQL' | 'machine'): Promise<void> {
  const node = await cluster.primary();
  await cluster.kill(node, what);
  room.note(
    'operator',
    `kill -9 of ${what === 'machine' ? 'PostgreSQL and Patroni of' : 'PostgreSQL at'} ${node.name}, the primary`,
  );
  await until('another primary', async () => (await cluster.primary().catch(() => node)).name !== node.name, {
    withinMs: 120_000,
    everyMs: 100,
  });
  room.note('operator', `${(await cluster.primary()).name} is the primary`);
  if (what === 'machine') node.patroni.start();
  await cluster.inStep();
  room.note('operator', `${node.name} is the synchronous standby`);
}

async function killBroker(room: ControlRoom, world: World, fleet: Fleet): Promise<void> {
  await world.broker.program.kill();
  room.note('operator', 'kill -9 of the broker');
  await pause(3_000);
  await world.broker.start();
  room.note('operator', 'the broker is started again');
  const { devices: all, connected } = await fleet.reach(
    'the fleet to be back',
    (s) => s.connected === s.devices,
    90_000,
  );
  room.note('machine', `${connected} of ${all} machines are connected again`);
}

async function killRedis(room: ControlRoom, world: World, awayMs: number): Promise<void> {
  await world.redis?.program.kill();
  room.note('operator', 'kill -9 of Redis');
  await pause(awayMs);
  world.redis?.forget();
  await world.redis?.start();
  room.note('operator', 'Redis is started again, empty');
  await pause(3_000);
}

async function fillDisk(
  room: ControlRoom,
  cluster: Cluster,
  disks: ReadonlyMap<string, SmallDisk | null>,
  fullMs: number,
): Promise<void> {
  const node = await cluster.primary();
  const disk = disks.get(node.name);
  disk?.fill();
  room.note('operator', `the disk of ${node.name}, the primary, is full`);
  await pause(fullMs);
  const now = (await cluster.primary().catch(() => null))?.name ?? 'nobody';
  room.note('operator', `${now} is the primary after ${fullMs / 1000} s`);
  disk?.free();
  room.note('operator', 'room is made on the disk');
  await cluster.inStep();
  room.note('operator', `${(await cluster.primary()).name} is the primary, with a synchronous standby`);
}

/** A certificate ends while half of the machines are connected with it; the others, cut off, are refused until it is renewed. */
async function expire(
  stage: Stage,
  room: ControlRoom,
  world: World,
  certificate: Certificate,
  fleet: Fleet,
  names: readonly string[],
  presses: Press[],
): Promise<void> {
  const reload = (): void => signal(world.broker.program.pid, 'SIGHUP');
  const ends = certificate.sign(stage.pick(45, 20));
  reload();
  room.note('operator', `doctor: ${await doctorSays(world)}`);
  await until('the certificate to end', () => Date.now() > ends.getTime(), { withinMs: 60_000 });
  room.note('operator', `the certificate of the broker has ended; doctor: ${await doctorSays(world)}`);
  const [first, last] = [names[0], names.at(-1)] as [string, string];
  presses.push({ device: first, act: 'certificate expired', atMs: Date.now() });
  await fleet.sos(first);
  await until('a connected machine to be heard', () => room.shownAtMs.size >= presses.length, { withinMs: 30_000 });
  room.note('machine', 'who is connected stays so; a call for help of one of them is shown');
  const { errors: before } = await fleet.stats();
  const fresh = ({ errors }: FleetStats): string[] =>
    Object.keys(errors).filter((name) => (errors[name] ?? 0) > (before[name] ?? 0));
  await fleet.cut(1);
  const refused = await fleet.reach('machines to be refused', (s) => s.connected === 0 && fresh(s).length > 0, 30_000);
  room.note('machine', `machines that connect anew refuse it: ${fresh(refused).join(', ')}`);
  presses.push({ device: last, act: 'certificate expired', atMs: Date.now() });
  await fleet.sos(last);
  await pause(3_000);
  certificate.sign(86_400);
  reload();
  room.note('operator', `it is renewed, Mosquitto is told by SIGHUP; doctor: ${await doctorSays(world)}`);
  const { connected } = await fleet.reach('the machines to be back', (s) => s.connected === s.devices, 60_000);
  room.note('machine', `${connected} machines are connected again`);
}

/** What `npm run doctor` finds about the certificate of the broker. */
async function doctorSays(world: World): Promise<string> {
  const door = `localhost:${world.broker.tlsPort}`;
  const env = {
    ...process.env,
    DATABASE_URL: world.database.url,
    MQTT_URL: `mqtt://127.0.0.1:${world.broker.serverPort}`,
    MQTT_USERNAME: serverAccount.username,
    MQTT_PASSWORD: serverAccount.password,
    JWT_SECRET: 'of-nobody-who-logs-in-to-this-doctor',
    DEVELOPMENT: 'true',
  };
  const said = await new Promise<string>((resolve) =>
    execFile(process.execPath, [productMain, 'doctor', '--json', '--tls', door], { env }, (_, out) => resolve(out)),
  );
  const found = (JSON.parse(said) as { id: string; level: string; what: string }[]).find(({ id }) =>
    id.startsWith(`tls.${door}.expiry`),
  );
  if (found === undefined) throw new Error(`the doctor does not look at ${door}: ${said}`);
  return `${found.level}, ${found.what}`;
}

/** Each call against the time that its act may cost. */
async function judge(stage: Stage, world: World, room: ControlRoom, presses: readonly Press[]): Promise<void> {
  const { rows } = await world.pool.query<{ id: number; device: string }>(
    'SELECT c.id, v.device_id AS device FROM sos_call c JOIN vehicle v ON v.id = c.vehicle_id',
  );
  const idOf = new Map(rows.map(({ id, device }) => [device, id]));
  played.acts = [];
  for (const [act, limitS] of Object.entries(mayTakeS)) {
    const own = presses.filter((press) => press.act === act);
    if (own.length === 0) continue;
    const times = own
      .map(({ device, atMs }) => {
        const shown = room.shownAtMs.get(idOf.get(device) ?? -1);
        return shown === undefined ? Number.POSITIVE_INFINITY : (shown - atMs) / 1000;
      })
      .sort((a, b) => a - b);
    const worst = times.at(-1) ?? Number.POSITIVE_INFINITY;
    const limit = limitS * stage.pick(1, 2);
    played.acts.push({
      act,
      presses: own.length,
      shownP50S: round(quantile(times, 0.5), 2),
      shownWorstS: round(worst, 2),
      mayTakeS: limit,
      lineLostS: room.longest(act, lineLost),
      mapStillS: room.longest(act, mapStill),
      noAnswerS: room.longest(act, noAnswer),
    });
    stage.figure(`${act}: latest call on the screen after s`, round(worst, 2));
    stage.check(`${act}: every call is on the screen within ${limit} s`, worst <= limit, `${round(worst, 2)} s`);
  }
}
