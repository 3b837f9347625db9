import { blockBytes, type BlockRange } from '@headland/contracts/device/flash';

/**
 * The account of blocks of one file: which the device has, which it asks for, what is to be sent now. Blocks may come twice and in any order, a
 * connection may be lost in the middle of one; the account closes when every block is there, and each counts once.
 */
export type Blocks = readonly BlockRange[];
export const noBlocks: Blocks = [];

export const blocksOf = (bytes: number): number => Math.ceil(bytes / blockBytes);
/** Where a block lies in the file, in bytes. Throws RangeError for a block that is not there. */
export function blockSpan(block: number, fileBytes: number): { from: number; to: number } {
  const from = block * blockBytes;
  if (block < 0 || from >= fileBytes) throw new RangeError(`block ${block} of a file of ${fileBytes} bytes`);
  return { from, to: Math.min(from + blockBytes, fileBytes) };
}

/** Ranges as somebody says them, sorted and joined; null where one lies outside of the file. */
export function account(said: readonly BlockRange[], blocks: number): Blocks | null {
  if (said.some(([from, to]) => from < 0 || to >= blocks || from > to)) return null;
  return joined(said);
}

export const addBlock = (have: Blocks, block: number): Blocks =>
  hasBlock(have, block) ? have : joined([...have, [block, block]]);
export const union = (a: Blocks, b: Blocks): Blocks => joined([...a, ...b]);
export const hasBlock = (have: Blocks, block: number): boolean =>
  have.some(([from, to]) => block >= from && block <= to);
export const countBlocks = (have: Blocks): number => have.reduce((sum, [from, to]) => sum + to - from + 1, 0);
export const allThere = (have: Blocks, blocks: number): boolean => countBlocks(have) === blocks;

/** What is missing, lowest first. */
export function missingBlocks(have: Blocks, blocks: number): Blocks {
  const gaps: BlockRange[] = [];
  let next = 0;
  for (const [from, to] of have) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next < blocks) gaps.push([next, blocks - 1]);
  return gaps;
}

/** The next blocks to ask for: the lowest gap, at most so many. Null: all are there. */
export function nextNeed(have: Blocks, blocks: number, most: number): BlockRange | null {
  const [gap] = missingBlocks(have, blocks);
  return gap === undefined ? null : [gap[0], Math.min(gap[1], gap[0] + most - 1)];
}

/** The blocks of a request that are sent: within the file, and no more than a device may ask for at once. Null: it asks for what is not there. */
export function granted([from, to]: BlockRange, blocks: number, most: number): BlockRange | null {
  return from > to || to >= blocks || from < 0 ? null : [from, Math.min(to, from + most - 1)];
}

function joined(ranges: readonly BlockRange[]): Blocks {
  const list: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = list.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else list.push([from, to]);
  }
  return list;
}
