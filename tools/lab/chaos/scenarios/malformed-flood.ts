import { type MalformedReason, malformedReasons } from '@headland/testing/builders/malformed';
import { pause } from '../world/program';
import { deviceNames } from '../world/registry';
import type { ServerProcess } from '../world/server';
import { closeAccount, round } from './close-account';
import { eventful, fleetOf } from './parts';
import type { Scenario, Stage } from './scenario';

/** On a shared machine a commit of a few milliseconds is not meaningful: below this the ratio is not checked. */
const fineMs = 50;

/** Half of the messages are invalid: they are quarantined and counted, and the valid half is not affected. */
export const malformedFlood: Scenario = {
  number: 11,
  name: 'malformed flood',
  fault:
    'a second fleet joins that sends a broken message with each good one: cut off, wrong types, NUL, too large, for a foreign device, with a bad body',
  pass: `everything good is stored; everything broken that the broker lets through is kept aside once; the 99th percentile of a commit stays below twice what it was, or ${fineMs} ms`,
  devices: 80,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts'] });
    const ingest = world.server('ingest');
    const good = await world.fleet(fleetOf(stage, 40, { ratePerS: 150 }));
    const lengthMs = stage.pick(20_000, 5_000);
    await good.reach('traffic', (s) => s.puback > 200, 60_000);
    const calm = await CommitTimes.over(ingest, () => pause(lengthMs));
    const bad = await world.fleet(
      fleetOf(stage, 40, {
        devices: deviceNames(40, 40),
        ratePerS: 150,
        seed: stage.seed + 1,
        behaviour: { ...eventful, malformed: { share: 1, reasons: reasonsFor(stage) } },
      }),
      'second',
    );
    const flooded = await CommitTimes.over(ingest, () => pause(lengthMs * 2));
    const { malformed } = await bad.stats();
    const { findings, found } = await closeAccount(stage, world, {
      fleets: [
        { fleet: good, promise: 'kept' },
        { fleet: bad, promise: 'kept' },
      ],
    });
    stage.figure('broken', malformed);
    stage.figure('kept aside', [...found.quarantine].map(([reason, n]) => `${n} ${reason}`).join(' '));
    stage.figure('commit p99 in ms, calm', round(calm));
    stage.figure('commit p99 in ms, flooded', round(flooded));
    stage.check(
      'commit p99 flooded ≤ 2 × calm',
      flooded <= Math.max(2 * calm, stage.pick(fineMs, 10 * fineMs)),
      `${round(flooded)} ms after ${round(calm)} ms`,
    );
    return { findings };
  },
};

/** The built-in broker ends the connection of a device that sends too much or for another: then nothing else of it would be seen. */
const reasonsFor = ({ broker }: Stage): MalformedReason[] =>
  malformedReasons.filter((reason) => broker === 'mosquitto' || (reason !== 'oversize' && reason !== 'foreignDevice'));

/** The process's own histogram of its commits, over a stretch of time. */
const CommitTimes = {
  /** 99th percentile in ms, by linear interpolation within its bucket */
  async over(part: ServerProcess, stretch: () => Promise<void>): Promise<number> {
    const before = await part.buckets('headland_ingest_commit_seconds');
    await stretch();
    const after = await part.buckets('headland_ingest_commit_seconds');
    const counts = after.map(({ le, count }, i) => ({ le, count: count - (before[i]?.count ?? 0) }));
    const wanted = (counts.at(-1)?.count ?? 0) * 0.99;
    let from = { le: 0, count: 0 };
    for (const bucket of counts) {
      if (bucket.count >= wanted)
        return (
          1000 *
          (Number.isFinite(bucket.le)
            ? from.le + ((bucket.le - from.le) * (wanted - from.count)) / Math.max(1, bucket.count - from.count)
            : from.le)
        );
      from = bucket;
    }
    return Number.POSITIVE_INFINITY;
  },
};
