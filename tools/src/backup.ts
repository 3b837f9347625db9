import { resolve } from 'node:path';
import { serverCommand } from './run/server-command';
import { sentenceOf, StopWith } from './run/stop-with';

/**
 * `npm run backup [-- <file> --without-files]`: database, files and keys in one file, of the installation of DATABASE_URL or of this checkout, while it
 * runs or not (docs/operations.md).
 */
async function backup(): Promise<number> {
  const args = process.argv.slice(2);
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [file = `headland-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.backup`, ...more] =
    args.filter((arg) => !arg.startsWith('--'));
  if (more.length > 0) throw new StopWith('Name one file: npm run backup -- <file>');
  // npm runs this in the folder of the checkout; the name is relative to the user's folder
  return serverCommand(['backup', resolve(process.env.INIT_CWD ?? process.cwd(), file), ...flags], { withKeys: true });
}

backup().then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
