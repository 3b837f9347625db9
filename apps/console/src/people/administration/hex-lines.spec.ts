import { expect, it } from 'vitest';
import { bytesOf, hexLines } from './hex-lines';

it('sets hex and text side by side, with a dot for what cannot be read', () => {
  expect(hexLines(bytesOf(btoa('{"v":1}\n\u00ff')), 8)).toEqual([
    { offset: '0000', hex: '7b 22 76 22 3a 31 7d 0a', text: '{"v":1}·' },
    { offset: '0008', hex: 'ff', text: '·' },
  ]);
});
it('has no line for an empty message', () => expect(hexLines(new Uint8Array(), 16)).toEqual([]));
it('counts on past the first line', () => expect(hexLines(new Uint8Array(300), 16).at(-1)?.offset).toBe('0120'));
