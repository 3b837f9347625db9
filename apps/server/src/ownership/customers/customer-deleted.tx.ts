import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { Hook } from '../../platform/hook';

/** A customer is deleted: what was issued to the person ends, and nothing of it names the person any more. */
export const customerDeleted = new Hook<[tx: Tx, emit: Emit, customerId: number, now: Date]>();
