import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../world/program';
import { deviceNames } from '../world/registry';
import { MovedClock } from '../world/moved-clock';
import { callForHelp, judgeLadder, soonAlarms, untilClimbed } from './alarms';
import { withTelephones } from './lost-events';
import { fleetOf } from './parts';
import type { Scenario } from './scenario';

const hourS = 3_600;
const patienceS = 20;

/** The clock of the machine is set while SOS are open. */
export const clockMoved: Scenario = {
  number: 20,
  name: 'clock of the server moved',
  fault:
    'the wall clock of RUN=alerts and RUN=jobs an hour ahead, then an hour behind, then right again, while calls climb the ladder and new ones come',
  pass: `every step of every call is taken once, never early and at most ${patienceS} s late, each with its messages once; no call counts as late; both processes report how far their clock is off`,
  devices: 60,
  needs: ['faketime'],
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), 'headland-clock-'));
    const clock = new MovedClock(join(folder, 'time'));
    const world = await stage.world({
      ...withTelephones,
      roles: ['alerts', 'ingest', 'api', 'jobs'],
      serverEnv: soonAlarms,
      roleEnv: { alerts: clock.env, jobs: clock.env },
    });
    world.atItsEnd(() => rmSync(folder, { recursive: true, force: true }));
    const each = stage.pick(10, 4);
    const fleet = await world.fleet(
      fleetOf(stage, 4 * each, { ratePerS: 5, behaviour: { faultsPerDay: 0, sosPerDay: 0 } }),
    );
    for (const [i, aheadS] of [0, hourS, -hourS, 0].entries()) {
      clock.moveTo(aheadS);
      const isReported = async (role: 'alerts' | 'jobs'): Promise<boolean> =>
        Math.abs((await world.server(role).metric('headland_clock_skew_seconds')) - aheadS) < 60;
      await callForHelp(world, fleet, deviceNames(each, i * each));
      await untilClimbed(world, 2 * each, 90_000);
      await until(
        'alerts and jobs to report how far their clock is off',
        async () => (await isReported('alerts')) && (await isReported('jobs')),
        { withinMs: 60_000 },
      );
    }
    const { findings } = await judgeLadder(stage, world, patienceS);
    const { rows } = await world.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM sos_call WHERE late');
    stage.check('no call counts as late', rows[0]?.n === 0, `${rows[0]?.n}`);
    return { findings };
  },
};
