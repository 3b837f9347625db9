/**
 * Customers' names and phones for viewers without a reason to call: enough to recognise, not enough to identify. `김민수`
 * → `김*수`, `010-1234-5678` → `010-****-5678`.
 */
export function maskName(name: string): string {
  return name.trim().split(/\s+/u).map(maskWord).join(' ');
}

/** Keeps the prefix and the last four digits; a number too short for that is masked entirely. */
export function maskPhone(phone: string): string {
  const parts = phone.trim().split(/[-\s]+/u);
  if (parts.length >= 3)
    return parts.map((part, i) => (i === 0 || i === parts.length - 1 ? part : '*'.repeat(part.length))).join('-');
  const digits = parts.join('');
  return digits.length < 8
    ? '*'.repeat(digits.length)
    : `${digits.slice(0, 3)}${'*'.repeat(digits.length - 7)}${digits.slice(-4)}`;
}

function maskWord(word: string): string {
  const letters = [...word];
  if (letters.length < 2) return '*'.repeat(letters.length);
  if (letters.length === 2) return `${letters[0]}*`;
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`;
}

export interface MaskedCustomer {
  id: number;
  name: string;
  phone: string | null;
}
export const maskCustomer = ({ id, name, phone }: MaskedCustomer): MaskedCustomer => ({
  id,
  name: maskName(name),
  phone: phone === null ? null : maskPhone(phone),
});
