import { existsSync, readFileSync, statSync } from 'node:fs';
import { languages } from '@headland/i18n/messages';
import { describe, expect, it } from 'vitest';
import { inCheckout } from './run/checkout';
import { guideText } from './run/guide-text';

describe.each(languages)('the guide (%s)', (language) => {
  const file = inCheckout('docs/guide', `${language}.md`);
  it('is what `npm run lab -- guide --text` writes', () =>
    expect(readFileSync(file, 'utf8')).toBe(guideText(language)));

  it('has its images, each small enough', () => {
    const images = [...guideText(language).matchAll(/\((images\/[^)]+)\)/gu)].map(([, image = '']) =>
      inCheckout('docs/guide', image),
    );
    expect(images.length).toBeGreaterThan(20);
    expect(images.filter((image) => !existsSync(image) || statSync(image).size > 150_000)).toEqual([]);
  });
});
