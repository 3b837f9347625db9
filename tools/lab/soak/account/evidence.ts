import type { LedgerBook } from '@headland/testing/ledger-book';
import type { Finding } from '../../chaos/account/compare';
import type { Found } from '../../chaos/account/found';
import type { GatewayAnswer } from '../gateway';
import type { StaffEntry } from '../staff/staff-ledger';
import type { Life } from './life';

/** The input of the account: the ledger of each side, and the final state of the database. */
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

/** One line of the account: the number by the ledgers, the number in the database, and every difference. */
export interface Line {
  what: string;
  expected: number | string;
  is: number | string;
  findings: Finding[];
}
