import { catalogue } from './catalogue';
import { formatterOf } from './formatter';

export type { MessageValues } from './formatter';

/** A message of the product as plain text. */
export const formatMessage = formatterOf(catalogue);
