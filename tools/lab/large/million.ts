import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serverEnvironment } from '../../src/run/server-environment';
import { StopWith } from '../../src/run/stop-with';
import { questions } from './ask';
import { consumableQuestions, planGoalMs } from './consumables';
import { askDash, countDays, dashGoalMs, type DashAnswered } from './dash';
import { faultQuestions, fillQueue } from './faults';
import type { Filled } from './fill';
import { type MapMeasured, measureMap } from './map';
import {
  askAll,
  askers,
  goalMs,
  missed,
  partOf,
  placeOf,
  type Product,
  type Results,
  tablesOf,
  tokenOf,
} from './product';
import { askStatistics, rollUp, statisticsGoalMs, type StatisticsAnswered } from './statistics';

/** PostgreSQL of such a fleet has more memory than that of a start in the checkout, and room for its log while it is filled. */
export const millionSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '16GB',
};
/** So long the jobs process plans the fleet: all of it would take the better part of an hour. */
const plannedMs = 180_000;
/** What a container of infra/helm may use. */
const limitBytes = 1024 ** 3;

const subjects = ['map', 'lists', 'consumables', 'dash', 'statistics'] as const;
type Subject = (typeof subjects)[number];
interface Section {
  text: string;
  late: string[];
}

/**
 * One subject after the other; each writes the page anew, so that a run that is interrupted leaves what it has. What a
 * person has written on the page, from its heading "Misses" on, stays. Answers whether every goal was met.
 */
export async function measureMillion(
  product: Product,
  { only, out, filled }: { only: readonly string[] | undefined; out: string; filled: readonly Filled[] },
): Promise<boolean> {
  const unknown = only?.find((s) => !(subjects as readonly string[]).includes(s));
  if (unknown !== undefined) throw new StopWith(`There is no ${unknown} to measure: ${subjects.join(', ')}.`);
  const folder = join(product.dataDir, 'sections');
  mkdirSync(folder, { recursive: true });
  const keep = (name: string, section: Section): void => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(section));
    writePage(folder, join(out, 'million.md'));
  };
  if (filled.length > 0) keep('filling', { text: fillingText(filled), late: [] });
  let met = true;
  for (const subject of subjects) {
    if (only !== undefined && !only.includes(subject)) continue;
    const section = await sections[subject](product);
    section.text += `\n${await placeOf(product.pool)}\n`;
    keep(subject, section);
    met &&= section.late.length === 0;
  }
  return met;
}

function writePage(folder: string, file: string): void {
  const found = ['filling', ...subjects].flatMap((name): Section[] => {
    const path = join(folder, `${name}.json`);
    return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8')) as Section] : [];
  });
  const late = found.flatMap((s) => s.late);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const written = before.indexOf('\n## Misses');
  writeFileSync(
    file,
    `# A million vehicles

Written by \`npm run lab -- large million\` but for the last chapter: the product with 1,000,000 vehicles in one database, beside the goals that hold for 100,000. One question after the other, each ${'`--times`'} times.

${late.length === 0 ? 'Everything met its goal.' : `Missed: ${late.join(', ')}.`}

${found.map((s) => s.text).join('\n')}${written === -1 ? '' : before.slice(written)}`,
  );
}

const sections: Record<Subject, (product: Product) => Promise<Section>> = {
  map: async (product) => mapSection(await measureMap(product)),
  lists: async (product) =>
    withApi(product, async () => {
      product.log(`${await fillQueue(product.pool)} open reports`);
      const results = await askAll([...questions, ...faultQuestions, ...consumableQuestions.slice(1)], askers, product);
      return { text: `## Lists and search\n\n${tablesOf(results, '###')}`, late: lateLists(results) };
    }),
  dash: async (product) => {
    const jobs = partOf(product, 'jobs');
    const countMs = await countDays(product.pool, jobs, product.log);
    await jobs.stop();
    return withApi(product, async () => {
      const answered: DashAnswered[] = [];
      for (const asker of askers)
        answered.push(
          ...(await askDash(product.url, asker, await tokenOf(asker, product), product.times, product.log)),
        );
      const rows = answered.map(
        (a) => `| ${a.asker} | ${a.name} | ${ms(a.p50)} | ${ms(a.p95)} | ${verdict(a.p95 <= dashGoalMs)} |`,
      );
      return {
        text: `## Dashboard\n\nThe jobs process counted the fourteen days of a zone from the quarters of the fleet in ${(countMs / 1000).toFixed(0)} s.\n\n| asker | asked | p50 ms | p95 ms | ≤ ${dashGoalMs} |\n| --- | --- | --: | --: | --- |\n${rows.join('\n')}\n`,
        late: answered.filter((a) => a.p95 > dashGoalMs).map((a) => `dashboard, ${a.name} (${a.asker})`),
      };
    });
  },
  statistics: async (product) => {
    const { pool, log, url, times, pids, settings, services, secrets } = product;
    const { rows } = await pool.query<{ model: number; vehicle: number }>(
      'SELECT model_id AS model, vehicle_id AS vehicle FROM vehicle_day JOIN vehicle v ON v.id = vehicle_id ORDER BY day DESC, vehicle_id LIMIT 1',
    );
    const subject = rows[0] ?? { model: 0, vehicle: 0 };
    const answered = await withApi(product, async () => {
      const list: StatisticsAnswered[] = [];
      for (const asker of ['SERVICE_BUSINESS', 'REGION'])
        list.push(
          ...(await askStatistics({ url, asker, token: await tokenOf(asker, product), times, pids }, subject, log)),
        );
      return list;
    });
    const env = serverEnvironment('migrate', settings, services, secrets);
    const rolled = await rollUp(pool, { env, postgres: pids.postgres }, log);
    const lines = answered.map(
      (a) =>
        `| ${a.asker} | ${a.name} | ${ms(a.firstMs)} | ${ms(a.p50)} | ${ms(a.p95)} | ${verdict(a.p95 <= statisticsGoalMs)} |`,
    );
    return {
      text: `## Statistics\n\nA fortnight of days of the whole fleet, no 5-minute rows. \`rebuild-statistics\` of one day with samples of 1,000 vehicles took ${(rolled.ms / 1000).toFixed(0)} s; processor: Node ${rolled.nodeS.toFixed(0)} s, PostgreSQL ${rolled.postgresS.toFixed(0)} s.\n\n| asker | asked | first ms | p50 ms | p95 ms | ≤ ${statisticsGoalMs} |\n| --- | --- | --: | --: | --: | --- |\n${lines.join('\n')}\n`,
      late: answered.filter((a) => a.p95 > statisticsGoalMs).map((a) => `${a.name} (${a.asker})`),
    };
  },
  consumables: async (product) => {
    const { pool, log } = product;
    const counted = async (): Promise<{ planned: number; all: number }> => {
      // what the fleet was filled with ends nowhere; what is planned has its next step
      const { rows } = await pool.query<{ planned: number; all: number }>(
        'SELECT (count(*) FILTER (WHERE step_hours IS DISTINCT FROM 1e6))::int AS planned, count(*)::int AS all FROM consumable_cycle',
      );
      return rows[0] ?? { planned: 0, all: 0 };
    };
    const before = await counted();
    const jobs = partOf(product, 'jobs');
    jobs.start();
    await jobs.ready(60_000);
    const began = performance.now();
    await wait(plannedMs);
    const after = await counted();
    const tookMs = performance.now() - began;
    await jobs.stop();
    const perS = ((after.planned - before.planned) / tookMs) * 1000;
    const wholeMs = (after.all / perS) * 1000;
    log(`${perS.toFixed(0)} cycles a second of ${after.all}`);
    return {
      text: `## Consumables

| | | goal |
| --- | --: | --- |
| cycles of the fleet | ${after.all.toLocaleString('en')} | |
| dated anew a second, each of them written | ${Math.round(perS).toLocaleString('en')} | |
| the whole fleet at that rate | ${(wholeMs / 60_000).toFixed(0)} min | ≤ ${planGoalMs / 60_000} min: ${verdict(wholeMs <= planGoalMs)} |
`,
      late: wholeMs <= planGoalMs ? [] : ['planning of consumables'],
    };
  },
};

/** With an api process, and nothing else beside it. */
async function withApi<T>(product: Product, work: () => Promise<T>): Promise<T> {
  const api = partOf(product, 'api', (pid) => (product.pids.api = pid));
  api.start();
  await api.ready(600_000);
  try {
    return await work();
  } finally {
    await api.stop();
  }
}

const ms = (value: number | null): string => (value === null ? '–' : value.toFixed(0));
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed');
const lateLists = (results: Results): string[] =>
  missed(results)
    ? results.flatMap((r) => r.answered.filter((a) => a.p95 > goalMs).map((a) => `${a.name} (${r.asker})`))
    : [];

const fillingText = (filled: readonly Filled[]): string =>
  `## Filling\n\n| | s |\n| --- | --: |\n${filled.map((f) => `| ${f.what} | ${f.seconds.toFixed(0)} |`).join('\n')}\n`;

function mapSection({ started, pictures, loads, after }: MapMeasured): Section {
  const late = [
    ...started.filter((s) => s.mostBytes > limitBytes).map((s) => `memory of ${s.name} at its start`),
    ...loads.filter((l) => l.listP95 > goalMs).map((l) => `a list while the map is looked at (${l.what})`),
    ...loads.flatMap((l) => ((l.vehicle[1] ?? 0) > watchedGoalMs ? [`a watched vehicle (${l.what})`] : [])),
    ...loads.slice(0, 1).flatMap((l) => (l.cpu.api > restGoal ? ['api at rest'] : [])),
  ];
  const text = `## Processes

Each started alone, the others running; memory is the proportional set size once it was ready, "most" what was resident until then. Containers of the Helm chart may use 1 GiB.

| process | ready in s | processor s | MB | most MB | ≤ ${mb(limitBytes)} |
| --- | --: | --: | --: | --: | --- |
${started.map((s) => `| ${s.name} | ${s.readyS.toFixed(1)} | ${s.cpuS.toFixed(1)} | ${mb(s.bytes)} | ${mb(s.mostBytes)} | ${verdict(s.mostBytes <= limitBytes)} |`).join('\n')}

After the map had been looked at: ${after.map((a) => `${a.name} ${mb(a.bytes)} MB`).join(', ')}.

## Live map

From the subscription of a view to its last frame:

| asker | view | frames | bytes | p50 ms | p95 ms |
| --- | --- | --: | --: | --: | --: |
${pictures.map((p) => `| ${p.asker} | ${p.view} | ${p.frames} | ${p.bytes.toLocaleString('en')} | ${ms(p.p50)} | ${ms(p.p95)} |`).join('\n')}

Thirteen consoles look at the country, a province, a town and streets, half of them of a region; one of them watches ${20} vehicles. Latencies from the sending of a position to a console. Goals: the api at rest ≤ ${restGoal * 1000} ms a second (5 ms for each 100,000 vehicles), a watched vehicle p99 ≤ ${watchedGoalMs} ms, a list p95 ≤ ${goalMs} ms.

| | api ms a s | PostgreSQL ms a s | ingest ms a s | watched p50 ms | p99 ms | map p50 ms | p99 ms | one VIN p95 ms | bytes a s |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${loads.map((l) => `| ${l.what} | ${ms(l.cpu.api * 1000)} | ${ms(l.cpu.postgres * 1000)} | ${ms(l.cpu.ingest * 1000)} | ${l.vehicle.map(ms).join(' | ')} | ${l.map.map(ms).join(' | ')} | ${ms(l.listP95)} | ${l.bytesPerS.toLocaleString('en')} |`).join('\n')}
`;
  return { text, late };
}
/** Seconds of processor a second, and milliseconds. */
const restGoal = 0.05;
const watchedGoalMs = 80;
