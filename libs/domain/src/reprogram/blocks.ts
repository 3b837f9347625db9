import { blockBytes, type BlockRange } from '@headland/contracts/device/flash';

/**
 * The blocks of one file transfer: received, requested, and to be sent. Blocks may be duplicated and out of order, and
 * the connection may be lost; a transfer is complete when every block was received, each counted once.
 */
export type Blocks = readonly BlockRange[];
export const noBlocks: Blocks = [];

export const blocksOf = (bytes: number): number => Math.ceil(bytes / blockBytes);
/** The byte range of a block in the file. Throws RangeError for a missing block. */
export function blockSpan(block: number, fileBytes: number): { from: number; to: number } {
  const from = block * blockBytes;
  if (block < 0 || from >= fileBytes) throw new RangeError(`block ${block} of a file of ${fileBytes} bytes`);
  return { from, to: Math.min(from + blockBytes, fileBytes) };
}

/** Ranges as reported, sorted and merged; null if one is outside of the file. */
export function account(reported: readonly BlockRange[], blocks: number): Blocks | null {
  if (reported.some(([from, to]) => from < 0 || to >= blocks || from > to)) return null;
  return joined(reported);
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

/** The next blocks to request: the lowest gap, at most this many. Null: complete. */
export function nextNeed(have: Blocks, blocks: number, max: number): BlockRange | null {
  const [gap] = missingBlocks(have, blocks);
  return gap === undefined ? null : [gap[0], Math.min(gap[1], gap[0] + max - 1)];
}

/**
 * The blocks to send for a request: up to the end of the file, and at most what a device may request at once. Null: it
 * begins outside of the file.
 */
export function granted([from, to]: BlockRange, blocks: number, max: number): BlockRange | null {
  return from > to || from >= blocks || from < 0 ? null : [from, Math.min(to, blocks - 1, from + max - 1)];
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
