import { dash } from '@headland/contracts/statistics';
import { accessHeader } from '@headland/contracts/session';
import { largeFigures } from '@headland/testing/large-fleet';
import type { Pool } from 'pg';
import type { Part } from '../../src/run/part';

/** The dashboard is answered within this, at the 95th percentile. */
export const dashGoalMs = 150;
const timeZone = 'Asia/Seoul';
const pollMs = 1_000;
const patienceMs = 30 * 60_000;
/** The last is the page as a browser opens it: the strip and six tiles at once, until all are there. */
const pageName = 'all at once';

export interface DashAnswered {
  asker: string;
  name: string;
  p50: number;
  p95: number;
}

/** Brings the figures of the fleet up to yesterday, and lets the jobs process count its days. `jobs` is started here and goes on. Answers how long the count took. */
export async function countDays(pool: Pool, jobs: Part, log: (line: string) => void): Promise<number> {
  await pool.query(largeFigures);
  await pool.query('DELETE FROM figures_zone WHERE name = $1', [timeZone]);
  await pool.query('VACUUM (ANALYZE) vehicle_quarter, customer, fault_report, sos_call');
  const began = Date.now();
  jobs.start();
  for (;;) {
    const { rows } = await pool.query<{ days: number; marks: boolean }>(
      `SELECT (SELECT count(*)::int FROM figures_day d JOIN figures_zone z ON z.id = d.zone_id WHERE z.name = $1) AS days, EXISTS (SELECT 1 FROM late_figures) AS marks`,
      [timeZone],
    );
    if ((rows[0]?.days ?? 0) >= 14 && rows[0]?.marks === false) break;
    if (Date.now() - began > patienceMs) throw new Error('The jobs process did not come to an end; see its log.');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const took = Date.now() - began;
  log(`fourteen days counted: ${(took / 1000).toFixed(1)} s`);
  await pool.query('VACUUM (ANALYZE) vehicle_day, organization_day');
  return took;
}

/** Each tile by itself, one after the other, and then all of the page at once. The first two of each warm the plans and are not counted. */
export async function askDash(
  url: string,
  asker: string,
  token: string,
  times: number,
  log: (line: string) => void,
): Promise<DashAnswered[]> {
  const one = async (path: string): Promise<void> => {
    const response = await fetch(`${url}${path}?${new URLSearchParams({ timeZone })}`, {
      headers: { [accessHeader]: token },
    });
    const answer = (await response.json()) as {
      success: boolean;
      error?: { code: string };
      data: { counting?: boolean };
    };
    if (!answer.success) throw new Error(`${path}: ${answer.error?.code}`);
    if (answer.data.counting === true) throw new Error(`${path} is still being counted`);
  };
  const asks: [string, () => Promise<unknown>][] = Object.entries(dash).map(([name, { path }]) => [
    name,
    () => one(path),
  ]);
  asks.push([pageName, () => Promise.all(Object.values(dash).map(({ path }) => one(path)))]);
  const answered: DashAnswered[] = [];
  for (const [name, ask] of asks) {
    const took: number[] = [];
    for (let i = -2; i < times; i++) {
      const began = performance.now();
      await ask();
      if (i >= 0) took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
    answered.push({ asker, name, p50: at(0.5), p95: at(0.95) });
    log(`${asker} ${name}: p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)} ms`);
  }
  return answered;
}

/** The page that the figures are kept on, and whether the goal was met. */
export function dashReport(
  answered: readonly DashAnswered[],
  countMs: number,
  place: string,
): { text: string; met: boolean } {
  const late = answered.filter((a) => a.p95 > dashGoalMs);
  const rows = answered.map(
    (a) =>
      `| ${a.asker} | ${a.name} | ${a.p50.toFixed(0)} | ${a.p95.toFixed(0)} | ${a.p95 > dashGoalMs ? 'missed' : 'met'} |`,
  );
  const text = `# The dashboard of a large fleet

Written by \`npm run lab -- large dash\`: the strip and the six tiles over HTTP, each by itself and then all at once as a browser opens the page, until the last is there.
Before it the jobs process counted the fourteen days of a zone from the quarters of the fleet in ${(countMs / 1000).toFixed(1)} s.

${place}

${late.length === 0 ? 'Everything met its goal.' : `Missed: ${late.map((a) => `${a.name} (${a.asker})`).join(', ')}.`}

| asker | asked | p50 ms | p95 ms | ≤ ${dashGoalMs} |
| --- | --- | --: | --: | --- |
${rows.join('\n')}
`;
  return { text, met: late.length === 0 };
}
