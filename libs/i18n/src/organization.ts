import type { Messages } from './messages';

export const organization = {} satisfies Messages;
