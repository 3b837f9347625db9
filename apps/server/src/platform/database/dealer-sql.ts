import { dealerTypes } from '@headland/domain/organization';

/** SQL for whether the organisation with this alias is an agency or a dealer. */
export const isDealerSql = (organization: string): string =>
  `${organization}.type IN (${dealerTypes.map((type) => `'${type}'`).join(', ')})`;
const ofDealer = (organization: string, column: string): string =>
  `CASE WHEN ${isDealerSql(organization)} THEN ${organization}.${column} END`;
/** SQL for its id, and its name; null for an organisation of another type: a vehicle in stock has no dealer. */
export const dealerId = (organization: string): string => ofDealer(organization, 'id');
export const dealerName = (organization: string): string => ofDealer(organization, 'name');
