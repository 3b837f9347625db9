export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];

/** One slice of the catalogue: key → the words in both languages, side by side. Placeholders are ICU: `{name}`, `{n, plural, …}`. */
export type Messages = Record<string, Record<Language, string>>;
