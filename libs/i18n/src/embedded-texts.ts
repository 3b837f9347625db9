import { appContent } from './app-content';
import { appReport } from './app-report';
import { embedded } from './embedded';
import { formatterOf } from './formatter';
import { rdiPage } from './rdi-page';

/** The texts of the light pages in the app's web view: some kilobytes instead of the whole catalogue. A page with a slice of its own adds it here. */
const embeddedTexts = { ...embedded, ...appContent, ...appReport, ...rdiPage };
export type EmbeddedKey = keyof typeof embeddedTexts;
export const embeddedText = formatterOf<EmbeddedKey>((language, key) => embeddedTexts[key][language]);
