import { openFaultStatuses } from '@headland/contracts/fault';
import { openSosStatuses } from '@headland/contracts/sos';

const statusIn = (statuses: readonly string[], alias: string | undefined): string =>
  `${alias === undefined ? '' : `${alias}.`}status IN (${statuses.map((status) => `'${status}'`).join(', ')})`;
/** SQL for whether the SOS with this alias is open. Partial indexes have the same condition. */
export const sosIsOpen = (alias?: string): string => statusIn(openSosStatuses, alias);
/** The same of a fault report. */
export const faultIsOpen = (alias?: string): string => statusIn(openFaultStatuses, alias);
