import { catalogue, type MessageKey } from './catalogue';
import { formatterOf } from './formatter';

export type { MessageValues } from './formatter';

/** A message of the product as plain text, in either language. The console has its own, which loads one (`lib/words.ts`). */
export const formatMessage = formatterOf<MessageKey>((language, key) => catalogue[key][language]);
