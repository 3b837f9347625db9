import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { build, defaultServerConditions } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureDatabase } from '../../src/embedded/postgres';
import { percentiles } from './measure/histogram';
import { drive } from './parts/drive';
import { setOwnProgram, stopAllParts } from './parts/part';
import type { Machine } from './targets/machine';
import { startMinimal } from './targets/minimal-target';
import type { Target } from './targets/target';

const databaseServer = process.env['TEST_DATABASE_URL'];
const mosquitto = process.env['TEST_MQTT_MOSQUITTO'];
const toolsDir = join(import.meta.dirname, '../..');

describe.runIf(process.platform === 'linux' && databaseServer && mosquitto)(
  'the rig, with the real publisher, broker, minimal path and consoles',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'headland-rig-'));
    const programDir = join(toolsDir, 'node_modules', `.rig-${process.pid}`);
    const databaseName = `rig_${process.pid}`;
    const urlOf = (name: string): string =>
      Object.assign(new URL(databaseServer ?? ''), { pathname: `/${name}` }).toString();
    let target: Target;

    beforeAll(async () => {
      await build({
        root: toolsDir,
        configFile: false,
        logLevel: 'silent',
        ssr: { resolve: { conditions: [...defaultServerConditions], externalConditions: ['node'] } },
        build: {
          ssr: true,
          outDir: programDir,
          target: 'node20',
          minify: false,
          rolldownOptions: { input: { bench: join(toolsDir, 'lab/bench/main.ts') } },
        },
      });
      setOwnProgram(join(programDir, 'bench.js'));
      const machine: Machine = {
        dir,
        postgresPid: process.pid,
        database: async () => {
          await ensureDatabase(databaseServer ?? '', databaseName);
          return urlOf(databaseName);
        },
        stop: () => Promise.resolve(),
      };
      target = await startMinimal(machine, 0);
    });

    afterAll(async () => {
      await target?.stop();
      await stopAllParts();
      const admin = new pg.Client({ connectionString: databaseServer });
      await admin.connect();
      await admin.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
      await admin.end();
      rmSync(dir, { recursive: true, force: true });
      rmSync(programDir, { recursive: true, force: true });
    });

    it('commits everything that was sent on schedule, and shows all of it to each console with its age', async () => {
      const r = await drive(target, {
        dir,
        devices: 25,
        seconds: 2,
        warmUpS: 0.5,
        consoles: 3,
        look: null,
        ratePerS: 200,
      });
      expect(r.missing).toBe(0);
      expect(r.load.counts).toMatchObject({ pubacked: r.sent, lostConnections: 0, heldBytes: 0 });
      // never ahead of the schedule, and on a busy machine behind it by what it says itself
      const onScheduleUpTo = (seconds: number): number => Math.floor(200 * seconds) + 1;
      expect(r.sent).toBeLessThanOrEqual(onScheduleUpTo(r.load.seconds));
      expect(r.sent).toBeGreaterThanOrEqual(
        onScheduleUpTo(r.load.seconds - (r.load.lateness.maxMs() ?? 0) / 1000 - 0.25),
      );
      // each of three consoles sees each message of the measured stretch once
      expect(r.seen.latency.batch.count).toBeGreaterThan(0);
      expect(r.seen.latency.batch.count).toBeLessThanOrEqual(3 * r.sent);
      expect(percentiles(r.seen.latency.batch)?.p50Ms).toBeGreaterThan(0);
      expect(r.cpuUsPerMessage.server).toBeGreaterThan(0);
    });

    it('at full speed loses nothing, and counts only its own boot', async () => {
      const r = await drive(target, {
        dir,
        devices: 25,
        seconds: 2,
        warmUpS: 0.5,
        consoles: 1,
        look: null,
        ratePerS: null,
        window: 500,
      });
      expect(r.missing).toBe(0);
      expect(r.sent).toBeGreaterThan(500);
      expect(await target.committedExactly(1)).toBe(0);
    });

    it('distinguishes what each run committed', async () => {
      const [first, second] = [
        await drive(target, { dir, devices: 5, seconds: 0.5, warmUpS: 0.1, consoles: 1, look: null, ratePerS: 100 }),
        await drive(target, { dir, devices: 5, seconds: 0.5, warmUpS: 0.1, consoles: 1, look: null, ratePerS: 50 }),
      ];
      expect([first.missing, second.missing]).toEqual([0, 0]);
      expect(second.sent).toBeGreaterThan(0);
    });
  },
);
