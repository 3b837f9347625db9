import { createHash, randomBytes } from 'node:crypto';

/** Tokens for machines: 256 random bits. They cannot be guessed, so they are stored and found by a plain hash. */
export const newRandomToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
