import { createHash, randomBytes } from 'node:crypto';

/** Tokens that a machine keeps: 256 random bits. Nobody can guess them, so they are stored by a plain hash and found by it. */
export const newRandomToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
