import { backUp } from './platform/backup/back-up';
import { BackupProblem } from './platform/backup/manifest';
import { restore } from './platform/backup/restore';
import { type Config, readConfig, withSessions } from './platform/config';
import { makeLog } from './platform/log';
import { migrate } from './migrate';

/** `node dist/main.js backup <file> [--without-files]`: database, files and keys into one file, while everything runs. Answers the exit code. */
export function backupCommand(args: readonly string[]): Promise<number> {
  return reportErrors(async () => {
    const { file, flags } = read(args, ['--without-files'], 'backup <file> [--without-files]');
    const { keys, files } = await backUp(commandConfig(), file, {
      withFiles: !flags.has('--without-files'),
      print,
    });
    print(files.included ? '' : 'Files are left out: keep a copy of their folder or bucket.');
    print(`Keys: ${keys.join(', ') || 'none are set here'}. Whoever reads this file has them: keep it as a secret.`);
    print(`Written: ${file}`);
  });
}

/** `node dist/main.js restore <file> [--overwrite] [--keys <folder>]`: what a back-up holds, into an empty installation. Answers the exit code. */
export function restoreCommand(args: readonly string[]): Promise<number> {
  return reportErrors(async () => {
    const at = args.indexOf('--keys');
    const keysTo = at < 0 ? null : (args[at + 1] ?? null);
    const rest = at < 0 ? args : args.filter((_, i) => i !== at && i !== at + 1);
    const { file, flags } = read(rest, ['--overwrite'], 'restore <file> [--overwrite] [--keys <folder>]');
    const config = commandConfig();
    await restore(config, file, { overwrite: flags.has('--overwrite'), keysTo, print });
    // the rows are back, of the release that made the back-up; this one may be newer
    await migrate({ ...config, SEED: 'none', FIRST_ADMIN_EMAIL: undefined }, makeLog('warn', ['migrate']));
    print('Restored. Start the processes.');
  });
}

function read(
  args: readonly string[],
  known: readonly string[],
  usage: string,
): { file: string; flags: ReadonlySet<string> } {
  const flags = args.filter((a) => a.startsWith('--'));
  const [file, ...more] = args.filter((a) => !a.startsWith('--'));
  if (file === undefined || more.length > 0 || flags.some((f) => !known.includes(f)))
    throw new BackupProblem(`It is used so: ${usage}`);
  return { file, flags: new Set(flags) };
}

/** The commands need the database, the files and the keys that are there; what processes of the server need besides, they are not asked for. */
export function commandConfig(): Config {
  const needed = {
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not given',
    JWT_SECRET: 'not given to this command, and it does not need one',
  };
  const absent = Object.entries(needed).filter(([key]) => !process.env[key] && !process.env[`${key}_FILE`]);
  const config = readConfig({ ...process.env, ...Object.fromEntries(absent), RUN: 'migrate' });
  return withSessions({ ...config, ...Object.fromEntries(absent.map(([key]) => [key, undefined])) });
}

const print = (line: string): void => void (line === '' || process.stdout.write(`${line}\n`));

async function reportErrors(work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof BackupProblem) && error instanceof Error && process.env.LOG_LEVEL === 'debug')
      process.stderr.write(`${error.stack ?? ''}\n`);
    return 1;
  }
}
