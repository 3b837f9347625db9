/**
 * A code by SMS: the second step of a login, or the proof of a phone. Six digits, good for three minutes. After a minute it may be sent again, which
 * voids the former; one phone gets so many an hour and no more. Five wrong ones end it. What began half an hour ago must begin anew.
 */
export interface SmsCode {
  startedAt: Date;
  sentAt: Date;
  expiresAt: Date;
  wrong: number;
  confirmedAt: Date | null;
  usedAt: Date | null;
}

export const codeMs = 3 * 60_000;
export const resendMs = 60_000;
export const mostWrong = 5;
export const hourMs = 60 * 60_000;
/** A phone that was proven is taken for so long. */
export const provenMs = hourMs;
const lifeMs = 30 * 60_000;

/** Nothing can be made of it any more: guessed at too often, done with, or too old. */
export const isDead = (code: SmsCode, now: Date): boolean =>
  code.wrong >= mostWrong ||
  code.confirmedAt !== null ||
  code.usedAt !== null ||
  now.getTime() - code.startedAt.getTime() >= lifeMs;

/** `wrong` counts and says nothing of why: expired or mismatched. */
export function judge(code: SmsCode, fits: boolean, now: Date): 'right' | 'wrong' | 'dead' {
  if (isDead(code, now)) return 'dead';
  return fits && now < code.expiresAt ? 'right' : 'wrong';
}

export const codesLeft = (code: Pick<SmsCode, 'wrong'>): number => Math.max(0, mostWrong - code.wrong);

/** Whether a confirmed code still speaks for its phone. */
export const isProven = (code: SmsCode, now: Date): boolean =>
  code.confirmedAt !== null && code.usedAt === null && now.getTime() - code.confirmedAt.getTime() < provenMs;

/** Seconds until a code may be sent again, 0 when now. */
export const secondsToResend = (sentAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((sentAt.getTime() + resendMs - now.getTime()) / 1000));

/** Minutes until a phone takes another code, 0 when now. `sendings`: those of the last hour, any order. */
export function minutesToSend(sendings: readonly Date[], most: number, now: Date): number {
  const recent = sendings.map((at) => at.getTime()).filter((at) => at > now.getTime() - hourMs);
  if (recent.length < most) return 0;
  const free = recent.sort((a, b) => b - a)[most - 1] ?? now.getTime();
  return Math.max(1, Math.ceil((free + hourMs - now.getTime()) / 60_000));
}

/** Two ways to write the same number are one number. */
export const phoneDigits = (phone: string): string => phone.replaceAll(/\D/gu, '');

/** As a gateway takes it: in Korea as it is dialled, elsewhere international. */
export function smsAddress(country: string, phone: string): string {
  if (country === '82' || phone.startsWith('+')) return phone;
  return `+${country}${phoneDigits(phone).replace(/^0+/u, '')}`;
}
