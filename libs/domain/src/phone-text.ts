/** Groups of a national number by its country, the last of four as everywhere; others are grouped from the end. */
const groups: Record<string, (digits: number) => readonly number[] | null> = {
  '1': (n) => (n === 10 ? [3, 3, 4] : null),
  '61': (n) => (n === 9 ? [3, 3, 3] : null),
  '44': (n) => (n === 10 ? [4, 6] : null),
  '33': (n) => (n === 9 ? [1, 2, 2, 2, 2] : null),
  '81': (n) => (n === 10 ? [2, 4, 4] : n === 9 ? [1, 4, 4] : null),
  '86': (n) => (n === 11 ? [3, 4, 4] : null),
};
const callingCodes = [
  '1',
  '7',
  '20',
  '27',
  '30',
  '31',
  '32',
  '33',
  '34',
  '36',
  '39',
  '40',
  '41',
  '43',
  '44',
  '45',
].concat(
  ['46', '47', '48', '49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66'],
  ['81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98'],
);

/**
 * A stored phone number as one reads it: with the calling code where it is not Korean, in the groups of its country.
 * Stars of a mask count as digits. What has hyphens already stays; so does what is no number.
 */
export function phoneText(phone: string, country?: string): string {
  const given = phone.trim();
  if (/[\s()-]/u.test(given) || !/^\+?[\d*]+$/u.test(given)) return given;
  if (given.startsWith('+')) return international(codeOf(given.slice(1)), given.slice(1));
  if (country !== undefined && country !== '82') return international(country, country + given.replace(/^0+/u, ''));
  return given.startsWith('0') ? korean(given) : cut(given, fromEnd(given.length)).join(' ');
}

function international(code: string, digits: string): string {
  const rest = digits.slice(code.length);
  if (code === '82') return `+82 ${korean(`0${rest}`).slice(1)}`;
  const own = groups[code]?.(rest.length) ?? fromEnd(rest.length);
  return `+${code} ${cut(rest, own).join(' ')}`;
}

/** 02 of Seoul has two digits, all others three, a number in an app's network four. */
function korean(digits: string): string {
  if (digits.length < 9 || digits.length > 12) return digits;
  const area = digits.startsWith('02') ? 2 : digits.length === 12 ? 4 : 3;
  return cut(digits, [area, digits.length - area - 4, 4]).join('-');
}

const codeOf = (digits: string): string =>
  callingCodes.find((code) => digits.startsWith(code)) ?? digits.slice(0, Math.min(3, digits.length));

/** 4, and threes before it. */
function fromEnd(length: number): number[] {
  const sizes = [Math.min(4, length)];
  for (let left = length - 4; left > 0; left -= 3) sizes.unshift(Math.min(3, left));
  // no digit alone
  if (sizes.length > 1 && sizes[0] === 1) sizes.splice(0, 2, 1 + (sizes[1] ?? 0));
  return sizes;
}

function cut(text: string, sizes: readonly number[]): string[] {
  let at = 0;
  return sizes.map((size) => text.slice(at, (at += size)));
}
