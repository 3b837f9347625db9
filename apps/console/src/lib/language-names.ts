/** Each in itself. */
export const languageNames = { ko: '한국어', en: 'English' } as const;
