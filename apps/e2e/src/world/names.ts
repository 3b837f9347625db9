import { randomInt } from 'node:crypto';

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Names that no other journey and no earlier run on the same product uses. */
export const letters = (length = 8): string => drawn('abcdefghijklmnopqrstuvwxyz', length);
export const capitals = (length = 8): string => letters(length).toUpperCase();
/** Numbers from 010-0000 on are not assigned in Korea. */
export const somePhone = (): string => `010-0${drawn('0123456789', 3)}-${drawn('0123456789', 4)}`;
/** Staff have addresses of the permitted domain (EMAIL_DOMAINS). */
export const someEmail = (): string => `${letters(12)}@korea.kr`;
export const somePassword = (): string => `Hl-${letters(9)}7A`;
