import type { CustomerDetail, CustomerRow, OwnedDetail, OwnedVehicle, Person } from '@headland/contracts/customer';
import { customerTerms } from '@headland/contracts/customer-terms';

/** Customers for screen tests. */
export const aCustomerRow = (id: number, more: Partial<CustomerRow> = {}): CustomerRow => ({
  id,
  loginId: `garam${id}`,
  name: 'K*m',
  birthOn: '1961-04-05',
  phone: '010-****-1234',
  address: 'Jeongeup, Field road 7',
  vehicles: 1,
  appStatus: 'registered',
  appSince: null,
  dealer: { id: 9, name: 'Naju agency' },
  requiredTerms: 'agreed',
  marketing: false,
  registeredAt: '2026-03-02T01:12:00.000Z',
  ...more,
});

export const aPerson = (id: number, more: Partial<Person> = {}): Person => ({
  id,
  name: 'Kim Garam',
  birthOn: '1961-04-05',
  country: '82',
  phone: '010-5555-1234',
  email: 'garam@naver.com',
  postalCode: '56212',
  address: 'Jeongeup, Field road 7',
  addressDetail: null,
  memo: 'Call before noon',
  ...more,
});

export const anOwned = (id: number, more: Partial<OwnedVehicle> = {}): OwnedVehicle => ({
  id,
  version: 4,
  vin: `HDLT6A11NSK00${1000 + id}`,
  model: 'HL 6-110',
  soldOn: '2026-06-01',
  dealer: { id: 9, name: 'Naju agency' },
  nickname: 'Big one',
  odometerKm: 120.4,
  engineHours: 310.5,
  state: 'idle',
  openSos: false,
  ...more,
});

export const aCustomer = (id: number, more: Partial<CustomerDetail> = {}): CustomerDetail => ({
  ...aCustomerRow(id),
  version: 3,
  person: aPerson(id, { name: 'K*m', phone: '010-****-1234', email: 'ga***@naver.com' }),
  language: 'ko',
  registeredBy: 'Park Jihun',
  appSince: '2026-03-03T01:12:00.000Z',
  withdrawnAt: null,
  appUsedAt: null,
  terms: customerTerms.map(({ term, version, required }) => ({
    term,
    version,
    required,
    state: term === 'marketing' ? 'missing' : 'agreed',
  })),
  answers: customerTerms.map(({ term, version }, i) => ({
    id: 10 - i,
    term,
    version,
    agreed: term !== 'marketing',
    way: 'paper',
    on: '2026-03-01',
    by: 'Park Jihun',
    at: '2026-03-02T01:12:00.000Z',
  })),
  owned: [anOwned(71)],
  elsewhere: 0,
  transferAwaiting: false,
  ...more,
});

export const anOwnedDetail = (id: number, more: Partial<OwnedDetail> = {}): OwnedDetail => ({
  id,
  version: 4,
  vin: `HDLT6A11NSK00${1000 + id}`,
  model: 'HL 6-110',
  deviceId: 'HDKR-1001',
  shippedOn: '2026-05-20',
  soldOn: '2026-06-01',
  dealer: { id: 9, name: 'Naju agency' },
  nickname: 'Big one',
  memo: '',
  customer: { id: 7, name: 'K*m', phone: '010-****-1234' },
  appStatus: 'registered',
  openSos: false,
  ...more,
});
