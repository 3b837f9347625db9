import { sosAlerts } from '@headland/contracts/sos';
import { expect } from '@playwright/test';
import { fieldWork } from '../pictures/field-work';
import { Api } from '../world/api';
import { fields } from '../world/machines';
import type { Spot, Terminal } from '../world/terminal';

type Machines = readonly [Terminal, Terminal, Terminal];
const places = [fields.iksan, fields.haenam, fields.uiseong] as const;
const codes = [
  { code: 'E0324', spn: 100, fmi: 1, count: 2 },
  { code: 'E0303', spn: 102, fmi: 3, count: 1 },
  { code: 'E0297', spn: 110, fmi: 3, count: 3 },
];

/** Half an hour of work of three machines, and faults of each severity. */
export async function makeFaults(terminal: (n: number) => Promise<Terminal>): Promise<Machines> {
  const machines = [await terminal(3), await terminal(4), await terminal(5)] as const;
  for (const [i, at] of places.entries()) {
    const machine = machines[i];
    if (machine === undefined) continue;
    await work(machine, at);
    await machine.faults(codes.slice(0, 3 - i), [], at);
  }
  return machines;
}

/** An SOS that nobody has acknowledged, and one that is; before desks are opened, since it logs in. */
export async function raiseSos([first, second]: Machines): Promise<void> {
  const office = await Api.as('headoffice1');
  await first.rollOver(places[0]);
  await second.pressButton(places[1]);
  const waiting = async () => (await office.call(sosAlerts.list, { query: { tab: 'queue' } })).rows;
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(2);
  const pressed = (await waiting()).find((sos) => sos.vehicle.vin === second.vin);
  if (pressed) await office.call(sosAlerts.acknowledge, { params: { id: pressed.id } });
}

async function work(machine: Terminal, at: Spot): Promise<void> {
  const samples = fieldWork(at, 30, Date.now());
  await machine.key(true, at);
  for (let i = 0; i < samples.length; i += 60) await machine.telemetry(samples.slice(i, i + 60));
}
