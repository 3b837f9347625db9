import type { StoredFault } from '@headland/contracts/device/diagnosis';
import { isNotAFault } from '../fault-catalogue';

/** Codes that the units have, stored or pending, each once; those by which a unit says that nothing is wrong left out. */
export const readCodes = ({
  stored,
  pending,
}: {
  stored: readonly StoredFault[];
  pending: readonly StoredFault[];
}): string[] => [...new Set([...stored, ...pending].map((f) => f.code))].filter((code) => !isNotAFault(code));

/** Codes that came since a person confirmed which are to be cleared: nobody has seen them, so nothing is cleared with them. */
export const unconfirmedCodes = (read: Parameters<typeof readCodes>[0], confirmed: readonly string[]): string[] =>
  readCodes(read).filter((c) => !confirmed.includes(c));
