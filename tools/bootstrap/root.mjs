import { resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '..', '..');
