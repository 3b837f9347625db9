import type { Messages } from './messages';

export const dash = {
} satisfies Messages;
