import type { Messages } from './messages';

export const wall = {
} satisfies Messages;
