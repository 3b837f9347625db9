import { join } from 'node:path';
import { Random } from '@headland/testing/random';
import type { Finding } from '../chaos/account/compare';
import { readFound } from '../chaos/account/found';
import { Consoles } from '../chaos/consoles/consoles';
import { MemberSession } from '../chaos/consoles/member-session';
import { policiesAreDone } from '../chaos/scenarios/api-killed';
import { direct } from '../chaos/scenarios/parts';
import type { BrokerKind } from '../chaos/world/broker';
import { pause, until } from '../chaos/world/program';
import { redisPath } from '../chaos/world/redis';
import { deviceNames } from '../chaos/world/registry';
import { roles } from '../chaos/world/server';
import { type Template, World } from '../chaos/world/world';
import { closeAccount, findingsOf } from './account/account';
import type { Evidence, Line } from './account/evidence';
import { readLife } from './account/life';
import { sensitivity } from './account/sensitivity';
import { Gateway } from './gateway';
import { growth, type MemoryOf, MemoryWatch } from './memory';
import { agents, desks, createMembers, readMembers } from './members';
import { behaviourOf, type SoakPlan } from './plan';
import { FaultDesk } from './staff/fault-desk';
import { Shift } from './staff/shift';
import { SosDesk } from './staff/sos-desk';
import { StaffLedger } from './staff/staff-ledger';

/** Few people get the messages of a fleet of hundreds in half an hour. */
const unlimitedTexts = {
  SMS_AN_HOUR: '1000000',
  SMS_A_DAY: '1000000',
  SMS_RECEIVER_AN_HOUR: '1000000',
  SMS_RECEIVER_A_DAY: '1000000',
};

/** MB a minute that a process may seem to grow: more than the collector's saw-tooth leaves over 20 minutes, and 150 MB in five hours. */
export const maxSlope = 0.5;

export interface SoakResult {
  plan: SoakPlan;
  broker: BrokerKind;
  queue: 'Redis' | 'PostgreSQL';
  seconds: number;
  lines: Line[];
  /** beside the account: what staff were answered, and what consoles show */
  findings: Finding[];
  acts: { done: number; refused: number; byCode: Record<string, number>; outsiders: { asked: number; kept: number } };
  gateway: { attempts: number; refusedForNow: number; refusedForGood: number };
  memory: MemoryOf[];
  consoles: { count: number; connects: number; resyncs: number };
  omissions: { what: string; noticed: boolean; as: string }[];
  closed: boolean;
}

/** One run in a world of its own, from its first connection to its closed account. `keepIn`: where logs and ledgers of a run go that did not close. */
export async function runSoak(plan: SoakPlan, { template, dir, broker, keepIn, log }: SoakWhere): Promise<SoakResult> {
  const startedMs = performance.now();
  const random = new Random(plan.seed, 'soak');
  const gateway = await Gateway.open(new Random(plan.seed, 'gateway'));
  const withRedis = redisPath() !== '';
  let world: World | null = null;
  let closed = false;
  try {
    world = await World.start(template, join(dir, 'world'), {
      broker,
      roles,
      redis: withRedis,
      serverEnv: { SOS_ESCALATE_S: String(plan.escalateS), SMS_URL: gateway.url, ...unlimitedTexts, LOG_LEVEL: 'warn' },
      prepare: createMembers,
    });
    const live = await liveThrough(world, plan, gateway, random, log);
    const result = await account(world, plan, gateway, live);
    closed = result.closed;
    const queue = withRedis ? 'Redis' : 'PostgreSQL';
    return { ...result, broker, queue, seconds: Math.round((performance.now() - startedMs) / 1000) };
  } finally {
    if (world !== null && !closed) world.keep(keepIn);
    await world?.end();
    gateway.close();
  }
}

interface SoakWhere {
  template: Template;
  dir: string;
  broker: BrokerKind;
  keepIn: string;
  log: (line: string) => void;
}
interface Lived {
  books: Omit<Evidence, 'found' | 'life'>;
  ledger: StaffLedger;
  memory: MemoryOf[];
  consoles: SoakResult['consoles'];
  shown: Finding[];
  dropped: number;
}

/** Fleet, staff and consoles, for the duration of the plan; then everything is ended in order. */
async function liveThrough(
  world: World,
  plan: SoakPlan,
  gateway: Gateway,
  random: Random,
  log: (line: string) => void,
): Promise<Lived> {
  const { url } = world.server('api');
  const people = await readMembers(world.pool);
  const sessions = new Map<string, MemberSession>();
  for (const login of [...desks, ...agents]) sessions.set(login, await MemberSession.open(url, login, gateway.codes));
  const consoles = await Consoles.open(world, direct(plan.consoles), null, gateway.codes);
  const staff = desks.flatMap((login) => sessions.get(login) ?? []);
  const outsider = sessions.get('agent1');
  if (outsider === undefined) throw new Error('no account is outside');

  const ledger = new StaffLedger();
  const shift = new Shift(random);
  const sos = new SosDesk(shift, staff, outsider, ledger, people, plan.escalateS);
  const faults = new FaultDesk(shift, staff, ledger, people, plan.short ? 5 : 60);
  const fleet = await world.fleet({
    devices: deviceNames(plan.devices),
    ratePerS: plan.messagesPerS,
    seed: plan.seed,
    promise: 'kept',
    behaviour: behaviourOf(plan),
  });
  const watch = new MemoryWatch(
    {
      ...Object.fromEntries(roles.map((role) => [role, world.server(role).program.pid])),
      broker: world.broker.program.pid,
    },
    (name) => {
      const role = roles.find((one) => one === name);
      return role === undefined ? Promise.resolve(0) : world.server(role).metric('headland_memory_kept_bytes');
    },
  );
  shift.begin(() => sos.watch());
  shift.begin(() => faults.watch());
  gateway.mood = 'badly';
  const seconds = plan.minutes * 60;
  const outage = { from: seconds * 0.4, to: seconds * 0.4 + Math.min(60, seconds * 0.05) };
  for (let at = 0; at < seconds; at++) {
    if (shift.failure !== null) break;
    // once the house that sends texts is away altogether
    gateway.mood = at >= outage.from && at < outage.to ? 'down' : 'badly';
    if (at > 0 && at % 60 === 0) {
      const { made, faults: faulty, sos: pressed } = await fleet.stats();
      log(
        `  ${at / 60} min: ${made} messages, ${faulty} with faults, ${pressed} calls, ${ledger.entries.length} acts of staff`,
      );
    }
    await pause(1_000);
  }
  const memory = await watch.stop();

  log('  the fleet falls silent, staff finish');
  await fleet.drain(120_000);
  shift.over = true;
  await shift.end();
  await sos.seeTheRest();
  gateway.mood = 'well';
  const readAll = () =>
    until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 120_000, everyMs: 200 });
  await readAll();
  await until('every message to end', async () => (await queued(world)) === 0, {
    withinMs: 600_000,
    everyMs: 500,
    explain: () => 'the last attempt is minutes after the first',
  });
  // what the last messages have written to the log is read, too
  await readAll();
  const shown = await consoles.agree(30_000);
  const dropped = await world.broker.dropped();
  const book = await fleet.end();
  return {
    books: {
      fleet: book,
      staff: ledger.entries,
      gateway: gateway.book,
      users: people.users,
      escalateS: plan.escalateS,
    },
    ledger,
    memory,
    consoles: {
      count: plan.consoles,
      connects: consoles.list.reduce((sum, c) => sum + c.connects, 0),
      resyncs: consoles.list.reduce((sum, c) => sum + c.resyncs, 0),
    },
    shown,
    dropped,
  };
}

async function account(
  world: World,
  plan: SoakPlan,
  gateway: Gateway,
  lived: Lived,
): Promise<Omit<SoakResult, 'broker' | 'queue' | 'seconds'>> {
  const books: Evidence = { ...lived.books, found: await readFound(world.pool), life: await readLife(world.pool) };
  const lines = closeAccount(books);
  const findings = [...lived.shown];
  const finding = (what: Finding['what'], subject: string, examples: string[]): void => {
    if (examples.length > 0) findings.push({ what, subject, count: examples.length, examples: examples.slice(0, 4) });
  };
  const { ledger, memory, dropped } = lived;
  finding('wrong', 'answer to staff', ledger.wrong);
  finding('missing', 'broker', dropped > 0 ? [`${dropped} messages dropped`] : []);
  finding(
    'wrong',
    'outsider',
    ledger.outsiders.kept < ledger.outsiders.asked
      ? [`${ledger.outsiders.asked - ledger.outsiders.kept} were let in`]
      : [],
  );
  if (!plan.short)
    finding(
      'wrong',
      'memory',
      memory.filter((m) => m.name !== 'broker' && growth(m) > maxSlope).map((m) => `${m.name}: ${growth(m)} MB/min`),
    );
  const closes = findings.length === 0 && findingsOf(lines).length === 0;
  const omissions = closes ? sensitivity(books) : [];
  const refused = ledger.entries.filter((e) => e.code !== null);
  const byCode: Record<string, number> = {};
  for (const { code } of refused) byCode[code ?? ''] = (byCode[code ?? ''] ?? 0) + 1;
  return {
    plan,
    lines,
    findings,
    acts: {
      done: ledger.entries.length - refused.length,
      refused: refused.length,
      byCode,
      outsiders: ledger.outsiders,
    },
    gateway: {
      attempts: gateway.book.length,
      refusedForNow: gateway.book.filter((a) => a.status === 503).length,
      refusedForGood: gateway.book.filter((a) => a.status === 400).length,
    },
    memory,
    consoles: lived.consoles,
    omissions,
    closed: closes && omissions.every((o) => o.noticed),
  };
}

const queued = async (world: World): Promise<number> =>
  (await world.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery WHERE state = 'queued'")).rows[0]
    ?.n ?? 0;
