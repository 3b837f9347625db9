import { type Watch, type WatchBody, watches } from '@headland/contracts/watch';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage, type PageOptions } from '../../testing/render-page';
import { WatchMenu, WatchStar } from './watch-star';

const vehicle = { id: 4, vin: 'HDLTTESTVEHI00004', model: 'HL 6-110' };
let own: Watch[];
let refuse: Problem | null;
let late: Promise<void> | undefined;
let sent: WatchBody[];
const chosen: WatchBody = { sos: true, fault: 'major', offlineHours: 24, maintenance: true };
const answers = [
  answer(watches.list, async () => {
    await late;
    return own;
  }),
  answer(watches.set, ({ params, body }) => {
    if (refuse) throw refuse;
    sent.push(body);
    const watch = { vehicleId: params.id, vin: vehicle.vin, model: vehicle.model, ...body };
    own = [...own.filter((w) => w.vehicleId !== params.id), watch];
    return watch;
  }),
  answer(watches.end, ({ params }) => {
    own = own.filter((w) => w.vehicleId !== params.id);
    return { ended: true as const };
  }),
];
beforeEach(() => {
  own = [];
  refuse = null;
  late = undefined;
  sent = [];
});
const show = (as: PageOptions['as'] = { groupType: 'HEAD_OFFICE', role: 'ADMIN' }) =>
  renderPage(
    <>
      <WatchStar vehicle={vehicle} />
      <WatchMenu vehicle={vehicle} />
    </>,
    { answers, as },
  );
const star = () => screen.findByRole('button', { name: 'HDLTTESTVEHI00004 in watched vehicles' });
const pressed = async () => (await star()).getAttribute('aria-pressed');

it('puts a vehicle into the own list and takes it out', async () => {
  show();
  expect(await pressed()).toBe('false');
  await userEvent.click(await star());
  expect(await pressed()).toBe('true');
  await waitFor(() => expect(own).toMatchObject([{ vehicleId: 4, sos: false, fault: null, offlineHours: null }]));
  await userEvent.click(await star());
  expect(await pressed()).toBe('false');
  await waitFor(() => expect(own).toEqual([]));
});

it('a press before the list is known overwrites nothing that was chosen', async () => {
  own = [{ vehicleId: 4, vin: vehicle.vin, model: vehicle.model, ...chosen }];
  let known: () => void = () => undefined;
  late = new Promise((resolve) => (known = resolve));
  show();
  await userEvent.click(await star());
  known();
  await waitFor(async () => expect(await pressed()).toBe('true'));
  await waitFor(() => expect(sent).toEqual([chosen]));
});

it('goes back where it is refused, and says why', async () => {
  refuse = new Problem('WATCHES_FULL', { limit: 500 });
  show();
  await userEvent.click(await star());
  expect(await screen.findByText('Your list can hold up to 500 vehicles.')).toBeTruthy();
  await waitFor(async () => expect(await pressed()).toBe('false'));
});

it('a choice of what to be notified of puts it into the list, too', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Watched vehicles' }));
  const menu = within(await screen.findByRole('menu'));
  await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'SOS' }));
  await waitFor(() => expect(own).toMatchObject([{ vehicleId: 4, sos: true, maintenance: false }]));
  expect(await pressed()).toBe('true');
});
