import type { LedgerBook } from '@headland/testing/ledger-book';
import type { World } from '../world/world';
import { closeAccount, round } from './close-account';
import { eventful, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

/** A clock with a smaller error is not corrected: it could be the delay of the message (device-protocol, clock). */
const closeS = 30;

/** Clocks at 1970 or 2099, off by up to a day, jumping and drifting: every sample is stored at its true time. */
export const clocksWrong: Scenario = {
  number: 9,
  name: 'wrong clocks',
  fault:
    'devices whose clocks start at 1970 or 2099, are off by up to a day and jump within a boot; calls for help among them',
  pass: `nothing is dropped or put aside; 99 of 100 samples are within ${closeS} s of their true time, none in the default partition; no call counts as late`,
  devices: 60,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts'] });
    const clock = {
      skewShare: 0.3,
      skewMaxMs: 86_400_000,
      epoch1970Share: 0.2,
      year2099Share: 0.2,
      jumpsPerHour: 60,
      jumpMaxMs: 3_600_000,
    };
    const fleet = await world.fleet(fleetOf(stage, 60, { ratePerS: 200, behaviour: { ...eventful, clock } }));
    await untilTaken(fleet, stage.pick(8_000, 1_500), 120_000);
    const { findings, books } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }] });
    const offS = await errorsInS(world, books[0]);
    const p99 = offS[Math.floor(offS.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    stage.figure('samples', offS.length);
    stage.figure('off by, median s', round(offS[Math.floor(offS.length / 2)] ?? 0, 3));
    stage.figure('off by, p99 s', round(p99, 3));
    stage.figure('off by, worst s', round(offS.at(-1) ?? 0, 1));
    stage.check(`99 of 100 samples within ${closeS} s`, p99 <= closeS, `${round(p99, 3)} s`);
    const { rows } = await world.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM sos_call WHERE late');
    stage.check('no call counts as late', rows[0]?.n === 0, `${rows[0]?.n}`);
    return { findings };
  },
};

/** Seconds between the stored and the true time of each sample, ascending. */
async function errorsInS(world: World, book: LedgerBook | undefined): Promise<number[]> {
  const trueMs = new Map<string, number>();
  for (const stream of book?.streams.values() ?? []) {
    for (const [seq, { content }] of stream.bySeq)
      if (content?.kind === 'telemetry')
        for (const s of content.samples) trueMs.set(`${stream.device} ${stream.boot} ${seq} ${s.ts}`, s.trueMs);
  }
  const { rows } = await world.pool.query<{ id: string; boot: number; seq: number; device_ts: string; ms: string }>(
    'SELECT d.id, t.boot, t.seq, t.device_ts, floor(extract(epoch FROM t.ts) * 1000)::bigint AS ms FROM telemetry t JOIN device d ON d.key = t.device_key',
  );
  return rows
    .map(
      (r) =>
        Math.abs(Number(r.ms) - (trueMs.get(`${r.id} ${r.boot} ${r.seq} ${r.device_ts}`) ?? Number.POSITIVE_INFINITY)) /
        1000,
    )
    .sort((a, b) => a - b);
}
