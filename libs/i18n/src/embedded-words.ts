import { appContent } from './app-content';
import { appReport } from './app-report';
import { embedded } from './embedded';
import type { Source } from './formatter';
import type { Language } from './messages';
import { rdiPage } from './rdi-page';

/** The texts of the light pages in the app's web view: some kilobytes instead of the whole catalogue. A page with a slice of its own adds it here. */
export const embeddedTexts = { ...embedded, ...appContent, ...appReport, ...rdiPage };
export type EmbeddedKey = keyof typeof embeddedTexts;

/** In the console the build has parsed them, and this module is replaced (`words.ts` beside its configuration). */
export const embeddedWords = (language: Language, key: EmbeddedKey): Source => embeddedTexts[key][language];
