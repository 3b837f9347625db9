import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faint, say, strong } from './say';

interface Demo {
  accounts?: { id: string; password: string; groupType: string; role: string; organization?: string }[];
  mailbox?: string;
  kiosk?: string;
}

/** The one address to open, and who may sign in there. */
export function greet(url: string, dataDir: string): void {
  say(`\n  Headland is up: ${strong(url)}\n`);
  const demo = readDemo(dataDir);
  const accounts = demo.accounts ?? [];
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map((a) => a.id.length));
    const secret = Math.max(...accounts.map((a) => a.password.length));
    say(faint(`  ${'ID'.padEnd(width)}  ${'Password'.padEnd(secret)}  Role`));
    for (const a of accounts) say(`  ${a.id.padEnd(width)}  ${a.password.padEnd(secret)}  ${faint(`${a.groupType} ${a.role}`)}`);
    say(faint(`\n  The code of the second step appears on the page itself, as this is a development start.`));
  }
  if (demo.mailbox !== undefined) say(`  ${faint('Mail and texts')}  ${demo.mailbox}`);
  if (demo.kiosk !== undefined) say(`  ${faint('Wall display')}    ${demo.kiosk}`);
  say('');
}

function readDemo(dataDir: string): Demo {
  const path = join(dataDir, 'demo.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Demo) : {};
}
