import { randomBytes } from 'node:crypto';
import type { Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { chunksOf, firstViews, importCycle, keysIn } from '../../first-view';

const chunk = (fileName: string, kilobytes: number, over: Partial<Rollup.OutputChunk> = {}): Rollup.OutputChunk =>
  ({
    type: 'chunk',
    fileName,
    name: fileName,
    // not to be compressed, so that the sizes are known
    code: randomBytes(kilobytes * 768).toString('base64'),
    imports: [],
    dynamicImports: [],
    isEntry: false,
    facadeModuleId: null,
    ...over,
  }) as unknown as Rollup.OutputChunk;
const bundleOf = (...chunks: Rollup.OutputChunk[]): Rollup.OutputBundle =>
  Object.fromEntries(chunks.map((each) => [each.fileName, each]));

describe('the first view of a page', () => {
  it('is the entry, the page, and what both import, each once', async () => {
    const views = await firstViews(
      bundleOf(
        chunk('entry', 1, {
          isEntry: true,
          facadeModuleId: '/console/embedded.html',
          imports: ['react'],
          dynamicImports: ['small', 'large'],
        }),
        chunk('react', 60, { imports: ['entry'] }),
        chunk('small', 1, { imports: ['react'] }),
        chunk('large', 2, { imports: ['kit', 'react'] }),
        chunk('kit', 100),
        chunk('other', 500, { isEntry: true, facadeModuleId: '/console/index.html' }),
      ),
      'embedded.html',
    );
    const [small, large] = views.map(({ page, bytes }) => [page, Math.round(bytes / 1024 / 0.76)]);
    expect(small?.[0]).toBe('small');
    expect(large?.[0]).toBe('large');
    expect(Number(large?.[1]) - Number(small?.[1])).toBeGreaterThan(90);
    expect(Number(small?.[1])).toBeGreaterThan(55);
    expect(Number(small?.[1])).toBeLessThan(70);
  });

  it('of an entry that is not built is none', async () => {
    expect(await firstViews(bundleOf(chunk('a', 1)), 'embedded.html')).toEqual([]);
  });
});

describe('files that import each other', () => {
  const cycleOf = (...chunks: Rollup.OutputChunk[]): string[] => importCycle(chunksOf(bundleOf(...chunks)));
  it('are named in their order', () =>
    expect(
      cycleOf(
        chunk('entry', 1, { imports: ['frame'] }),
        chunk('frame', 1, { imports: ['kit', 'icons'] }),
        chunk('kit', 1),
        chunk('icons', 1, { imports: ['kit', 'frame'] }),
      ),
    ).toEqual(['frame', 'icons', 'frame']));
  it('are none where two import the same', () =>
    expect(cycleOf(chunk('a', 1, { imports: ['b', 'c'] }), chunk('b', 1, { imports: ['c'] }), chunk('c', 1))).toEqual(
      [],
    ));
});

describe('keys of texts in a module', () => {
  const keys = ['fault.title', 'fault.code', 'role.admin', 'event.sos.noted'];
  it('are those that it names, and all that begin as it names them', () => {
    expect(keysIn("t('fault.title'); t(`role.${role}`)", keys)).toEqual(['fault.title', 'role.admin']);
    expect(keysIn('const key = "fault.code.x"; t("fault.title")', keys)).toEqual(['fault.title']);
  });
  it('are not those that are asked for only where they are known', () =>
    expect(keysIn('const key = `event.${what}`; isMessageKey(key) && t(key)', keys)).toEqual([]));
});
