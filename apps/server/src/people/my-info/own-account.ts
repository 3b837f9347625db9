import type { EntityManager } from 'typeorm';
import type { EventPayload } from '@headland/contracts/event-log';
import { contactFields } from '@headland/contracts/user';
import { changesIn } from '../../platform/event-log/record-change';
import { lockRecord } from '../../platform/records/lock-record';
import { hidePrivate } from '../users/hide-private';
import { UserAccount } from '../users/user-account.entity';

/** The account of the caller, which has a login ID. */
export interface OwnAccount extends UserAccount {
  loginId: string;
}

/** The own account, locked until the change is through. */
export const lockOwnAccount = (tx: EntityManager, userId: number): Promise<OwnAccount> =>
  lockRecord(tx, { entity: UserAccount }, { all: true }, userId) as Promise<OwnAccount>;

const fields = ['name', 'email', ...contactFields, 'units', 'language'] as const;
export const ownChanges = (before: OwnAccount, after: OwnAccount): EventPayload<'record.changed'>['changes'] =>
  hidePrivate(changesIn(fields, before, after));
