import type { Messages } from './messages';

export const fault = {
} satisfies Messages;
