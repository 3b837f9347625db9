import { createHash, randomBytes } from 'node:crypto';

/** Tokens of wall displays: 32 random bytes, kept as SHA-256. Nothing can be guessed, so no slow hash is needed. */
export const newKioskToken = (): string => randomBytes(32).toString('base64url');
export const hashKioskToken = (token: string): string => createHash('sha256').update(token).digest('hex');
