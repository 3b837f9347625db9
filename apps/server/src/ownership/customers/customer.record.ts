import { customers, type ChangeCustomerBody, type CustomerBody, personFields } from '@headland/contracts/customer';
import {
  answersOf,
  closedRefusal,
  customerChanges,
  customerErrors,
  privateFields,
  type TermAnswer,
} from '@headland/domain/customer';
import { isDealer } from '@headland/domain/organization';
import { dialledDigits, phoneDigits } from '@headland/domain/sms-code';
import { dayOf } from '@headland/domain/zone-day';
import { formatMessage } from '@headland/i18n/format-message';
import { hasMachinesElsewhere, seenBy } from '../../people/customer-base/customer-choice.reads';
import { digitsOf, holdPhone, activeCustomer } from '../../people/customer-base/customer-phone.tx';
import { answerChanges, answersOfOne, recordAnswers } from '../../people/customer-base/customer-terms.tx';
import { endSessionsOfApp } from '../../people/customer-base/end-app-sessions.tx';
import { placeOf } from '../../people/organizations/organization.reads';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import type { Scope } from '../../platform/caller';
import { endTransfers } from '../owner-transfer/end-transfers.tx';
import { endSales, lockOwned, lockSales } from '../sales/sale-change.tx';
import { customerDeleted } from './customer-deleted.tx';
import { Customer } from './customer.entity';
import { customerDetail } from './customer-detail.reads';
import { allCustomers, customerList, mustSeeCustomer } from './customer.reads';
import { customersExport } from './customers.export';
import { erasePerson } from './erase-person.tx';

/** A customer with what rules and log need beside its row. */
export interface CustomerState extends Customer {
  /** name of the agency or dealer */
  dealer: string | null;
  /** the newest answer to each term; of a change those that it brings */
  answers: TermAnswer[];
  /** by a deletion: VINs */
  unsold: string[];
}

const endpoints = { ...customers, remove: customers.delete };

/**
 * Customers as records: staff register them with the consent that was given on paper or by telephone. Another phone is
 * another key to the app, so its sessions end. Of a deleted one the person's data is erased for good, and the machines
 * become unsold; what counts for statistics stays, without a name. Whoever sells to a customer waits until a change of it
 * is through.
 */
export const customerRecord: RecordDefinition<typeof endpoints, Customer, CustomerState> = {
  endpoints,
  entity: Customer,
  kind: 'customer',
  screen: 'customer',
  scopedBy: mustSeeCustomer,
  // the log is kept for good, so it holds no personal data
  nameOf: ({ id }) => `#${id}`,
  organizationOf: (customer) => customer.organizationId,
  list: ({ scope }, filter) => allCustomers(scope, filter),
  page: (tx, { scope }, filter) => customerList(tx, filter, scope),
  export: customersExport,
  detail: (tx, { scope }, id) => customerDetail(tx, scope, id),

  async state(tx, customer) {
    const [dealer] = await tx.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
      customer.organizationId,
    ]);
    const answers = await answersOfOne(tx, customer.id);
    return Object.assign(customer, { dealer: dealer?.name ?? null, answers, unsold: [] });
  },

  closed: ({ appStatus }) => closedRefusal(appStatus),

  async prepare({ tx, caller, now }, body: CustomerBody | ChangeCustomerBody, before) {
    const newAnswers = answersOf(body, before?.answers ?? []).length > 0;
    const errors = customerErrors(body, { today: dayOf(now.getTime(), caller.timeZone), newAnswers });
    if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
    const dealer = await dealerOf(tx, caller.scope, body.dealerId, before);
    if (before === null || isOtherPhone(before, body)) {
      // whoever has the phone reads all of the customer's machines in the app
      if (before !== null && (await hasMachinesElsewhere(tx, caller.scope, before.id)))
        throw new Problem('CUSTOMER_ELSEWHERE');
      await takePhone(tx, caller.scope, body.phone, before);
    }
    // a login ID that is there is known to its customer, and stays
    const loginId = before?.loginId ?? body.loginId ?? null;
    const after = { ...body, ...dealer, loginId, memo: body.memo || null, changedAt: now };
    if (before !== null) return after;
    return { ...after, registeredBy: caller.name, language: body.country === '82' ? 'ko' : 'en', createdAt: now };
  },

  async related({ tx, caller, now }, id, body, before) {
    const answers = answersOf(body, before?.answers ?? []);
    if (body.way !== undefined && body.givenOn !== undefined)
      await recordAnswers(tx, id, answers, { way: body.way, on: body.givenOn, by: caller.name, at: now });
    return { answers };
  },

  changes: (before, after) => [
    ...customerChanges(before === null ? {} : inLog(before), inLog(after)),
    ...answerChanges(after.answers, before?.answers ?? []),
  ],

  async remove({ tx, emit, caller, now, config }, customer) {
    const { id } = customer;
    const owned = await lockOwned(tx, id);
    const sold = await lockSales(tx, caller.scope, owned);
    // a machine of another dealer is not this one's to take back
    if (sold.length < owned.length) throw new Problem('FORBIDDEN');
    if (sold.some((s) => s.openSos)) throw new Problem('VEHICLE_HAS_OPEN_SOS');
    const reason = formatMessage(caller.language, 'sale.customerDeleted');
    // as the old owner or the new one; what both had agreed on is decided first
    await endTransfers(tx, emit, { customerId: id }, { reason, now });
    const ending = { userId: caller.userId, by: caller.name, reason, now, timeZone: config.PRODUCT_TIME_ZONE };
    await endSales(tx, emit, sold, ending);
    await customerDeleted.run(tx, emit, id, now);
    await erasePerson(tx, customer, now);
    return {
      ...Object.fromEntries(privateFields.map((field) => [field, null])),
      ...{ loginId: null, name: '', memo: null, removedAt: now, changedAt: now },
      appStatus: 'withdrawn',
      unsold: sold.map((s) => s.vin),
    };
  },

  removed: ({ unsold }) => ({ deleted: true, unsold }),

  async after({ tx, now }, before, after) {
    if (before !== null && after !== null && isOtherPhone(before, after))
      await endSessionsOfApp(tx, { customerId: after.id }, 'phone', now);
  },
};

type PhoneOf = Pick<Customer, 'country' | 'phone'>;
const isOtherPhone = (a: PhoneOf, b: PhoneOf): boolean =>
  dialledDigits(a.country, a.phone ?? '') !== dialledDigits(b.country, b.phone ?? '');

const fieldsInLog = ['loginId', ...personFields, 'dealer', 'memo'] as const;
const inLog = (customer: CustomerState) => Object.fromEntries(fieldsInLog.map((field) => [field, customer[field]]));

/** The agency or dealer that the form names; the one that was there before is not judged again. */
async function dealerOf(
  tx: Tx,
  scope: Scope,
  dealerId: number,
  before: CustomerState | null,
): Promise<Pick<CustomerState, 'organizationId' | 'dealer'>> {
  if (before?.organizationId === dealerId) return { organizationId: dealerId, dealer: before.dealer };
  const dealer = await placeOf(tx, scope, dealerId, 'FOR KEY SHARE OF o');
  if (dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
  if (!isDealer(dealer.type)) throw new Problem('E0001', {}, { dealerId: 'field.notAgency' });
  return { organizationId: dealer.id, dealer: dealer.name };
}

/**
 * Makes sure that no other customer has this phone, and keeps it so until the transaction ends. Who has it is named to
 * a member who sees that customer.
 */
async function takePhone(tx: Tx, scope: Scope, phone: string, own: CustomerState | null): Promise<void> {
  await holdPhone(tx, phone);
  const parameters: unknown[] = [phoneDigits(phone), own?.id ?? null];
  const [taken] = await tx.query<{ id: number; seen: boolean }[]>(
    `SELECT c.id, ${seenBy(scope, parameters)} AS seen FROM customer c
     WHERE ${digitsOf('c.phone')} = $1 AND ${activeCustomer} AND c.id IS DISTINCT FROM $2::int ORDER BY c.id LIMIT 1`,
    parameters,
  );
  if (taken !== undefined) throw new Problem('CUSTOMER_PHONE_TAKEN', taken.seen ? { id: taken.id } : {});
}
