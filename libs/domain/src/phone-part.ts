/** Shorter ones are found in too many numbers, and of a customer's phone a mask shows the last four. */
const least = 4;

/**
 * The digits of what reads as a part of a phone number, however it is written; null for anything else. A long one is
 * without its leading zero, so that 010-1234-5678 is also found as +82 10-1234-5678.
 */
export function phonePart(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/u.test(text.trim())) return null;
  const digits = text.replaceAll(/\D/gu, '');
  if (digits.length < least) return null;
  return digits.length >= 9 ? digits.replace(/^0+/u, '') : digits;
}
