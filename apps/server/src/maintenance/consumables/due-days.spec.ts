import { createPostgresBackend, Queue } from 'bullmq';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf, dayStart, plusDays } from '@headland/domain/zone-day';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { Timers } from '../../platform/jobs/timers';
import { eventually } from '../../testing/alerts';
import type { FreshDatabase } from '../../testing/database';
import { TestQueues } from '../../testing/queues';
import { type MadeVehicle, makeOrganizations, makeVehicle } from '../../testing/world';
import { CycleMaintenance } from './cycle-maintenance';
import { redateCycles } from './plan-cycles.tx';
import {
  numberOfDay,
  turnConsumables,
  TurnConsumablesWhenTheirDayComes,
} from './turn-consumables-when-their-day-comes';

const zone = 'Asia/Seoul';
const silent = pino({ level: 'silent' });
const queues = new TestQueues();
let fresh: FreshDatabase;
let tractor: MadeVehicle;
let other: MadeVehicle;
const today = dayOf(Date.now(), zone);
/** An item of ten days: imminent on the ninth, exceeded on the tenth. */
const sold = plusDays(today, -5);
const imminentOn = plusDays(sold, 9);
const exceededOn = plusDays(sold, 10);

beforeAll(async () => {
  await queues.open();
  fresh = queues.fresh;
});
afterAll(() => queues.close());

describe.each(queues.kinds)('due days with their queue in $kind', ({ url }) => {
  let now: Date;
  let timers: Timers;
  let maintenance: CycleMaintenance;
  let turning: TurnConsumablesWhenTheirDayComes;
  let queue: Queue;
  const config = () => queues.config(url());
  const all = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> => fresh.dataSource.query<T[]>(sql, parameters);
  const redate = (day: string | null): Promise<unknown> =>
    all('UPDATE vehicle SET sold_on = $1', day).then(() =>
      fresh.dataSource.transaction((tx) => redateCycles(tx, { vehicleIds: [tractor.id, other.id] }, now, zone)),
    );
  const planned = async (): Promise<string[]> => (await queue.getDelayed()).map((job) => job.id ?? '').sort();
  const jobOf = (day: string): string => `${turnConsumables}-${numberOfDay(day)}-${dayStart(day, zone)}`;
  const states = async (): Promise<string[]> =>
    (await all<{ state: string }>('SELECT state FROM consumable_cycle ORDER BY id')).map((c) => c.state);
  const is = (wanted: string[]) => (seen: string[]) => JSON.stringify(seen) === JSON.stringify(wanted);

  /** The consumables part of a jobs process. */
  const start = (): void => {
    timers = new Timers(config(), silent);
    maintenance = new CycleMaintenance(new SingleDuties(config(), silent), fresh.dataSource, config(), () => now);
    turning = new TurnConsumablesWhenTheirDayComes(timers, maintenance, fresh.dataSource, config(), () => now, silent);
    timers.onApplicationBootstrap();
  };
  beforeEach(async () => {
    now = new Date();
    await all('TRUNCATE organization, consumable_cycle, consumable_item, vehicle, model, event_log CASCADE');
    const at = await makeOrganizations(fresh.dataSource);
    tractor = await makeVehicle(fresh.dataSource, at.nami);
    other = await makeVehicle(fresh.dataSource, at.nami);
    await all(
      "INSERT INTO consumable_item (model_id, position, name, maintenance, initial_hours, cycle_hours, cycle_days) SELECT id, 1, 'Belt', 'replace', 100, 100, 10 FROM model",
    );
    start();
    const redis = url();
    queue =
      redis === null
        ? (new Queue(
            'alarms',
            { connection: { connectionString: fresh.url, schema: 'bullmq', migrate: true, max: 2 } },
            createPostgresBackend,
          ) as unknown as Queue)
        : new Queue('alarms', { connection: { url: redis } });
    queue.on('error', () => undefined);
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
    await redate(sold);
  });
  afterEach(async () => {
    await timers.onApplicationShutdown();
    await queue.close();
  });

  it('have one job each, however many cycles turn on them and however often they are planned', async () => {
    await turning.plan();
    await turning.plan();
    await eventually(planned, is([jobOf(imminentOn)]));
    // another process plans the same, under the same names
    await timers.onApplicationShutdown();
    start();
    await turning.plan();
    await eventually(planned, is([jobOf(imminentOn)]));
  });

  it('are planned anew when a sale date, a cycle, or a state is another one', async () => {
    await turning.plan();
    await redate(plusDays(sold, 1));
    await turning.plan();
    await eventually(planned, (ids) => ids.includes(jobOf(exceededOn)));
    await all('UPDATE consumable_item SET cycle_days = 30');
    await redate(plusDays(sold, 1));
    await turning.plan();
    const later = jobOf(plusDays(sold, 28));
    await eventually(planned, (ids) => ids.includes(later));
    // without a due day nothing is planned
    await redate(null);
    await turning.plan();
    expect(await planned()).toHaveLength(3);
  });

  it('turn what is due when their job comes', async () => {
    now = new Date(dayStart(imminentOn, zone));
    timers.plan(turnConsumables, numberOfDay(imminentOn), new Date());
    await eventually(states, is(['imminent', 'imminent']));
    const logged = await all<{ name: string }>("SELECT name FROM event_log WHERE name LIKE 'consumable.%'");
    expect(logged.map((e) => e.name)).toEqual(['consumable.imminent', 'consumable.imminent']);
  });

  it('turn nothing when their job comes too early', async () => {
    await turning.plan();
    expect(await maintenance.advance(now, now)).toBe(0);
    expect(await states()).toEqual(['safe', 'safe']);
  });

  it('are found by the daily sweep after the queue was emptied, and planned again', async () => {
    await turning.plan();
    await eventually(planned, is([jobOf(imminentOn)]));
    await queue.obliterate({ force: true });
    expect(await planned()).toEqual([]);
    now = new Date(dayStart(imminentOn, zone) + 60_000);
    expect(await states()).toEqual(['safe', 'safe']);
    await maintenance.run();
    expect(await states()).toEqual(['imminent', 'imminent']);
    await turning.plan();
    await eventually(planned, is([jobOf(exceededOn)]));
  });

  it('are found by the sweep of the timed acts, too, in a process that starts late', async () => {
    await timers.onApplicationShutdown();
    now = new Date(dayStart(exceededOn, zone) + 3_600_000);
    start();
    await eventually(states, is(['exceeded', 'exceeded']));
  });
});
