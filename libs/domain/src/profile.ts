import { z } from 'zod';

/**
 * What only a maker knows (the layout of program headers, the check characters of injector codes, which calibrations
 * are compatible) is data in profile files, which an administrator replaces at run time. A profile names positions and
 * named rules; it is never code, and nothing in it takes longer than one pass over the bytes.
 */
export class ProfileProblem extends Error {
  constructor(readonly problems: string[]) {
    super(
      `profile refused: ${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`,
    );
  }
}

/** Name of an entry: identifies it in error messages and in records decoded with it. */
export const entryId = z.string().regex(/^[\w.-]{2,40}$/);
/** A comment for readers of the file; ignored. */
export const note = z.string().max(500).optional();

/** Throws ProfileProblem with every invalid place. Entries of a list are named by their id. */
export function parseProfile<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ProfileProblem(
    parsed.error.issues.map((issue) => `${placeOf(json, issue.path)}: ${issue.message}`.slice(0, 300)),
  );
}

/** `headers.acme-ulp.read.variant.at`; an entry without an id by its index, from 0. */
function placeOf(json: unknown, path: readonly PropertyKey[]): string {
  let node: unknown = json;
  const place = path.map((step) => {
    node = typeof node === 'object' && node !== null ? (node as Record<PropertyKey, unknown>)[step] : undefined;
    const id = typeof step === 'number' && typeof node === 'object' && node !== null && 'id' in node ? node.id : null;
    return typeof id === 'string' ? id : String(step);
  });
  return place.length === 0 ? 'the file' : place.join('.');
}

/**
 * A difference to another version: an entry by its id, or a part of the file by its name, and its changed fields
 * (`added`, `removed`: all of it).
 */
export interface ProfileChange {
  code: string;
  fields: string[];
}
type Entry = { id: string } & Record<string, unknown>;

/**
 * Of the lists of entries named in `lists`, then of everything else in the file. A version number by itself is no
 * difference.
 */
export function profileChanges<P extends object>(
  before: P,
  after: P,
  lists: readonly (keyof P & string)[],
): ProfileChange[] {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const entries = lists.flatMap((list) => {
    const [was, is] = [(old[list] ?? []) as Entry[], (now[list] ?? []) as Entry[]];
    const ids = [...new Set([...is, ...was].map((e) => e.id))];
    return ids.map((id) => {
      const [before, after] = [was.find((e) => e.id === id), is.find((e) => e.id === id)];
      return {
        code: id,
        fields: before === undefined ? ['added'] : after === undefined ? ['removed'] : differing(before, after),
      };
    });
  });
  // the order of entries matters, too: the first match is used
  const moved = lists.filter((list) => {
    const order = (profile: Record<string, unknown>): string =>
      ((profile[list] ?? []) as Entry[]).map((e) => e.id).join();
    return order(old) !== order(now) && order(old).split(',').sort().join() === order(now).split(',').sort().join();
  });
  const others = [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((part) => part !== 'version' && part !== 'note' && !lists.includes(part as keyof P & string))
    .filter((part) => JSON.stringify(old[part]) !== JSON.stringify(now[part]));
  return [
    ...entries.filter((e) => e.fields.length > 0),
    ...moved.map((list) => ({ code: list, fields: ['order'] })),
    ...others.map((part) => ({ code: part, fields: [part] })),
  ];
}

const differing = (before: object, after: object): string[] => {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
};
