import type { Allow } from '@headland/contracts/access';
import { administration, apiKeys } from '@headland/contracts/administration';
import { kiosks } from '@headland/contracts/kiosk';

/** The tabs in their order, each with what it reads. */
const reads = {
  access: administration.access,
  changes: administration.changes,
  events: administration.events,
  quarantine: administration.quarantine,
  kiosks: kiosks.list,
  keys: apiKeys.list,
} as const satisfies Record<string, { allow: Allow }>;

export type HistoryTab = keyof typeof reads;

/** Those whose list the member may read. */
export const tabsFor = (can: (allow: Allow) => boolean): HistoryTab[] =>
  (Object.keys(reads) as HistoryTab[]).filter((tab) => can(reads[tab].allow));
