import type { ChangeCustomerBody, CustomerBody } from '@headland/contracts/customer';
import type { CustomerTerm } from '@headland/contracts/customer-terms';
import { answersOf, type AppStatus, customerErrors, type TermAnswer } from '@headland/domain/customer';
import { isDealer } from '@headland/domain/production';
import { phoneDigits } from '@headland/domain/sms-code';
import { type OrganizationPlace, placeOf } from '../../people/organizations/organization.reads';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { seenBy } from '../../people/customer-base/customer-choice.reads';
import { digitsOf, holdPhone, standing } from '../../people/customer-base/customer-phone.tx';

/** A customer as it stands, in the shape of the form. */
export interface LockedCustomer {
  id: number;
  version: number;
  loginId: string | null;
  name: string;
  birthOn: string | null;
  country: string;
  phone: string | null;
  email: string | null;
  postalCode: string | null;
  address: string | null;
  addressDetail: string | null;
  memo: string;
  dealerId: number | null;
  dealer: string | null;
  appStatus: AppStatus;
}

/** Whoever sells to this customer waits until the change is through. Throws NOT_FOUND for one that is unknown, deleted or out of scope. */
export async function lockCustomer(tx: Tx, scope: Scope, id: number): Promise<LockedCustomer> {
  const parameters: unknown[] = [id];
  const [row] = await tx.query<LockedCustomer[]>(
    `SELECT c.id, c.version, c.login_id AS "loginId", c.name, c.birth_on::text AS "birthOn", c.country, c.phone, c.email, c.postal_code AS "postalCode", c.address,
       c.address_detail AS "addressDetail", COALESCE(c.memo, '') AS memo, c.organization_id AS "dealerId",
       (SELECT o.name FROM organization o WHERE o.id = c.organization_id) AS dealer, c.app_status AS "appStatus"
     FROM customer c WHERE c.id = $1 AND c.removed_at IS NULL AND ${seenBy(scope, parameters)} FOR UPDATE OF c`,
    parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

type Body = CustomerBody | ChangeCustomerBody;
const ticksOf = ({ service, privacy, location, marketing }: Body): Record<CustomerTerm, boolean> => ({
  service,
  privacy,
  location,
  marketing,
});

/** Answers to terms that the form brings, judged together with the rest of it. Throws E0001. */
export function newAnswersOf(body: Body, before: readonly TermAnswer[], today: string): TermAnswer[] {
  const answers = answersOf(ticksOf(body), before);
  const errors = customerErrors(body, { today, newAnswers: answers.length > 0 });
  if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
  return answers;
}

/** The agency or dealer that the form names; the one that stood there is not judged again. */
export async function dealerOf(
  tx: Tx,
  scope: Scope,
  dealerId: number,
  before: { id: number; name: string } | null,
): Promise<Pick<OrganizationPlace, 'id' | 'name'>> {
  if (before?.id === dealerId) return before;
  const dealer = await placeOf(tx, scope, dealerId, 'FOR KEY SHARE OF o');
  if (dealer === null) throw new Problem('E0001', {}, { dealerId: 'field.unknown' });
  if (!isDealer(dealer.type)) throw new Problem('E0001', {}, { dealerId: 'field.notAgency' });
  return dealer;
}

/** Makes sure that no other customer has this phone, and keeps it so until the transaction ends. Who it is, is told to whoever sees that customer. */
export async function takePhone(
  tx: Tx,
  { scope }: Pick<Caller, 'scope'>,
  phone: string,
  own: number | null,
): Promise<void> {
  await holdPhone(tx, phone);
  const parameters: unknown[] = [phoneDigits(phone), own];
  const [taken] = await tx.query<{ id: number; seen: boolean }[]>(
    `SELECT c.id, ${seenBy(scope, parameters)} AS seen FROM customer c WHERE ${digitsOf('c.phone')} = $1 AND ${standing} AND c.id IS DISTINCT FROM $2::int ORDER BY c.id LIMIT 1`,
    parameters,
  );
  if (taken !== undefined) throw new Problem('CUSTOMER_PHONE_TAKEN', taken.seen ? { id: taken.id } : {});
}

/** What stands in the log of a customer, before the mask of `customerChanges`. */
export const toldOf = (c: Omit<LockedCustomer, 'id' | 'version' | 'dealerId' | 'appStatus'>) => ({
  loginId: c.loginId,
  name: c.name,
  birthOn: c.birthOn,
  country: c.country,
  phone: c.phone,
  email: c.email,
  postalCode: c.postalCode,
  address: c.address,
  addressDetail: c.addressDetail,
  dealer: c.dealer,
  memo: c.memo,
});

/** The customer of a vehicle that the caller sees, locked before the vehicle. Throws NOT_FOUND where nobody owns it. */
export async function customerOfVehicle(tx: Tx, scope: Scope, vehicleId: number): Promise<LockedCustomer> {
  const where = new Where(scope, 'v.organization_id')
    .andIf(vehicleId, (p) => `v.id = ${p}`)
    .and('v.customer_id IS NOT NULL');
  const [row] = await tx.query<{ id: number }[]>(
    `SELECT v.customer_id AS id FROM vehicle v WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return lockCustomer(tx, scope, row.id);
}
