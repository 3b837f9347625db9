import {
  type ChangeCustomerBody,
  type CustomerBody,
  type CustomerDetail,
  customers,
} from '@headland/contracts/customer';
import { organizations } from '@headland/contracts/organization';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { aCustomer, aPerson } from '../../testing/customers';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { CustomerFormPage } from './customer-form.page';

let made: CustomerBody[];
let changed: ChangeCustomerBody[];
let customer: CustomerDetail;
let person: ReturnType<typeof aPerson>;
let looked: number;
let refuse: Problem | null;
let taken: string[];
let treeComes: Promise<void>;
const answers = [
  answer(organizations.tree, async () => {
    await treeComes;
    return [{ id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null }];
  }),
  answer(customers.idFree, ({ query }) => ({ free: !taken.includes(query.loginId) })),
  answer(customers.get, () => customer),
  answer(customers.person, () => {
    looked++;
    return person;
  }),
  answer(customers.create, ({ body }) => {
    made.push(body);
    if (refuse) throw refuse;
    return aCustomer(8);
  }),
  answer(customers.change, ({ body }) => {
    changed.push(body);
    if (refuse) throw refuse;
    return customer;
  }),
];
beforeEach(() => {
  [made, changed, refuse, looked, taken] = [[], [], null, 0, ['garam']];
  treeComes = Promise.resolve();
  customer = aCustomer(7);
  person = aPerson(7);
});
const page = (number: number) =>
  renderPage(<CustomerFormPage />, { answers, at: `/customerRegi/${number}`, path: '/customerRegi/$number' });
const field = (label: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${label}( optional)?$`, 'u'));
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const tick = (name: RegExp): void => void fireEvent.click(screen.getByRole('checkbox', { name }));

describe('registering a customer', () => {
  it('begins with the tree, which gives it its dealer, or typing would be lost', async () => {
    let comes = (): void => undefined;
    treeComes = new Promise((done) => (comes = done));
    page(0);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByLabelText('Name')).toBeNull();
    comes();
    expect(await screen.findByLabelText('Name')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Dealer.*Naju agency/ })).toBeTruthy();
  });

  async function filled() {
    const shown = page(0);
    await screen.findByRole('button', { name: /Dealer.*Naju agency/ });
    type('ID', 'newcomer');
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    await screen.findByText('This ID is available.');
    type('Name', 'Kim Garam');
    type('Birth date', '1961-04-05');
    type('Phone', '010-5555-1234');
    type('Address', 'Jeongeup, Field road 7');
    for (const name of [/Terms of service/, /Personal data/, /Location data/]) tick(name);
    type('Method of consent', 'paper');
    type('Date of consent', '2026-01-02');
    return shown;
  }

  it('sends every field, with the one dealer in sight', async () => {
    const { router } = await filled();
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerDetail/8'));
    expect(made).toMatchObject([
      {
        loginId: 'newcomer',
        name: 'Kim Garam',
        phone: '010-5555-1234',
        dealerId: 9,
        service: true,
        privacy: true,
        location: true,
        marketing: false,
        way: 'paper',
        givenOn: '2026-01-02',
        email: null,
      },
    ]);
  });

  it('does not take an ID that was not checked, nor a consent without its date', async () => {
    await filled();
    type('ID', 'newcomer2');
    type('Date of consent', '');
    save();
    expect(await screen.findByText('Check the ID for duplicates.')).toBeTruthy();
    expect(screen.getByText('Date of consent is required.')).toBeTruthy();
    type('ID', 'garam');
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('This ID is already in use.')).toBeTruthy();
    expect(made).toEqual([]);
  });

  it('without the required terms shows this', async () => {
    await filled();
    tick(/Location data/);
    save();
    expect(await screen.findByText('Agree to the required terms.')).toBeTruthy();
    expect(made).toEqual([]);
  });

  it('shows all that is missing at once: fields, terms, how they were given', async () => {
    page(0);
    await screen.findByRole('button', { name: /Dealer.*Naju agency/ });
    save();
    expect(await screen.findByText('Agree to the required terms.')).toBeTruthy();
    for (const message of [
      'Name is required.',
      'Phone is required.',
      'Address is required.',
      'Date of consent is required.',
    ])
      expect(screen.getByText(message), message).toBeTruthy();
    expect(made).toEqual([]);
  });

  it('leads to the customer who has the phone', async () => {
    await filled();
    refuse = new Problem('CUSTOMER_PHONE_TAKEN', { id: 5 }, {}, 'r', 409);
    save();
    expect(await screen.findByText('Another customer already has this phone.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open that customer' }).getAttribute('href')).toBe('/customerDetail/5');
  });
});

describe('editing a customer', () => {
  it('shows the person in full, which is asked for once, and keeps the ID', async () => {
    const { router } = page(7);
    expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('Kim Garam');
    expect(looked).toBe(1);
    expect(field('ID').disabled).toBe(true);
    expect(field('Method of consent').disabled).toBe(true);
    type('Memo', 'Call after six');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerDetail/7'));
    expect(changed).toMatchObject([{ version: 3, memo: 'Call after six', marketing: false }]);
    expect(changed[0]?.way).toBeUndefined();
  });

  it('requires channel and time where a tick changes', async () => {
    page(7);
    await screen.findByLabelText('Name');
    tick(/News and offers/);
    save();
    expect(await screen.findByText('Date of consent is required.')).toBeTruthy();
    type('Method of consent', 'phone');
    type('Date of consent', '2026-05-05');
    save();
    await waitFor(() => expect(changed).toMatchObject([{ marketing: true, way: 'phone', givenOn: '2026-05-05' }]));
  });

  it('what somebody else saved meanwhile is shown beside what one typed', async () => {
    page(7);
    await screen.findByLabelText('Name');
    type('Memo', 'mine');
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Park Jihun', at: '2026-06-02T01:00:00.000Z' }, {}, 'r', 409);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Show difference' }));
    person = aPerson(7, { memo: 'theirs' });
    customer = aCustomer(7, { version: 4 });
    refuse = null;
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(field('Memo').value).toBe('theirs'));
  });

  it('of one who left the app is not possible', async () => {
    customer = aCustomer(7, { appStatus: 'withdrawn', owned: [] });
    page(7);
    expect(await screen.findByText('This customer has left the app and can only be deleted.')).toBeTruthy();
    expect(looked).toBe(0);
  });
});
