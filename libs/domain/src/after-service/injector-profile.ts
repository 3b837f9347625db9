import { z } from 'zod';
import { checksumNames } from '../checksum';
import { entryId, note, parseProfile } from '../profile';
import shipped from './injector-profile.json' with { type: 'json' };

/**
 * The types of injectors whose codes are known, and the order in which cylinders fire, as a file says it (docs/profiles.md). The makers of injectors do not
 * publish how the check characters of a code are formed: the shipped file knows length and characters alone (`none`), and the control unit has the last word.
 */
const Alphabet = z
  .string()
  .regex(/^[A-Z0-9]{2,36}$/, 'capital letters and digits')
  .refine((s) => new Set(s).size === s.length, 'characters that differ');
/** How many characters at the end are check characters; they write a number to the base of the alphabet, the highest digit first. */
const checkCharacters = z.int().min(1).max(4);
/** The value of a character is its place in the alphabet, from 0. */
export const CodeChecksum = z.discriminatedUnion('algorithm', [
  z.strictObject({ algorithm: z.literal('none') }),
  /** the last character makes the Luhn sum over the alphabet a multiple of its size */
  z.strictObject({ algorithm: z.literal('luhnModN') }),
  z.strictObject({
    algorithm: z.literal('weightedSum'),
    /** of the characters before the check characters, begun anew where they end */
    weights: z.array(z.int().min(0).max(1000)).min(1).max(20),
    from: z.enum(['left', 'right']).default('left'),
    plus: z.int().min(0).max(1000).default(0),
    modulus: z.int().min(2).max(1_679_616),
    /** what is missing up to the modulus, instead of the remainder */
    complement: z.boolean().default(false),
    checkCharacters: checkCharacters.default(1),
  }),
  /** over the ASCII codes of the characters before the check characters; of what does not fit into these the lower digits */
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

const mostCylinders = 16;
const FiringOrder = z
  .array(z.int().min(1).max(mostCylinders))
  .min(1)
  .max(mostCylinders)
  .refine((order) => [...order].sort((a, b) => a - b).every((cylinder, i) => cylinder === i + 1), 'each cylinder once');
const match = z.string().min(1).max(60).optional();
const ProfileFile = z
  .strictObject({
    version: z.int().min(1),
    note,
    /** the first that goes with the length and the characters of a code judges it */
    codings: z.array(Coding).min(1).max(100),
    /** number of cylinders → cylinders as they fire */
    firingOrders: z.record(z.string().regex(/^(?:[1-9]|1[0-6])$/, 'a number of cylinders, 1 to 16'), FiringOrder),
    overrides: z
      .array(
        z.strictObject({
          note,
          /** all that is named must be so of the machine */
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
/** As the file says it, to be given out and kept. */
export const shippedInjectorProfileFile: { version: number } & Record<string, unknown> = shipped;
export const shippedInjectorProfile: InjectorProfile = parseInjectorProfile(shipped);
