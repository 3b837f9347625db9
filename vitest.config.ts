import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Every test but the journeys. Libraries share one kind of project; apps and tools bring their own configuration. Limits are against hanging: a property that
// is tried a thousand times takes ten seconds on a machine that does much else.
const libs = readdirSync(new URL('libs', import.meta.url)).map((lib) => ({
  test: { name: lib, root: `libs/${lib}`, include: ['src/**/*.spec.ts'], environment: 'node' as const, testTimeout: 60_000 },
}));

export default defineConfig({
  test: { projects: [...libs, 'apps/server', 'apps/console', 'apps/simulator', 'tools'], maxWorkers: 2, retry: 0 },
});
