import { expect, it } from 'vitest';
import { isSmallBanner } from './banner-image';

it.each([
  [900, 500, false],
  [225, 125, false],
  [224, 125, true],
  [225, 124, true],
  [1600, 90, true],
])('%i × %i', (width, height, small) => expect(isSmallBanner({ width, height })).toBe(small));
