import { describe, expect, it } from 'vitest';
import {
  account,
  addBlock,
  allThere,
  blocksOf,
  blockSpan,
  countBlocks,
  granted,
  hasBlock,
  missingBlocks,
  nextNeed,
  noBlocks,
  union,
  type Blocks,
} from './blocks';

/** Repeatable numbers in [0, below). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe('the account of blocks', () => {
  it('closes whatever the order, with blocks twice and connections lost, and each block is asked for until it came', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const roll = dice(seed);
      const blocks = 1 + roll(300);
      let have: Blocks = noBlocks;
      const plain = new Set<number>();
      for (let round = 0; !allThere(have, blocks); round++) {
        const need = nextNeed(have, blocks, 16);
        expect(need).not.toBeNull();
        const [from, to] = need as [number, number];
        for (let b = from; b <= to; b++) expect(hasBlock(have, b)).toBe(false);
        for (let b = from; b <= to; b++) {
          // some are lost, one that came before comes again
          if (roll(5) === 0) continue;
          for (const arrived of roll(4) === 0 ? [b, roll(blocks)] : [b]) {
            have = addBlock(have, arrived);
            plain.add(arrived);
          }
        }
        expect(countBlocks(have)).toBe(plain.size);
        expect(countBlocks(have) + countBlocks(missingBlocks(have, blocks))).toBe(blocks);
        expect(round).toBeLessThan(blocks * 50);
      }
      expect(have).toEqual([[0, blocks - 1]]);
      expect(nextNeed(have, blocks, 16)).toBeNull();
    }
  });

  it('accepts what a device reports, sorted or not, and nothing outside of the file', () => {
    expect(
      account(
        [
          [5, 9],
          [0, 4],
          [20, 20],
        ],
        21,
      ),
    ).toEqual([
      [0, 9],
      [20, 20],
    ]);
    expect(account([[0, 21]], 21)).toBeNull();
    expect(account([[3, 2]], 21)).toBeNull();
    expect(account([], 21)).toEqual([]);
    expect(
      union(
        [[0, 2]],
        [
          [2, 5],
          [9, 9],
        ],
      ),
    ).toEqual([
      [0, 5],
      [9, 9],
    ]);
  });

  it('knows the offset of a block, the last one shorter', () => {
    expect(blocksOf(1)).toBe(1);
    expect(blocksOf(8192)).toBe(2);
    expect(blocksOf(8193)).toBe(3);
    expect(blockSpan(2, 8193)).toEqual({ from: 8192, to: 8193 });
    expect(() => blockSpan(3, 8193)).toThrow(RangeError);
    let sum = 0;
    for (let b = 0; b < blocksOf(123_457); b++) sum += blockSpan(b, 123_457).to - blockSpan(b, 123_457).from;
    expect(sum).toBe(123_457);
  });

  it('grants what is there, and no more at once than is good for the broker', () => {
    expect(granted([0, 200], 300, 64)).toEqual([0, 63]);
    expect(granted([290, 299], 300, 64)).toEqual([290, 299]);
    expect(granted([290, 300], 300, 64)).toEqual([290, 299]);
    expect(granted([299, 400], 300, 64)).toEqual([299, 299]);
    expect(granted([300, 310], 300, 64)).toBeNull();
    expect(granted([5, 4], 300, 64)).toBeNull();
  });
});
