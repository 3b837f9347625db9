const inThousands = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/u;
/** A typed number as `Number` reads it: 12,5 and 1200.5 have decimals, 12,000 has thousands as the product writes them. */
export const plainNumber = (text: string): string => {
  const typed = text.trim();
  return inThousands.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.');
};
