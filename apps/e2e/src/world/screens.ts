import type { MessageKey } from '@headland/i18n/catalogue';
import type { Translate } from './translate';

/** The title of the browser tab. */
export const screenTitle = (t: Translate, key: Extract<MessageKey, `screen.${string}`>): string =>
  `${t(key)} · Headland`;
