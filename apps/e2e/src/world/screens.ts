import type { MessageKey } from '@headland/i18n/catalogue';
import type { Translate } from './translate';

/** What the tab of the browser says. */
export const screenTitle = (t: Translate, key: Extract<MessageKey, `screen.${string}`>): string =>
  `${t(key)} · Headland`;
