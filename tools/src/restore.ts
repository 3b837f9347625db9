import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { adoptKeys } from './run/secrets';
import { serverCommand } from './run/server-command';
import { readSettings } from './run/settings';
import { sentenceOf, StopWith } from './run/stop-with';

/** `npm run restore -- <file> [--overwrite]`: what a back-up holds, into an empty data folder or the database of DATABASE_URL (docs/operations.md). */
async function restore(): Promise<number> {
  const args = process.argv.slice(2);
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [file, ...more] = args.filter((arg) => !arg.startsWith('--'));
  if (file === undefined || more.length > 0) throw new StopWith('Name one file: npm run restore -- <file>');
  const { dataDir } = readSettings(process.env, []);
  const keys = join(dataDir, 'restored-keys');
  const code = await serverCommand(
    ['restore', resolve(process.env.INIT_CWD ?? process.cwd(), file), ...flags, '--keys', keys],
    { alone: true },
  );
  if (code === 0) {
    adoptKeys(dataDir, keys);
    rmSync(keys, { recursive: true, force: true });
  }
  return code;
}

restore().then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
