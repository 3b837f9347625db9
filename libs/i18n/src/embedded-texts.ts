import { type EmbeddedKey, embeddedWords } from './embedded-words';
import { formatterOf } from './formatter';

export type { EmbeddedKey } from './embedded-words';
export const embeddedText = formatterOf<EmbeddedKey>(embeddedWords);
