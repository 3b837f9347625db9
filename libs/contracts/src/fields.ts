import { z } from 'zod';

/** Field rules of the product. The message of each is a key of the catalogues in `@headland/i18n`. */
/** Emoji, and the characters that combine into one: flags, skin tones, keycaps, region tags, variation selectors. */
const emoji =
  /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3\uFE0F\u{E0020}-\u{E007F}]/u;
/**
 * Emoji are refused in every text. Digits, #, *, ©, ® and ™ are emoji by Unicode, but allowed, without the selector that
 * makes them a picture; so are joiners (Persian, Indic).
 */
export const hasEmoji = (s: string): boolean => emoji.test(s);

/** Maximum lengths of texts; each has a message. */
const limits = [10, 17, 20, 30, 40, 50, 60, 100, 200, 500, 1500] as const;
type Limit = (typeof limits)[number];
export const tooLong = (limit: Limit) => `field.max${limit}` as const;

/**
 * The message key of a schema error: the rule's own if it has one; else by zod's issue, as far as a person can act on
 * it.
 */
export function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('field.')) return issue.message;
  const limit =
    issue.code === 'too_big' && issue.origin === 'string' ? limits.find((max) => max === issue.maximum) : undefined;
  return limit === undefined ? 'field.invalid' : tooLong(limit);
}

const text = (max: Limit, message: string = tooLong(max)) =>
  z
    .string()
    .transform((s) => s.trimEnd())
    .pipe(
      z
        .string()
        .max(max, message)
        .refine((s) => !hasEmoji(s), 'field.emoji')
        // a database text cannot contain it
        .refine((s) => !s.includes('\0'), 'field.invalid'),
    );

/** contents, memos, resolutions, reasons */
export const t1500 = text(1500).refine((s) => s.length >= 1, 'field.t1500');
export const memo = text(1500);
export const t100 = text(100).refine((s) => s.length >= 1 && !s.startsWith(' '), 'field.t100');
export const t50 = text(50, 'field.t50').refine((s) => s.length >= 1, 'field.t50');
/** Name of a GPT banner: letters of any language, digits and spaces, 1–100. */
export const gptName = text(100, 'field.gptName').refine(
  (s) => /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ]*$/u.test(s),
  'field.gptName',
);
/** A link that the app opens: https and a host, no credentials. */
export const httpsUrl = text(500).refine((s) => /^https:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/u.test(s), 'field.https');
/** a person: 2–20 Hangul or Latin letters, inner space allowed */
export const personName = z
  .string()
  .trim()
  .regex(
    /^[\p{Script=Hangul}\p{Script=Latin}][\p{Script=Hangul}\p{Script=Latin} ]{0,18}[\p{Script=Hangul}\p{Script=Latin}]$/u,
    'field.name',
  );
/** 2–3, 3–4 and 4 digits with hyphens (Korea), or 4–14 digits elsewhere */
export const phone = z
  .string()
  .trim()
  .regex(/^(\d{2,3}-\d{3,4}-\d{4}|\+?\d{4,14})$/, 'field.phone');
/** A Korean number as it is dialled there, with hyphens or without. */
export const koreanPhone = z
  .string()
  .trim()
  .regex(/^(02|0[13-9]\d)(-\d{3,4}-\d{4}|\d{7,8})$/, 'field.phone');
/** A member's id: 4–20 letters and digits, case-insensitive. */
export const loginId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{4,20}$/, 'field.id');
/** Upper case, lower case, digit, special: which of them a password has. */
export const passwordClasses = (s: string): { upper: boolean; lower: boolean; digit: boolean; special: boolean } => ({
  upper: /[A-Z]/.test(s),
  lower: /[a-z]/.test(s),
  digit: /\d/.test(s),
  special: /[^A-Za-z0-9\s]/.test(s),
});
/** 8–20 characters, no spaces, three of the four classes */
export const password = z
  .string()
  .refine(
    (s) =>
      s.length >= 8 && s.length <= 20 && !/\s/.test(s) && Object.values(passwordClasses(s)).filter(Boolean).length >= 3,
    'field.pwd',
  );
export const smsCode = z.string().regex(/^\d{6}$/, 'field.num');
/** Local part of at most 30; the domains of staff are configuration and checked by the server (`EMAIL_DOMAINS`). */
export const email = z
  .string()
  .trim()
  .max(254, 'field.email')
  .regex(/^[^\s@]{1,30}@[^\s@.]+(\.[^\s@.]+)+$/, 'field.email');
/** Whether an address is in one of the domains or a subdomain. */
export const emailIn = (address: string, domains: readonly string[]): boolean => {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((d) => host === d || host.endsWith(`.${d}`));
};
export const organizationName = text(20, 'field.org20').refine((s) => s.trim().length >= 1, 'field.org20');
/** ERP code: 3–10 upper-case letters and digits */
export const erpCode = z.string().regex(/^[A-Z0-9]{3,10}$/, 'field.erp');
export const max100 = text(100);
export const max50 = text(50, 'field.max50');
/** Country calling code; 82 (Korea) determines the forms of phone and postal code. */
export const country = z.string().regex(/^\d{1,3}$/, 'field.num');
/** Whether a phone has the form of its country: 010-1234-5678 in Korea, digits elsewhere. */
export const phoneFits = (countryNumber: string, s: string): boolean =>
  (countryNumber === '82' ? /^\d{2,3}-\d{3,4}-\d{4}$/ : /^\d{4,14}$/).test(s);
/** Five digits in Korea, at most ten characters elsewhere; optional. */
export const postalCodeFits = (countryNumber: string, s: string): boolean =>
  s === '' || (countryNumber === '82' ? /^\d{5}$/.test(s) : s.length <= 10);
/** whole number ≥ 1 */
export const positive = z.coerce.number<string | number>('field.pos').int('field.pos').min(1, 'field.pos');
/** of a machine, in the register's own unit; stored in two bytes */
export const horsepower = positive.max(9_999, 'field.horsepower');
export const partCode = z.string().regex(/^[A-Z0-9]{1,10}$/, 'field.part');
/** Key of a category of the shop. */
export const slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{2,50}$/, 'field.slug');
/** A name in Korean: Hangul, space, digits, ()/-& */
export const koreanName = z
  .string()
  .trim()
  .regex(/^(?=.*\p{Script=Hangul})[\p{Script=Hangul}\d ()/\-&]{1,50}$/u, 'field.koreanOnly');
/** Its counterpart in English. */
export const englishName = z
  .string()
  .trim()
  .regex(/^(?=.*[A-Za-z])[A-Za-z\d ()/\-&]{1,50}$/, 'field.englishOnly');
/** Korean won, whole. */
export const price = z.coerce
  .number<string | number>('field.num')
  .int('field.num')
  .min(1, 'field.pos')
  .max(999_999_999, 'field.price');
/** Name of a model. */
export const max20 = text(20, 'field.max20').refine((s) => s.trim().length >= 1, 'field.req');
/** A consumable's name: 2–50 Hangul, Latin and special characters, no digits. */
export const itemLabel = text(50, 'field.label').refine(
  (s) => /^[\p{Script=Hangul}\p{Script=Latin}\p{P}\p{S} ]{2,50}$/u.test(s) && s.trim().length >= 2,
  'field.label',
);
/** Exactly four digits; the range is checked by the command, because a schema knows no clock. */
export const releaseYear = z.coerce
  .number<string | number>('field.year')
  .int('field.year')
  .refine((y) => y >= 1000 && y <= 9999, 'field.year');
/** 1.0–90.0 degrees, one decimal. */
export const degrees = z.coerce
  .number<string | number>('field.deg')
  .min(1, 'field.deg')
  .max(90, 'field.deg')
  .refine((d) => Math.abs(d * 10 - Math.round(d * 10)) < 1e-9, 'field.deg');
/** Digits of a SIM (ICCID). */
export const simNumber = z
  .string()
  .trim()
  .regex(/^\d{10,20}$/, 'field.sim');
/** The activated phone number of the SIM: 10–11 digits, no hyphens. */
export const activationNumber = z
  .string()
  .trim()
  .regex(/^\d{10,11}$/, 'field.noBlk');
/** ISO 3779: 17 capitals and digits without I, O and Q. */
export const vin = z
  .string()
  .trim()
  .regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'field.vin');
export const deviceId = z
  .string()
  .trim()
  .regex(/^[A-Z0-9-]{4,20}$/, 'field.deviceId');
/** The name of a controller, its software or its calibration, as its maker writes it. */
export const stated = z
  .string()
  .trim()
  .min(1, 'field.req')
  .max(60, 'field.max60')
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'field.ascii');
/** A text to filter by. A database text cannot contain NUL, and no control character is part of what is looked for. */
export const filtered = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'field.invalid');
export const name40 = filtered(40);
/** A search text, matched anywhere. */
export const searched = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u, 'field.invalid')
  .optional();
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  }, 'field.timeZone');

/** Query helpers. Express parses flat queries only; `?id=1` and `?id=1&id=2` are both lists. */
export const id = z.coerce
  .number<string | number>()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
export const IdParams = z.object({ id });
export const bigId = z.coerce.number<string | number>().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const many = <T extends z.ZodType>(item: T) =>
  z
    .union([item, z.array(item)])
    .optional()
    .transform((v): z.output<T>[] =>
      v === undefined ? [] : Array.isArray(v) ? (v as z.output<T>[]) : [v as z.output<T>],
    );
export const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((v) => (v === undefined ? undefined : v === 'true'));
export const paging = {
  page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  size: z.coerce
    .number<string | number>()
    .int()
    .refine((n) => [10, 20, 50, 100].includes(n), 'field.pageSize')
    .default(20),
};
/** of a list with paging only */
export const pageQuery = z.object(paging);
/** YYYY-MM-DD. Nothing of the product is older; the database knows no year 0. */
export const day = z.iso.date('field.date').refine((d) => d >= '1900', 'field.date');
/** No place is farther from UTC than 14 hours; the database refuses some offsets beyond. */
export const isoTime = z.iso
  .datetime({ offset: true })
  .refine((t) => t >= '1900' && !/[+-](?:1[5-9]|2\d|14:(?!00))/u.test(t.slice(19)), 'field.invalid');
/**
 * The version that the caller saw: refused with CHANGED_MEANWHILE if somebody else has acted since. Optional, since a
 * page from before an upgrade does not know it, and its action may be the one that saves somebody.
 */
export const seenVersion = z.coerce.number<string | number>().int().optional();
