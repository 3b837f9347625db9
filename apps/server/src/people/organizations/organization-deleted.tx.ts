import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { Hook } from '../../platform/hook';

/** An organization is deleted: what was issued to it ends. */
export const organizationDeleted = new Hook<[tx: Tx, emit: Emit, organizationId: number, now: Date]>();
