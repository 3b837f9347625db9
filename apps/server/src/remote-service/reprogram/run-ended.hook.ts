import type { FlashRunState } from '@headland/contracts/reprogram';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { Hook } from '../../platform/hook';

/** A run has changed its state, and may have ended. Run at each state change, in the same transaction. */
export const runChanged = new Hook<
  [
    tx: Tx,
    emit: Emit,
    run: { id: number; roll_out_id: number | null },
    change: { state: FlashRunState; reason: string | null },
    at: Date,
  ]
>();
