import { spawnSync } from 'node:child_process';
import { inCheckout } from './checkout';

/** Runs a walk through every screen (apps/e2e/src/tour) as a process of its own; returns its exit code. */
export function runTour(name: string, env: Record<string, string | undefined>): number {
  const { status } = spawnSync(
    process.execPath,
    [inCheckout('node_modules/@playwright/test/cli.js'), 'test', '-c', 'tour.config.ts'],
    { cwd: inCheckout('apps/e2e'), env: { ...process.env, ...env, TOUR: name }, stdio: 'inherit' },
  );
  return status ?? 1;
}

/** `--name value` of the command line. */
export function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}
