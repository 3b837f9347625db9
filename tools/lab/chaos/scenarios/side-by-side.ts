import type { LedgerBook } from '@headland/testing/ledger-book';
import type { DealingBroker } from '@headland/testing/dealing-broker';
import { costOf } from '../../bench/measure/process-cost';
import { Consoles } from '../consoles/consoles';
import { pause, until } from '../world/program';
import { deviceNames } from '../world/registry';
import type { ServerProcess } from '../world/server';
import { callFor, latencies, quantile, stretch, watched } from './calls';
import { closeAccount, round } from './close-account';
import { direct, eventful, fleetOf, untilTaken } from './parts';
import type { Scenario, Stage } from './scenario';

const devices = 200;
const laterByS = 2;
/** CPU of two ingest processes for a message, by that of one. */
const mostCost = 1.1;
const loneId = 'headland-ingest-lone';
const pairIds = ['headland-ingest-1', 'headland-ingest-2'];
const member = (name: string): Record<string, string> => ({ MQTT_SHARED: 'true', MQTT_CLIENT_NAME: name });

/** Behind a broker that deals by client two ingest and two alerts processes work side by side. */
export const sideBySide: Scenario = {
  number: 25,
  name: 'side by side, one killed',
  fault:
    'a broker of the tests that deals each device to one of two RUN=ingest and RUN=alerts; one of them killed (-9) under load, again and again, and started again; then all devices moved to a third process and back, again and again',
  pass: `each finds out how the broker deals; each device is in one process at a time; nothing is lost and nothing there twice; no call is answered more than ${laterByS} s later than the latest without a kill; two ingest processes use at most ${mostCost} times the CPU of one that works alone for a message (median of pairs)`,
  devices,
  async run(stage) {
    const world = await stage.world({
      broker: 'dealing',
      roles: ['ingest', 'alerts', 'api', 'jobs'],
      roleEnv: { ingest: member('1'), alerts: member('1') },
    });
    const broker = world.broker.dealing as DealingBroker;
    const pairs = {
      ingest: [world.server('ingest'), await world.another('ingest', member('2'))] as const,
      alerts: [world.server('alerts'), await world.another('alerts', member('2'))] as const,
    };
    await bothAreDealtTo(broker);
    const consoles = await Consoles.open(world, direct(2));
    const callers = deviceNames(40);
    const behaviour = { ...eventful, sosPerDay: 0 };
    const fleet = await world.fleet(fleetOf(stage, devices, { ratePerS: stage.pick(1_500, 300), behaviour }));
    await untilTaken(fleet, 500);

    broker.dealtTo.clear();
    const alone = await stretch(() => callFor(fleet, callers, stage.pick(20_000, 5_000)));
    const [first, second] = ['1', '2'].map((name) => broker.dealtTo.get(`headland-ingest-${name}`) ?? new Set());
    const both = [...(first ?? [])].filter((device) => second?.has(device)).length;
    stage.check('each device is in one ingest process', both === 0, `${both} in both`);
    stage.figure('devices of the two ingest processes', `${first?.size}, ${second?.size}`);

    const killed = await stretch(async () => {
      const killing = watched(
        (async () => {
          for (let i = 0; i < 2; i++)
            for (const role of ['ingest', 'alerts'] as const) {
              const process = pairs[role][i % 2 === 0 ? 0 : 1];
              await process.program.kill();
              await untilTaken(fleet, stage.pick(2_000, 300));
              await process.start();
              await bothAreDealtTo(broker);
            }
        })(),
      );
      while (!killing.over) await callFor(fleet, callers, 1_000);
      await killing.done;
    });
    // one that works alone gathers for a third of the time (telemetry-ingest.ts)
    broker.leftOut.add(loneId);
    const lone = await world.another('ingest', { ...member('lone'), INGEST_LINGER_MS: '3' });
    await compareCost(stage, broker, pairs.ingest, lone);

    const { findings, books } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    const before = latencies(books[0] as LedgerBook, ...alone);
    const after = latencies(books[0] as LedgerBook, ...killed);
    const laterMs = (after.at(-1) ?? Number.POSITIVE_INFINITY) - (before.at(-1) ?? 0);
    stage.figure('call to down/ack in ms without a kill, p50 and latest', `${quantile(before, 0.5)}, ${before.at(-1)}`);
    stage.figure('call to down/ack in ms beside kills, p50 and latest', `${quantile(after, 0.5)}, ${after.at(-1)}`);
    stage.check(
      `no call is answered more than ${laterByS} s later`,
      laterMs <= stage.pick(laterByS, 4 * laterByS) * 1_000,
      `${round(Math.max(laterMs, 0) / 1000, 2)} s`,
    );
    return { findings };
  },
};

async function bothAreDealtTo(broker: DealingBroker): Promise<void> {
  for (const group of ['ingest', 'alerts'])
    await until(`two members of ${group}`, () => broker.membersOf(group).length === 2, { withinMs: 60_000 });
}

/** Pairs of stretches with both and with a third alone, in turn. All run all the time, so that all are warm. */
async function compareCost(
  stage: Stage,
  broker: DealingBroker,
  pair: readonly [ServerProcess, ServerProcess],
  lone: ServerProcess,
): Promise<void> {
  const lengthMs = stage.pick(10_000, 2_000);
  const settleMs = 2_000;
  const deal = (leftOut: string[]): void => {
    broker.leftOut.clear();
    for (const id of leftOut) broker.leftOut.add(id);
  };
  const costs: { one: number; two: number }[] = [];
  const measure = async (of: readonly ServerProcess[]): Promise<number> => {
    await pause(settleMs);
    const read = async (): Promise<readonly [number, number]> => [
      of.reduce((sum, { program }) => sum + costOf(program.pid).cpuS, 0),
      (await Promise.all(of.map((p) => p.metric('headland_ingest_messages_total')))).reduce((a, b) => a + b, 0),
    ];
    const [cpuBefore, messagesBefore] = await read();
    await pause(lengthMs);
    const [cpu, messages] = await read();
    return ((cpu - cpuBefore) * 1e6) / Math.max(messages - messagesBefore, 1);
  };
  // not counted: the lone one has just been started
  deal(pairIds);
  await measure([lone]);
  for (let i = 0; i < stage.pick(4, 1); i++) {
    deal([loneId]);
    const two = await measure(pair);
    deal(pairIds);
    const one = await measure([lone]);
    costs.push({ one, two });
  }
  deal([loneId]);
  const ratios = costs.map(({ one, two }) => two / one).sort((a, b) => a - b);
  const ratio = quantile(ratios, 0.5);
  stage.figure('CPU of ingest for a message in µs, one', costs.map(({ one }) => Math.round(one)).join(', '));
  stage.figure('the same of two', costs.map(({ two }) => Math.round(two)).join(', '));
  stage.figure('two by one, pairs', ratios.map((r) => round(r, 2)).join(', '));
  stage.check(
    `two use at most ${mostCost} times the CPU of one`,
    stage.length === 'short' || ratio <= mostCost,
    `${round(ratio, 2)}`,
  );
}
