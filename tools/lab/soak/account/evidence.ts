import type { LedgerBook } from '@headland/testing/ledger-book';
import type { Finding } from '../../chaos/account/compare';
import type { Found } from '../../chaos/account/found';
import type { GatewayAnswer } from '../gateway';
import type { StaffEntry } from '../staff/staff-ledger';
import type { Life } from './life';

/** All that the account is made from: what each side says it did, by itself, and what the database holds in the end. */
export interface Evidence {
  fleet: LedgerBook;
  staff: readonly StaffEntry[];
  gateway: readonly GatewayAnswer[];
  found: Found;
  life: Life;
  /** user by login */
  users: ReadonlyMap<string, number>;
  escalateS: number;
}

/** One line of the account: how many the ledgers say, how many there are, and everything in which the two differ. */
export interface Line {
  what: string;
  expected: number | string;
  is: number | string;
  findings: Finding[];
}
