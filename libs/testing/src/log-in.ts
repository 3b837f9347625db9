import { session, type LoggedIn } from '@headland/contracts/session';
import type { Envelope } from '@headland/contracts/endpoint';
import { mailbox, type Mail } from '@headland/contracts/mailbox';
import type { z } from 'zod';

/** Long enough for a server under deliberate load. */
const codeWithinMs = 30_000;
const askAgainMs = 50;

/** Why a login failed: the error code of the server, or that no code arrived. */
export class LoginRefused extends Error {}

/** The messages in which a login finds its code. */
export type CodeMessage = Pick<z.output<typeof Mail>, 'id' | 'at' | 'channel' | 'address' | 'text'>;

/** Both steps of a login, at a development start: its mailbox has the code. `messages` reads it from elsewhere. */
export async function logIn(
  url: string,
  { id, password }: { id: string; password: string },
  messages: () => Promise<CodeMessage[]> = () => mailOf(url),
): Promise<LoggedIn> {
  const first = await ask(url, session.login, { id, password });
  if (first.step === 'done') return first;
  const { smsLoginId, smsLoginData } = first;
  const untilMs = performance.now() + codeWithinMs;
  const tried = new Set<number>();
  while (performance.now() < untilMs) {
    const mail = (await messages()).find((m) => isFor(smsLoginData, m) && !tried.has(m.id));
    if (mail === undefined) {
      await new Promise((done) => setTimeout(done, askAgainMs));
      continue;
    }
    tried.add(mail.id);
    try {
      return await ask(url, session.loginConfirm, { smsLoginId, code: /\b\d{6}\b/u.exec(mail.text)?.[0] ?? '' });
    } catch (error) {
      // of two concurrent logins of one account, it was the other's
      if (!(error instanceof LoginRefused) || error.message !== 'SMS_CODE_WRONG') throw error;
    }
  }
  throw new LoginRefused(`no code for ${id} within ${codeWithinMs / 1000} s; is it a development start?`);
}

type SmsSent = { phone: string; resendAt: string };

/**
 * An SMS to this phone, compared by its mask, sent with the challenge or after it: it may be resent a minute later, by
 * the server's clock.
 */
function isFor({ phone, resendAt }: SmsSent, mail: CodeMessage): boolean {
  if (mail.channel !== 'sms' || !/\b\d{6}\b/u.test(mail.text)) return false;
  return mail.address?.slice(-4) === phone.slice(-4) && Date.parse(mail.at) >= Date.parse(resendAt) - 60_000;
}

async function mailOf(url: string): Promise<CodeMessage[]> {
  const answer = (await (await fetch(url + mailbox.list.path)).json()) as Envelope<CodeMessage[]>;
  return answer.success ? answer.data : [];
}

async function ask<E extends typeof session.login | typeof session.loginConfirm>(
  url: string,
  endpoint: E,
  body: object,
): Promise<z.output<E['data']>> {
  const response = await fetch(url + endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Envelope<z.output<E['data']>>;
  if (!answer.success) throw new LoginRefused(answer.error.code);
  return answer.data;
}
