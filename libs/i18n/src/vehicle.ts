import type { Messages } from './messages';

export const vehicle = {
} satisfies Messages;
