import { upTopic } from '@headland/contracts/device/envelope';
import type { LedgerBook } from '@headland/testing/ledger-book';
import mqtt from 'mqtt';
import { until } from '../world/program';
import { deviceName, deviceNames, fleetSecret } from '../world/registry';
import type { World } from '../world/world';
import { callFor, latencies, quantile, type Stretch, stretch, watched } from './calls';
import { closeAccount, round } from './close-account';
import { fleetOf } from './parts';
import type { Scenario } from './scenario';

const others = 20;
const wild = deviceName(others);
const presses = 600;
/** of one device and hour (platform/mqtt/garbage-gate.ts) */
const maxKept = 500;
/**
 * Goal for another device's SOS during a flood, as a ratio to the time without it: on an overloaded machine everything
 * waits.
 */
const goal = 1.5;

/** One device floods with valid, then with invalid messages; the SOS of the others are processed as before. */
export const oneFloods: Scenario = {
  number: 17,
  name: 'a device that floods',
  fault: `one device presses ${presses} times, again and again, then sends what cannot be read as fast as it can; calls of ${others} other devices meanwhile`,
  pass: `nothing is lost; each call of the others is acknowledged; of the rubbish at most ${maxKept} messages an hour are kept, and the rest is counted; as a goal, the others wait at most ${goal} times as long at the 99th percentile`,
  devices: others + 1,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts'], paced: true });
    const calm = { faultsPerDay: 0, sosPerDay: 0 };
    const fleet = await world.fleet(fleetOf(stage, others, { ratePerS: 20, behaviour: calm }));
    const lengthMs = stage.pick(60_000, 10_000);
    const alone = await stretch(() => callFor(fleet, deviceNames(others), lengthMs));

    const flood = await world.fleet(
      fleetOf(stage, 1, { devices: [wild], ratePerS: 1, seed: stage.seed + 1, behaviour: calm }),
      'second',
    );
    let pressed = 0;
    const pressing = await stretch(async () => {
      const calls = watched(callFor(fleet, deviceNames(others), lengthMs));
      while (!calls.over) {
        await Promise.all(Array.from({ length: presses }, () => flood.sos(wild)));
        pressed += presses;
        await flood.reach('the flood to leave', (s) => s.waiting < presses, 120_000);
      }
      await calls.done;
    });
    await flood.drain(120_000);
    const books = await flood.end();

    let taken = 0;
    const raving = await stretch(async () => {
      const calls = watched(callFor(fleet, deviceNames(others), lengthMs));
      taken = await rave(world, () => calls.over);
      await calls.done;
    });

    const closing = await closeAccount(stage, world, {
      fleets: [{ fleet, promise: 'kept' }],
      closed: [{ books, promise: 'kept' }],
    });
    const book = closing.books[0] as LedgerBook;
    const figures = [
      ['alone', alone],
      ['beside presses', pressing],
      ['beside rubbish', raving],
    ] as const;
    for (const [when, [fromMs, toMs]] of figures) {
      const times = latencies(book, fromMs, toMs);
      stage.figure(`call to down/ack in ms ${when}, p50`, round(quantile(times, 0.5)));
      stage.figure(`call to down/ack in ms ${when}, p99`, round(quantile(times, 0.99)));
      stage.check(
        `each call of the others is acknowledged, ${when}`,
        times.length > 0 && times.every(Number.isFinite),
        `${times.filter(Number.isFinite).length} of ${times.length}`,
      );
    }
    const p99 = (between: Stretch): number => quantile(latencies(book, ...between), 0.99);
    const ratio = Math.max(p99(pressing), p99(raving)) / p99(alone);
    stage.figure(
      `p99 beside a flood by p99 alone (goal ${goal})`,
      `${round(ratio, 2)}${ratio > goal ? ', not met' : ''}`,
    );
    stage.figure('presses of the flood', pressed);
    stage.figure('rubbish', taken);
    stage.figure('devices connect to', world.devicePort === world.broker.devicePort ? 'the broker' : 'HAProxy');
    await judgeRubbish(world, taken, stage.check);
    // checked here, since the account of messages does not know it
    return { findings: closing.findings.filter((f) => f.subject !== 'quarantine') };
  },
};

async function judgeRubbish(
  world: World,
  taken: number,
  check: (name: string, met: boolean, is: string) => void,
): Promise<void> {
  const look = () =>
    world.pool.query<{ kept: number; strange: number; counted: number }>(
      `SELECT (SELECT count(*)::int FROM quarantine) AS kept,
       (SELECT count(*)::int FROM quarantine WHERE device_id IS DISTINCT FROM $1) AS strange,
       (SELECT COALESCE(sum(messages), 0)::int FROM quarantine_discarded) AS counted`,
      [wild],
    );
  const isCounted = async (): Promise<boolean> => {
    const [row] = (await look()).rows;
    return (row?.kept ?? 0) + (row?.counted ?? 0) >= taken;
  };
  // written once a minute; that it never comes is checked below
  await until('the rubbish to be counted', isCounted, { withinMs: 90_000, everyMs: 500 }).catch(() => undefined);
  const { rows } = await look();
  const { kept = 0, strange = 0, counted = 0 } = rows[0] ?? {};
  // the server's hours begin when it started: a scenario of minutes sees the turn of one at most
  check(`at most ${maxKept} messages an hour are kept`, kept > 0 && kept <= 2 * maxKept, `${kept}`);
  check('nothing of the others is put aside', strange === 0, `${strange}`);
  check('what is not kept is counted', kept + counted === taken, `${kept} kept and ${counted} counted of ${taken}`);
}

/**
 * Sends in batches of a hundred until it is over; every second message is a duplicate. Resolves to the number that the
 * broker accepted.
 */
async function rave(world: World, isOver: () => boolean): Promise<number> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${world.devicePort}`, {
    clientId: wild,
    username: wild,
    password: fleetSecret,
  });
  world.atItsEnd(() => client.end(true));
  let taken = 0;
  while (!isOver()) {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        client.publishAsync(upTopic(wild, 'sos'), i % 2 === 0 ? '{ rubbish' : `{ rubbish ${taken + i}`, { qos: 1 }),
      ),
    );
    taken += 100;
  }
  await client.endAsync();
  return taken;
}
