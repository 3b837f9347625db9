import type { MessageKey } from '@headland/i18n/catalogue';
import type { Words } from './words';

/** What the tab of the browser says. */
export const screenTitle = (t: Words, key: Extract<MessageKey, `screen.${string}`>): string => `${t(key)} · Headland`;
