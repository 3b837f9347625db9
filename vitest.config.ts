import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Every test but the journeys. Libraries share one kind of project; apps and tools bring their own configuration. Limits are against hanging: a property that
// is tried a thousand times takes ten seconds on a machine that does much else.
const libs = readdirSync(new URL('libs', import.meta.url)).map((lib) => ({
  // pure functions: nothing that one file could leave to the next, so a worker loads them once for all files
  test: {
    name: lib,
    root: `libs/${lib}`,
    include: ['src/**/*.spec.ts'],
    environment: 'node' as const,
    isolate: false,
    testTimeout: 180_000,
  },
}));

/** These take a minute and more: begun last, one of them would run alone at the end while the other worker waits. */
const long = [
  'tools/lab/chaos/chaos.spec.ts',
  'tools/lab/soak/soak.spec.ts',
  'tools/src/start.spec.ts',
  'apps/server/src/app.module.spec.ts',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification): boolean => long.some((name) => file.moduleId.endsWith(name));
    const sorted = await super.sort(files);
    // a worker is kept for the next file while that has the same environment, and what draws has a page: not one of each in turn
    const draws = (file: TestSpecification): boolean => file.moduleId.endsWith('.tsx');
    const others = sorted.filter((file) => !isLong(file));
    return [...sorted.filter(isLong), ...others.filter(draws), ...others.filter((file) => !draws(file))];
  }
}

export default defineConfig({
  test: {
    projects: [...libs, 'apps/server', 'apps/console', 'apps/simulator', 'tools'],
    // two fifths of the time the suites wait: for a process that was killed, a limit that is reached, another second
    maxWorkers: availableParallelism() + 1,
    retry: 0,
    sequence: { sequencer: LongFirst },
  },
});
