import { describe, expect, it } from 'vitest';
import { FrameGuard } from './frame-guard';

/** One MQTT packet with a body of this many bytes; a PUBLISH, if nothing else is said. */
function packet(bodyBytes: number, first = 0x30): Buffer {
  const length: number[] = [];
  for (let rest = bodyBytes; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), Buffer.alloc(bodyBytes, 0xff)]);
}

describe.each([1, 2, 7, 1_000, 100_000])('read in pieces of %i bytes', (size) => {
  const accepts = (bytes: Buffer, largest: number): boolean => {
    const guard = new FrameGuard(largest);
    for (let at = 0; at < bytes.length; at += size) if (!guard.accept(bytes.subarray(at, at + size))) return false;
    return true;
  };

  it('packets up to the largest size pass, whatever precedes them', () => {
    expect(
      accepts(
        Buffer.concat([
          packet(0),
          packet(1),
          packet(127),
          packet(128),
          packet(16_383),
          packet(16_384),
          packet(66_560),
          packet(0),
        ]),
        66_560,
      ),
    ).toBe(true);
  });

  it('one byte more does not, and neither does it behind others', () => {
    expect(accepts(packet(66_561), 66_560)).toBe(false);
    expect(accepts(Buffer.concat([packet(5), packet(300), packet(66_561)]), 66_560)).toBe(false);
  });

  it('a SUBSCRIBE has room for the filters of a client, and the next packet the size of others', () => {
    expect(accepts(Buffer.concat([packet(4_096, 0x82), packet(66_560)]), 66_560)).toBe(true);
    expect(accepts(packet(4_097, 0x82), 66_560)).toBe(false);
  });

  it('a length that never ends is refused', () => {
    expect(accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]), 66_560)).toBe(false);
  });
});

it('the size is judged before the body has come', () => {
  expect(new FrameGuard(66_560).accept(packet(100_000).subarray(0, 4))).toBe(false);
});
