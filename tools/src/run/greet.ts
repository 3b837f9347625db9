import { type Demo, readDemo } from './demo-file';
import { faint, say, strong } from './say';

/** The one address to open, and who may sign in there. */
export function greet(url: string, dataDir: string): void {
  say(`\n  Headland is up: ${strong(url)}\n`);
  const demo = readDemo(dataDir);
  if (demo === null) return;
  for (const line of accountTable(demo.accounts)) say(`  ${line}`);
  if (demo.kiosk !== undefined) say(faint(`\n  Wall display: ${demo.url}/wall?token=${demo.kiosk}`));
  say(faint(`  Mail and texts: ${demo.url}/mailbox\n`));
}

/** One line for each group type: its administrator and its staff. */
export function accountTable(accounts: Demo['accounts']): string[] {
  const groups = [...new Set(accounts.map((a) => a.groupType))];
  const cells = groups.map((group) => [group, ...['ADMIN', 'STAFF'].flatMap((role) => credentials(accounts.find((a) => a.groupType === group && a.role === role)))]);
  const table = [['', 'ADMIN', 'password', 'STAFF', 'password'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const credentials = (account: Demo['accounts'][number] | undefined): string[] => [account?.id ?? '', account?.password ?? ''];
