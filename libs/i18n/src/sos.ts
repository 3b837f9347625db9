import type { Messages } from './messages';

export const sos = {
} satisfies Messages;
