import type { StoredFault } from '@headland/contracts/device/diagnosis';
import { isNotAFault } from '../fault-catalogue';

/** Stored or pending codes of the units, without duplicates and without those that mean "no error". */
export const readCodes = ({
  stored,
  pending,
}: {
  stored: readonly StoredFault[];
  pending: readonly StoredFault[];
}): string[] => [...new Set([...stored, ...pending].map((f) => f.code))].filter((code) => !isNotAFault(code));

/** Codes that appeared after a person confirmed which to clear: they were not confirmed, so nothing is cleared. */
export const unconfirmedCodes = (read: Parameters<typeof readCodes>[0], confirmed: readonly string[]): string[] =>
  readCodes(read).filter((c) => !confirmed.includes(c));
