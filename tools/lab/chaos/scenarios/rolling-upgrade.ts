import type { Fleet } from '../world/fleet';
import { pause, until } from '../world/program';
import { buildRelease, releaseBefore } from '../world/release-before';
import { register } from '../world/registry';
import { productMain, type World } from '../world/world';
import { closeAccount, committed, round } from './close-account';
import { Consoles } from '../consoles/consoles';
import { direct, fleetOf, untilTaken } from './parts';
import type { Scenario, Stage } from './scenario';

const devices = 40;
/** Longest time without a commit of ingest while the schema is changed below it; the short length runs on machines that do much else. */
const maxSilenceS = { full: 10, short: 20 };
/** Longer than that: a migration that waited for its locks until their holder ends would hold ingest up for all of it. */
const holdS = { full: 15, short: 25 };

/** The release before works; the schema is brought up to date below it; then its processes are replaced, one after another, by those of this one. */
export const rollingUpgrade: Scenario = {
  number: 22,
  name: 'rolling upgrade',
  fault: `the release before under load; its database is migrated meanwhile, in the middle of a transaction of ${holdS.full} seconds; then every process is replaced by one of this release`,
  pass: `the migrations end; ingest is never without a commit for more than ${maxSilenceS.full} s; nothing acknowledged is lost, nothing stored twice`,
  devices,
  needs: ['release before'],
  async run(stage) {
    const commit = releaseBefore();
    if (commit === null) throw new Error('there is no release before'); // left out by its needs
    const before = buildRelease(commit);
    stage.figure('release before', commit.slice(0, 12));
    const world = await stage.world({
      roles: ['ingest', 'alerts', 'api', 'jobs'],
      main: before,
      prepare: async (pool, migrate) => {
        await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
        await migrate(before);
        await register(pool, devices);
      },
    });
    const consoles = await Consoles.open(world, direct(2));
    const fleet = await world.fleet(fleetOf(stage, devices));
    await untilTaken(fleet, 500);

    const after = world.plan.upgradeTo ?? productMain;
    const silence = watchSilence(world);
    await migrateUnderLoad(stage, world, fleet, after);
    const silentS = await silence.end();
    stage.figure('longest without a commit in s', silentS);
    const most = maxSilenceS[stage.length];
    stage.check(
      `ingest is never without a commit for more than ${most} s while migrating`,
      silentS <= most,
      `${silentS} s`,
    );

    for (const role of ['jobs', 'alerts', 'ingest', 'api'] as const) {
      await world.replace(role, after);
      await untilTaken(fleet, stage.pick(1_000, 200));
    }
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    return { findings };
  },
};

/** Somebody's long transaction holds rows of the busiest table, and every migration that wants the table waits for it. */
async function migrateUnderLoad(stage: Stage, world: World, fleet: Fleet, after: string): Promise<void> {
  const holder = await world.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE vehicle_state, device_stream, telemetry IN ROW EXCLUSIVE MODE');
  const startedMs = performance.now();
  const migrated = world.migrate(after);
  const released = (async () => {
    await until('the migration to connect', () => isMigrating(world), { withinMs: 120_000 });
    await pause(holdS[stage.length] * 1_000);
    await holder.query('COMMIT');
    holder.release();
  })();
  await Promise.all([migrated, released]);
  stage.figure('migrated in s', round((performance.now() - startedMs) / 1000));
  await untilTaken(fleet, 200);
}

async function isMigrating({ pool }: World): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_stat_activity WHERE application_name = 'headland-migrate'");
  return rowCount === 1;
}

function watchSilence(world: World): { end: () => Promise<number> } {
  let going = true;
  let longestMs = 0;
  const watch = (async () => {
    let last = await committed(world);
    let movedMs = performance.now();
    while (going) {
      await pause(100);
      const now = await committed(world);
      const atMs = performance.now();
      longestMs = Math.max(longestMs, atMs - movedMs);
      if (now !== last) [last, movedMs] = [now, atMs];
    }
  })();
  return {
    end: async () => {
      going = false;
      await watch;
      return round(longestMs / 1000);
    },
  };
}
