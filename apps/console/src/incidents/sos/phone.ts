/** Digits to dial, or null if the number is masked or unknown. */
export const dialable = (phone: string | null | undefined): string | null =>
  !phone || phone.includes('*') ? null : phone.replaceAll(/[^+\d]/gu, '');
