import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
// Node loads this file, and a package's TypeScript it does not load
// eslint-disable-next-line @nx/enforce-module-boundaries
import type * as catalogueModule from '../../libs/i18n/src/catalogue.ts';
// eslint-disable-next-line @nx/enforce-module-boundaries
import type * as embeddedModule from '../../libs/i18n/src/embedded-words.ts';
// eslint-disable-next-line @nx/enforce-module-boundaries
import type * as packModule from '../../libs/i18n/src/pack-message.ts';

type Catalogue = typeof catalogueModule;

/**
 * What the login and the frame of the console show: each language has a small file of these slices for the first view,
 * and a second one of all others, which a page loads beside its own code. The build fails where the first view asks for
 * a text of the second (`first-view.ts`).
 */
const firstSlices: readonly (keyof Catalogue['slices'])[] = [
  'account',
  'common',
  'error',
  'field',
  'live',
  'menu',
  'myInfo',
  'session',
  'shell',
];
/** Of the others: the titles of all screens, and who was faster in a conflict. */
const firstKeys = /^screen\.|^transfer\.byNewOwner$/u;
const isFirst = (slice: string, key: string): boolean =>
  firstSlices.some((first) => first === slice) || firstKeys.test(key);

const catalogueFile = fileURLToPath(new URL('../../libs/i18n/src/catalogue.ts', import.meta.url));
const packFile = fileURLToPath(new URL('../../libs/i18n/src/pack-message.ts', import.meta.url));
const embeddedFile = fileURLToPath(new URL('../../libs/i18n/src/embedded-words.ts', import.meta.url));
const unpackFile = fileURLToPath(new URL('../../libs/i18n/src/packed-message.ts', import.meta.url));
const loadedFile = fileURLToPath(new URL('src/lib/words.ts', import.meta.url));

/**
 * The texts are written with both languages side by side; the console loads one. `virtual:words/ko-first` is the Korean
 * of the first view, `virtual:words/ko-rest` of all else. The catalogue itself, which shared code asks whether a
 * key exists, is replaced by the words that are loaded.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    // the formatter imports a parser, which is a third of its size; its packages have one that does nothing
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/u,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : undefined),
    async load(id) {
      if (id === catalogueFile) return `export { isMessageKey } from ${JSON.stringify(loadedFile)};`;
      if (id === embeddedFile) return embeddedWords();
      const [, language, part] = /^\0virtual:words\/(ko|en)-(first|rest)$/u.exec(id) ?? [];
      if (language !== 'ko' && language !== 'en') return;
      const { slices, dependencies } = await readSlices();
      const { packMessage } = await readPacker();
      for (const file of dependencies) this.addWatchFile(file);
      const words = Object.entries(slices).flatMap(([name, slice]) =>
        Object.entries(slice)
          .filter(([key]) => isFirst(name, key) === (part === 'first'))
          .map(([key, text]) => [key, packMessage(text[language])] as const),
      );
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(words)))});`;
    },
  };
}

/** The light pages have few texts, in both languages. */
async function embeddedWords(): Promise<string> {
  const { embeddedTexts } = (await runnerImport<typeof embeddedModule>(embeddedFile)).module;
  const { packMessage } = await readPacker();
  const words = (language: 'ko' | 'en') =>
    Object.fromEntries(Object.entries(embeddedTexts).map(([key, text]) => [key, packMessage(text[language])]));
  return `import { unpack } from ${JSON.stringify(unpackFile)};
const words = JSON.parse(${JSON.stringify(JSON.stringify({ ko: words('ko'), en: words('en') }))});
export const embeddedWords = (language, key) => unpack(words[language][key]);`;
}

const readPacker = async () => (await runnerImport<typeof packModule>(packFile)).module;

/** As they are in the files now: in development they are read again after a change. */
async function readSlices(): Promise<Pick<Catalogue, 'slices'> & { dependencies: string[] }> {
  const { module, dependencies } = await runnerImport<Catalogue>(catalogueFile);
  return { slices: module.slices, dependencies };
}

/** Keys that are not in the file of the first view. */
export async function laterKeys(): Promise<string[]> {
  const { slices } = await readSlices();
  return Object.entries(slices).flatMap(([name, slice]) => Object.keys(slice).filter((key) => !isFirst(name, key)));
}
