import { type Demo, readDemo } from './demo-file';
import { faint, print, strong } from './terminal-output';
import { isOpen, type Settings } from './settings';

/** The one address to open, and who may sign in there. */
export function printAddress(url: string, { dataDir, host, port }: Settings): void {
  print(`\n  Headland is up: ${strong(url)}\n`);
  if (isOpen({ host })) print(`${openWarning(host, port)}\n`);
  const demo = readDemo(dataDir);
  if (demo === null) return;
  for (const line of accountTable(demo.accounts)) print(`  ${line}`);
  if (demo.kiosk !== undefined) print(faint(`\n  Wall display: ${demo.url}/wall?token=${demo.kiosk}`));
  print(faint(`  Mail and texts: ${demo.url}/mailbox\n`));
}

/** What a start on an address that others reach gives away. */
export const openWarning = (host: string, port: number): string =>
  `  OPEN TO THE NETWORK (HOST=${host}): anyone who reaches port ${port} of this machine reads every login code, e-mail and text at /mailbox,
  and so can be anybody. For a demonstration among people you trust; production is docker-compose.yml.`;

/** One line for each group type: its administrator and its staff. */
export function accountTable(accounts: Demo['accounts']): string[] {
  const groups = [...new Set(accounts.map((a) => a.groupType))];
  const cells = groups.map((group) => [
    group,
    ...['ADMIN', 'STAFF'].flatMap((role) =>
      credentials(accounts.find((a) => a.groupType === group && a.role === role)),
    ),
  ]);
  const table = [['', 'ADMIN', 'password', 'STAFF', 'password'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const credentials = (account: Demo['accounts'][number] | undefined): string[] => [
  account?.id ?? '',
  account?.password ?? '',
];
