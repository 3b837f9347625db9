import type { InfoHits } from '@headland/contracts/info-check';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { Hook } from '../../platform/hook';

/** Something is looked up: a slice above adds what it finds and the caller may read, ten hits a kind at most. */
export const infoLookedUp = new Hook<[tx: Tx, caller: Caller, text: string, hits: InfoHits]>();
