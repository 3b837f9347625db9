/** Digits to ring, or null where the number is hidden from the reader or not known. */
export const dialable = (phone: string | null | undefined): string | null =>
  !phone || phone.includes('*') ? null : phone.replaceAll(/[^+\d]/gu, '');
