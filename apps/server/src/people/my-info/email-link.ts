import { emailTokenParam } from '@headland/contracts/my-info';
import { formatMessage } from '@headland/i18n/format-message';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { open } from './my-info.reads';
import type { UserAccount } from '../users/user-account.entity';

const linkMs = 24 * 60 * 60_000;
/** New addresses that one member may try within an hour. */
const maxPerHour = 5;

/** E-mails the link that makes an address the account's own; a former link is void. False: that very link is out already. Throws TOO_MANY_REQUESTS. */
export async function sendEmailLink(
  tx: Tx,
  account: UserAccount,
  email: string,
  config: Pick<Config, 'PUBLIC_URL' | 'PORT'>,
  now: Date,
): Promise<boolean> {
  const links = await tx.query<{ email: string; open: boolean }[]>(
    `SELECT email, ${open('$2::timestamptz')} AS open FROM account_link WHERE user_id = $1 AND purpose = 'email' AND created_at > $2::timestamptz - interval '1 hour'`,
    [account.id, now],
  );
  if (links.some((l) => l.open && l.email.toLowerCase() === email.toLowerCase())) return false;
  if (links.length >= maxPerHour) throw new Problem('TOO_MANY_REQUESTS');
  await tx.query(
    "UPDATE account_link SET voided_at = $2 WHERE user_id = $1 AND purpose = 'email' AND used_at IS NULL AND voided_at IS NULL",
    [account.id, now],
  );
  const token = newRandomToken();
  const [link] = await tx.query<{ id: number }[]>(
    "INSERT INTO account_link (purpose, user_id, token_hash, email, created_at, expires_at) VALUES ('email', $1, $2, $3, $4, $5) RETURNING id",
    [account.id, hashToken(token), email, now, new Date(now.getTime() + linkMs)],
  );
  const address = new URL(
    `/dash?panel=myInfo&${emailTokenParam}=${token}`,
    config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
  ).toString();
  const { language, name } = account;
  const texts = {
    title: formatMessage(language, 'notification.newEmailTitle'),
    text: formatMessage(language, 'notification.newEmail', { name, link: address }),
  };
  const message = {
    reason: `email:${link?.id}`,
    channel: 'email' as const,
    recipient: name,
    address: email,
    secret: true,
    ...texts,
  };
  await insertDeliveries(
    tx,
    { subject: 'account', subjectId: account.id, organizationId: account.organizationId },
    [message],
    now,
  );
  return true;
}
