import { test as base } from '@playwright/test';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { users } from '@headland/contracts/user';
import { Api, type Person, Refused } from './api';
import { Desk, type DeskOptions } from './desk';
import { type Member, newMember, type Place } from './members';
import { readDemo } from './product';
import { Terminal } from './terminal';

interface Journey {
  /** a browser of its own for each; all are closed at the end */
  desk: (who: string | Person | null, options?: DeskOptions) => Promise<Desk>;
  /** the n-th of the machines that the fleet does not simulate; its SOS and reports are closed at the end */
  terminal: (n: number) => Promise<Terminal>;
  /** a clean-up that runs at the end in any case; the last one registered runs first */
  tidy: (act: () => Promise<unknown>) => void;
  /** a member of its own, removed at the end */
  member: (place: Place) => Promise<Member>;
}
interface Shared {
  /** An administrator of the head office, the only role that may create any account; uses the API only. */
  clerk: Api;
}

export { expect } from '@playwright/test';
export const test = base.extend<Journey, Shared>({
  clerk: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const member = await newMember(await Api.as('headoffice1'), { organization: '본사', role: 'ADMIN' });
      await use(await Api.as(member));
      await removeUser(await Api.as('headoffice1'), member.userId);
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern
  tidy: async ({}, use) => {
    const acts: (() => Promise<unknown>)[] = [];
    await use((act) => void acts.push(act));
    for (const act of acts.reverse()) await act();
  },
  member: async ({ clerk, tidy }, use) => {
    await use(async (place) => {
      const member = await newMember(clerk, place);
      tidy(() => removeUser(clerk, member.userId));
      return member;
    });
  },
  desk: async ({ browser }, use) => {
    const open: Desk[] = [];
    await use(async (who, options) => {
      const desk = await (who === null ? Desk.empty(browser, options) : Desk.of(browser, who, options));
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

/** A missing record is fine, too. */
export async function removeUser(clerk: Api, id: number): Promise<void> {
  await clerk.call(users.remove, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'NOT_FOUND') throw error;
  });
}

/** An open SOS of a journey would sound in the next one. */
async function closeAllOf(vin: string, clerk: Api): Promise<void> {
  const calls = await clerk.call(sosAlerts.list, { query: { vin, tab: 'queue' } });
  for (const { id } of calls.rows)
    await clerk.call(sosAlerts.falseAlarm, {
      params: { id },
      body: { cause: 'test', resolution: 'end of the journey' },
    });
  const reports = await clerk.call(faults.list, { query: { vin, tab: 'queue' } });
  for (const { id, status, agency } of reports.rows) {
    if (status === 'occurred')
      await clerk.call(faults.accept, { params: { id }, body: { agencyId: agency.id, channel: 'push' } });
    await clerk.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'end of the journey' } });
  }
}
