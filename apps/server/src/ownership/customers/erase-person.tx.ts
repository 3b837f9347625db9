import { phoneDigits, smsAddress } from '@headland/domain/sms-code';
import type { Tx } from '../../platform/database/rows';
import type { Customer } from './customer.entity';

/**
 * Erases a customer's personal data for good outside its row: the consent, the sessions of the app,
 * what was written of and to them. The number stays, because sales, faults and calls count by it; the event log never
 * held more than that.
 */
export async function erasePerson(
  tx: Tx,
  { id, country, phone }: Pick<Customer, 'id' | 'country' | 'phone'>,
  now: Date,
): Promise<void> {
  await tx.query('DELETE FROM customer_terms WHERE customer_id = $1', [id]);
  await tx.query('DELETE FROM app_session WHERE customer_id = $1', [id]);
  await tx.query('UPDATE sale SET nickname = NULL, memo = NULL WHERE customer_id = $1', [id]);
  await eraseMessages(tx, 'customer_id = $1', id, now);
  if (phone === null) return;
  // codes to the phone belong to no customer
  await eraseMessages(tx, "channel = 'sms' AND subject = 'account' AND address = $1", smsAddress(country, phone), now);
  await tx.query("DELETE FROM sms_code WHERE purpose = 'app' AND regexp_replace(phone, '\\D', '', 'g') = $1", [
    phoneDigits(phone),
  ]);
  await tx.query("DELETE FROM sms_sending WHERE purpose = 'app' AND phone = $1", [phoneDigits(phone)]);
}

/** One that was not sent yet never will be. */
async function eraseMessages(tx: Tx, which: string, value: string | number, now: Date): Promise<void> {
  await tx.query(`DELETE FROM mail WHERE delivery_id IN (SELECT id FROM delivery WHERE ${which})`, [value]);
  await tx.query(
    `UPDATE delivery SET recipient = '', address = '', text = '', title = NULL, changed_at = $2, next_try_at = NULL,
       state = CASE WHEN state = 'queued' THEN 'failed' ELSE state END, problem = CASE WHEN state = 'queued' THEN 'deleted' ELSE problem END WHERE ${which}`,
    [value, now],
  );
}
