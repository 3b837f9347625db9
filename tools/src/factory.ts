import { resolve } from 'node:path';
import { serverCommand } from './run/server-command';
import { sentenceOf, StopWith } from './run/stop-with';

/**
 * `npm run lab -- factory <file.json>`: models, vehicles, devices and matches from a file (docs/factory.md), into the database of DATABASE_URL or that of
 * this checkout, whether Headland runs there or not.
 */
async function factory(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0)
    throw new StopWith('Name one file: npm run lab -- factory <file.json> (docs/factory.md describes its content).');
  // npm runs this in the folder of the checkout; the name is relative to the user's folder
  return serverCommand(['factory', resolve(process.env.INIT_CWD ?? process.cwd(), file)]);
}

factory().then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
