import type { LedgerBook } from '@headland/testing/ledger-book';
import { compare, type Finding } from '../account/compare';
import { expect, type Expected, type FleetPromise } from '../account/expect';
import { readFound, type Found } from '../account/found';
import type { Consoles } from '../consoles/consoles';
import type { Fleet } from '../world/fleet';
import { until } from '../world/program';
import { rolloverThresholds } from '../world/registry';
import type { World } from '../world/world';
import type { Stage } from './scenario';

export interface Closing {
  fleets: { fleet: Fleet; promise: FleetPromise }[];
  /** ledgers of fleets that have ended before */
  closed?: { books: LedgerBook; promise: FleetPromise }[];
  consoles?: Consoles;
  withinMs?: number;
  /** the broker may have dropped (it was made to); by default nothing may be */
  mayDrop?: boolean;
}

/**
 * The end of every scenario: the generator falls silent, the server processes what is left, the accounts are compared. Waits for the fact that
 * everything is there; where that never comes, until nothing has moved for a while.
 */
export async function closeAccount(
  stage: Stage,
  world: World,
  { fleets, closed = [], consoles, withinMs = 120_000, mayDrop = false }: Closing,
): Promise<{ findings: Finding[]; expected: Expected; found: Found; books: LedgerBook[] }> {
  const startedMs = performance.now();
  const stuck: Finding[] = [];
  for (const { fleet } of fleets) {
    // a terminal that waits for ever is a finding of its own; what is missing in the database is named below all the same
    await fleet.drain(withinMs).catch((error: unknown) =>
      stuck.push({
        what: 'missing',
        subject: 'down/ack',
        count: 1,
        examples: [error instanceof Error ? error.message : String(error)],
      }),
    );
  }
  let made = 0;
  for (const { books } of closed) for (const stream of books.streams.values()) made += stream.bySeq.size;
  for (const { fleet, promise } of fleets) {
    const stats = await fleet.stats();
    made += stats.made;
    // a simple client that had to connect again would send everything again and cover a loss up
    if (promise === 'puback')
      stage.check('nothing was sent twice by the fleet', stats.again === 0, `${stats.again} sent again`);
  }
  await settled(world, made, withinMs);
  stage.figure('drained in s', round((performance.now() - startedMs) / 1000));
  await discardsCounted(world);
  const findings = stuck;
  if (consoles !== undefined) findings.push(...(await consoles.agree(20_000)));
  const dropped = await world.broker.dropped();
  if (dropped > 0 && !mayDrop)
    findings.push({ what: 'missing', subject: 'broker', count: dropped, examples: [`${dropped} messages dropped`] });

  const found = await readFound(world.pool);
  const expected: Expected = {
    streams: new Map(),
    faults: new Map(),
    calls: new Map(),
    quarantine: { least: 0, most: 0 },
    acked: 0,
    sent: 0,
    ackedByBrokerOnly: 0,
    dropped: 0,
  };
  for (const { books, promise } of closed) merge(expected, expect(books, promise, rolloverThresholds));
  const books: LedgerBook[] = [];
  for (const { fleet, promise } of fleets) {
    const book = await fleet.end();
    books.push(book);
    merge(expected, expect(book, promise, rolloverThresholds));
  }
  findings.push(...compare(expected, found));
  stage.figure('acked', expected.acked);
  stage.figure('stored', storedOf(found));
  stage.figure(
    'sos',
    [...expected.calls.values()].reduce((sum, call) => sum + call.presses.least, 0),
  );
  stage.figure('faults', expected.faults.size);
  if (expected.dropped > 0)
    findings.push({
      what: 'missing',
      subject: 'terminal memory',
      count: expected.dropped,
      examples: ['the scenario outgrew the memory of its terminals'],
    });
  return { findings, expected, found, books };
}

/** Number of committed messages, by one cheap query. */
export async function committed(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ n: string }>(
    'SELECT COALESCE(sum(upper(r) - lower(r)), 0) AS n FROM device_stream CROSS JOIN LATERAL unnest(received) AS r',
  );
  return Number(rows[0]?.n ?? 0);
}

/** Until `made` are committed, or until there is no progress for so long that none will come. */
const silenceMs = 6_000;
async function settled(world: World, made: number, withinMs: number): Promise<void> {
  let last = -1;
  let movedMs = performance.now();
  const isSettled = async (): Promise<boolean> => {
    const now = await committed(world);
    if (now !== last) [last, movedMs] = [now, performance.now()];
    return now >= made || performance.now() - movedMs > silenceMs;
  };
  await until('the server to take in what is left', isSettled, { withinMs: withinMs + silenceMs, everyMs: 100 });
}

/** Discarded messages are counted in memory and written once a minute. If that never happens, the account names it. */
async function discardsCounted(world: World): Promise<void> {
  const areCounted = async (): Promise<boolean> => {
    const discarded = await world.metric('headland_ingest_discarded_total');
    const { rows } = await world.pool.query<{ n: number }>(
      'SELECT COALESCE(sum(messages), 0)::int AS n FROM quarantine_discarded',
    );
    return (rows[0]?.n ?? 0) >= discarded;
  };
  await until('what was discarded to be counted', areCounted, { withinMs: 90_000, everyMs: 500 }).catch(
    () => undefined,
  );
}

/** Numbered messages that count as committed. */
function storedOf({ ranges }: Found): number {
  let messages = 0;
  for (const list of ranges.values()) for (const [from, to] of list) messages += to - from + 1;
  return messages;
}

/** Fleets of one scenario never share a device and boot: their books are laid beside each other. */
function merge(into: Expected, one: Expected): void {
  for (const [key, value] of one.streams) into.streams.set(key, value);
  for (const [key, value] of one.faults) into.faults.set(key, value);
  for (const [key, value] of one.calls) into.calls.set(key, value);
  into.quarantine.least += one.quarantine.least;
  into.quarantine.most += one.quarantine.most;
  into.acked += one.acked;
  into.sent += one.sent;
  into.ackedByBrokerOnly += one.ackedByBrokerOnly;
  into.dropped += one.dropped;
}

export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;
