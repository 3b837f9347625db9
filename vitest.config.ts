import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Every test but the journeys. Libraries share one kind of project; apps and tools bring their own configuration.
const libs = readdirSync(new URL('libs', import.meta.url)).map((lib) => ({
  test: { name: lib, root: `libs/${lib}`, include: ['src/**/*.spec.ts'], environment: 'node' as const },
}));

export default defineConfig({
  test: { projects: [...libs, 'apps/server', 'apps/console', 'apps/simulator', 'tools'], maxWorkers: 2, retry: 0 },
});
