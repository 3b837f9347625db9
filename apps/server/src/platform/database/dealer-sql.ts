import { dealerTypes } from '@headland/domain/organization';

/** SQL for whether the organisation with this alias is an agency or a dealer. */
export const isDealerSql = (organization: string): string =>
  `${organization}.type IN (${dealerTypes.map((type) => `'${type}'`).join(', ')})`;
