import { test as base } from '@playwright/test';
import { faults } from '@headland/contracts/fault';
import { sosCalls } from '@headland/contracts/sos';
import { Api } from './api';
import { Desk, type DeskOptions } from './desk';
import { readDemo } from './product';
import { Terminal } from './terminal';

interface Journey {
  /** a browser of its own for each; all are closed at the end */
  desk: (accountId: string | null, options?: DeskOptions) => Promise<Desk>;
  /** the n-th of the machines that no fleet plays; at the end its calls and reports are closed */
  terminal: (n: number) => Promise<Terminal>;
}
interface Shared {
  /** asks and tidies up by the API; no journey logs in with this account */
  clerk: Api;
}

export { expect } from '@playwright/test';
export const test = base.extend<Journey, Shared>({
  clerk: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => use(await Api.as('daedong1')),
    { scope: 'worker' },
  ],
  desk: async ({ browser }, use) => {
    const open: Desk[] = [];
    await use(async (accountId, options) => {
      const desk = await (accountId === null ? Desk.empty(browser, options) : Desk.of(browser, accountId, options));
      open.push(desk);
      return desk;
    });
    for (const desk of open) await desk.context.close();
  },
  terminal: async ({ clerk }, use) => {
    const terminals: Terminal[] = [];
    await use(async (n) => {
      const device = readDemo().devices[n];
      if (device === undefined) throw new Error(`The demo leaves no machine ${n} to the journeys.`);
      const terminal = await Terminal.connect(device);
      terminals.push(terminal);
      return terminal;
    });
    for (const terminal of terminals) {
      await terminal.end();
      await closeAllOf(terminal.vin, clerk);
    }
  },
});

/** What a journey has raised would ring in the next one. */
async function closeAllOf(vin: string, clerk: Api): Promise<void> {
  const calls = await clerk.call(sosCalls.list, { query: { vin, tab: 'queue' } });
  for (const { id } of calls.rows) await clerk.call(sosCalls.falseAlarm, { params: { id }, body: { cause: 'test', resolution: 'end of the journey' } });
  const reports = await clerk.call(faults.list, { query: { vin, tab: 'queue' } });
  for (const { id, status, agency } of reports.rows) {
    if (status === 'occurred') await clerk.call(faults.accept, { params: { id }, body: { agencyId: agency.id, channel: 'push' } });
    await clerk.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'end of the journey' } });
  }
}
