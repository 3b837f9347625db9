/**
 * A code by SMS: the second step of a login, or the verification of a phone. Six digits, valid for three minutes. After
 * a minute it may be sent again, which invalidates the previous one; with a limit per phone and hour. Five wrong codes
 * end it. After half an hour the whole process must be restarted.
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
export const maxAttempts = 5;
export const hourMs = 60 * 60_000;
/** How long a phone stays verified. */
export const provenMs = hourMs;
const lifeMs = 30 * 60_000;

/** Unusable: too many attempts, already used, or too old. */
export const isDead = (code: SmsCode, now: Date): boolean =>
  code.wrong >= maxAttempts ||
  code.confirmedAt !== null ||
  code.usedAt !== null ||
  now.getTime() - code.startedAt.getTime() >= lifeMs;

/** `wrong` counts and does not give the reason: expired or mismatched. */
export function judge(code: SmsCode, fits: boolean, now: Date): 'right' | 'wrong' | 'dead' {
  if (isDead(code, now)) return 'dead';
  return fits && now < code.expiresAt ? 'right' : 'wrong';
}

export const codesLeft = (code: Pick<SmsCode, 'wrong'>): number => Math.max(0, maxAttempts - code.wrong);

/** Whether a confirmed code still verifies its phone. */
export const isProven = (code: SmsCode, now: Date): boolean =>
  code.confirmedAt !== null && code.usedAt === null && now.getTime() - code.confirmedAt.getTime() < provenMs;

/** Seconds until a code may be sent again, 0 if now. */
export const secondsToResend = (sentAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((sentAt.getTime() + resendMs - now.getTime()) / 1000));

/** Minutes until a phone may get another code, 0 if now. `sendings`: those of the last hour, any order. */
export function minutesToSend(sendings: readonly Date[], max: number, now: Date): number {
  const recent = sendings.map((at) => at.getTime()).filter((at) => at > now.getTime() - hourMs);
  if (recent.length < max) return 0;
  const free = recent.sort((a, b) => b - a)[max - 1] ?? now.getTime();
  return Math.max(1, Math.ceil((free + hourMs - now.getTime()) / 60_000));
}

/** Two notations of the same number are equal. */
export const phoneDigits = (phone: string): string => phone.replaceAll(/\D/gu, '');

/** A phone with its country, in digits: two countries may have the same national number. One that begins with + names its own. */
export const dialledDigits = (country: string, phone: string): string =>
  phone.startsWith('+') ? phoneDigits(phone) : `${country}${phoneDigits(phone).replace(/^0+/u, '')}`;

/** The digits that a phone may be stored by, and some more: with the country, which has one to three digits, or national with or without a leading zero. */
export function storedDigits(country: string, phone: string): string[] {
  const dialled = dialledDigits(country, phone);
  const national = [1, 2, 3].map((digits) => dialled.slice(digits));
  return [...new Set([phoneDigits(phone), dialled, ...national, ...national.map((digits) => `0${digits}`)])];
}

/** For a gateway: Korean numbers in national format, others international. */
export const smsAddress = (country: string, phone: string): string =>
  country === '82' || phone.startsWith('+') ? phone : `+${dialledDigits(country, phone)}`;
