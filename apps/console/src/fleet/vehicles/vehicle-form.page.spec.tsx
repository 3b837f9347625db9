import { organizations } from '@headland/contracts/organization';
import { type ChangeVehicleBody, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { vehicleDetail } from '../../testing/vehicles';
import { VehicleFormPage } from './vehicle-form.page';

let vehicle: VehicleDetail = vehicleDetail(7);
let sent: ChangeVehicleBody[] = [];
let refuse: Problem | null = null;
const answers = [
  answer(vehicles.get, ({ params }) => {
    if (params.id !== 7) throw new Problem('NOT_FOUND');
    return vehicle;
  }),
  answer(organizations.tree, () => [
    { id: 1, name: 'Head office', type: 'HEAD_OFFICE' as const, parentId: null, lat: null, lon: null },
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: 1, lat: null, lon: null },
    { id: 10, name: 'Jeongeup dealer', type: 'DEALER' as const, parentId: 1, lat: null, lon: null },
  ]),
  answer(vehicles.people, ({ query }) => [
    { id: 31, name: 'Lee Seoyeon', loginId: 'seoyeon' },
    ...(query.text === undefined ? [{ id: 32, name: 'Park Jihun', loginId: 'jihun' }] : []),
  ]),
  answer(vehicles.dealerPreview, () => ({
    leaves: [{ id: 9, name: 'Naju agency' }],
    enters: [{ id: 10, name: 'Jeongeup dealer' }],
    openFaults: 2,
    openSos: 0,
  })),
  answer(vehicles.change, ({ body }) => {
    if (refuse) throw refuse;
    sent.push(body);
    return vehicle;
  }),
];
const show = (id = '7') =>
  renderPage(<VehicleFormPage />, { answers, at: `/statusModi/${id}`, path: '/statusModi/$number' });
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

beforeEach(() => {
  vehicle = vehicleDetail(7, { person: { id: 33, name: 'Choi Minho' } });
  sent = [];
  refuse = null;
});

it('requires reason and day of a changed correction, and previews the sum', async () => {
  const page = show();
  expect(await screen.findByLabelText('Engine hours correction')).toBeTruthy();
  expect(screen.queryByLabelText('Reason for the engine hours correction')).toBeNull();
  type('Engine hours correction', '1200,5');
  expect(screen.getByText('1,701.0')).toBeTruthy();
  save();
  expect(await screen.findByText('Reason for the engine hours correction is required.')).toBeTruthy();
  expect(sent).toEqual([]);
  type('Reason for the engine hours correction', 'new meter');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    version: 1,
    dealerId: 9,
    personId: 33,
    hoursCorrection: 1200.5,
    hoursReason: 'new meter',
    odometerCorrection: 0,
  });
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/statusDetail/7'));
});

it.each([
  ['4,300', 4300],
  ['12,000', 12_000],
  ['1,200.5', 1200.5],
  ['-3.5', -3.5],
])('reads a correction of %s as it is meant', async (text, hoursCorrection) => {
  show();
  await screen.findByLabelText('Engine hours correction');
  type('Engine hours correction', text);
  type('Reason for the engine hours correction', 'new meter');
  save();
  await waitFor(() => expect(sent).toMatchObject([{ hoursCorrection }]));
});

it('shows who loses and who gains access before another dealer is saved', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: /^Dealer/ }));
  fireEvent.click(await screen.findByRole('treeitem', { name: /Jeongeup dealer/ }));
  // the person in charge at the former dealer is not offered at this one
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Person in charge/ }).value).toBe(''),
  );
  save();
  const dialog = await screen.findByRole('dialog', { name: 'Change the dealer of HDLT6A11NSK007 to Jeongeup dealer?' });
  expect(within(dialog).getByText('Organizations that lose access to the vehicle: Naju agency')).toBeTruthy();
  expect(within(dialog).getByText('2 unaccepted fault reports move along.')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ dealerId: 10, personId: null }));
});

it('keeps the dealer while a call for help is open', async () => {
  vehicle = vehicleDetail(7, { openSos: 1 });
  show();
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Dealer/ })).disabled).toBe(true);
  expect(screen.getByText('Not possible while an SOS is open.')).toBeTruthy();
});

it('finds the person in charge by a part of the name', async () => {
  show();
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Person in charge/ });
  expect(field.value).toBe('Choi Minho');
  fireEvent.click(field);
  await screen.findByRole('option', { name: /Park Jihun/ });
  fireEvent.change(field, { target: { value: 'seo' } });
  await waitFor(() => expect(screen.queryByRole('option', { name: /Park Jihun/ })).toBeNull());
  fireEvent.click(await screen.findByRole('option', { name: /Lee Seoyeon/ }));
  save();
  await waitFor(() => expect(sent[0]).toMatchObject({ personId: 31 }));
});

it('names who has changed it meanwhile, and what differs', async () => {
  show();
  await screen.findByLabelText('Engine hours correction');
  fireEvent.change(screen.getByRole('textbox', { name: /^Memo/ }), { target: { value: 'mine' } });
  refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee Seoyeon', at: new Date().toISOString() });
  vehicle = { ...vehicle, version: 2, statusMemo: 'theirs' };
  save();
  expect(await screen.findByText(/Lee Seoyeon/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show difference' }));
  expect(await screen.findByRole('cell', { name: 'theirs' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Memo/ }).value).toBe('theirs'));
});

it('shows the same for an unknown vehicle and one out of scope', async () => {
  show('8');
  expect(await screen.findByText('Vehicle not found')).toBeTruthy();
});
