import { z } from 'zod';
import { checksumNames } from '../checksum';
import { entryId, note, parseProfile } from '../profile';
import shipped from './injector-profile.json' with { type: 'json' };

/**
 * The known types of injector codes and the firing orders, as data (docs/profiles.md). The makers of injectors do not
 * publish how check characters are computed: the shipped file only knows length and characters (`none`), and the
 * control unit decides.
 */
const Alphabet = z
  .string()
  .regex(/^[A-Z0-9]{2,36}$/, 'capital letters and digits')
  .refine((s) => new Set(s).size === s.length, 'characters that differ');
/** The number of check characters at the end; they are a number in the base of the alphabet, highest digit first. */
const checkCharacters = z.int().min(1).max(4);
/** The value of a character is its position in the alphabet, from 0. */
export const CodeChecksum = z.discriminatedUnion('algorithm', [
  z.strictObject({ algorithm: z.literal('none') }),
  /** the last character makes the Luhn sum over the alphabet a multiple of its size */
  z.strictObject({ algorithm: z.literal('luhnModN') }),
  z.strictObject({
    algorithm: z.literal('weightedSum'),
    /** weights of the characters before the check characters, repeated if there are more */
    weights: z.array(z.int().min(0).max(1000)).min(1).max(20),
    from: z.enum(['left', 'right']).default('left'),
    plus: z.int().min(0).max(1000).default(0),
    modulus: z.int().min(2).max(1_679_616),
    /** the complement to the modulus instead of the remainder */
    complement: z.boolean().default(false),
    checkCharacters: checkCharacters.default(1),
  }),
  /** over the ASCII codes of the characters before the check characters; lower digits if it is too long */
  z.strictObject({ algorithm: z.literal('checksum'), name: z.enum(checksumNames), checkCharacters }),
]);
export type CodeChecksum = z.output<typeof CodeChecksum>;

const Coding = z
  .strictObject({ id: entryId, note, length: z.int().min(3).max(20), alphabet: Alphabet, checksum: CodeChecksum })
  .superRefine(({ length, alphabet, checksum }, context) => {
    const wrong = (message: string): void => context.addIssue({ code: 'custom', path: ['checksum'], message });
    if (checksum.algorithm === 'luhnModN' && alphabet.length % 2 !== 0)
      wrong('a Luhn sum finds wrong characters of an alphabet of even size only');
    if (!('checkCharacters' in checksum)) return;
    if (checksum.checkCharacters >= length) wrong('nothing is left to be checked');
    if (checksum.algorithm === 'weightedSum' && checksum.modulus > alphabet.length ** checksum.checkCharacters)
      wrong(`${checksum.checkCharacters} characters of this alphabet write no remainder of ${checksum.modulus}`);
  });
export type Coding = z.output<typeof Coding>;

const maxCylinders = 16;
const FiringOrder = z
  .array(z.int().min(1).max(maxCylinders))
  .min(1)
  .max(maxCylinders)
  .refine((order) => [...order].sort((a, b) => a - b).every((cylinder, i) => cylinder === i + 1), 'each cylinder once');
const match = z.string().min(1).max(60).optional();
const ProfileFile = z
  .strictObject({
    version: z.int().min(1),
    note,
    /** the first type that matches a code's length and characters is used */
    codings: z.array(Coding).min(1).max(100),
    /** number of cylinders → firing order */
    firingOrders: z.record(z.string().regex(/^(?:[1-9]|1[0-6])$/, 'a number of cylinders, 1 to 16'), FiringOrder),
    overrides: z
      .array(
        z.strictObject({
          note,
          /** all given conditions must match the machine */
          match: z.strictObject({ model: match, engineType: match, hwVariant: match }),
          codings: z.array(Coding).min(1).max(100).optional(),
          firingOrder: FiringOrder.optional(),
        }),
      )
      .max(500),
  })
  .superRefine(({ codings, firingOrders }, context) => {
    for (const [n, order] of Object.entries(firingOrders))
      if (order.length !== Number(n))
        context.addIssue({ code: 'custom', path: ['firingOrders', n], message: `names ${order.length} cylinders` });
    for (const [i, coding] of codings.entries())
      if (codings.slice(0, i).some((c) => c.id === coding.id))
        context.addIssue({ code: 'custom', path: ['codings', i], message: 'this id is there twice' });
  });
export type InjectorProfile = z.output<typeof ProfileFile>;
/** Throws ProfileProblem. */
export const parseInjectorProfile = (json: unknown): InjectorProfile => parseProfile(ProfileFile, json);
/** The content of the file, for storage and download. */
export const shippedInjectorProfileFile: { version: number } & Record<string, unknown> = shipped;
export const shippedInjectorProfile: InjectorProfile = parseInjectorProfile(shipped);
