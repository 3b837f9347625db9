/** 4.2 MB, 183 KB; `number` formats it in the chosen language. */
export const fileSize = (bytes: number, number: (value: number, digits?: number) => string): string =>
  bytes >= 1024 ** 2 ? `${number(bytes / 1024 ** 2, 1)} MB` : `${number(Math.max(1, Math.round(bytes / 1024)))} KB`;
