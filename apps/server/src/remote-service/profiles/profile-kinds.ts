import {
  type InjectorProfile,
  parseInjectorProfile,
  shippedInjectorProfileFile,
} from '@headland/domain/after-service/injector-profile';
import { type ProfileChange, profileChanges, ProfileProblem } from '@headland/domain/profile';
import {
  parseProgramProfile,
  type ProgramProfile,
  shippedProgramProfileFile,
} from '@headland/domain/reprogram/program-profile';
import type { Reader, Versioned } from '../../platform/catalogue/catalogue-versions';
import { refusedWith } from '../../platform/catalogue/refused-with';

export type ProfileFile = { version: number } & Record<string, unknown>;
export interface ProfileKind<P> extends Versioned {
  shippedFile: ProfileFile;
  /** Throws PROFILE_REFUSED with all problems. */
  check: (json: unknown) => P;
  /** differences between a file and the one in use */
  changes: (inUse: unknown, file: unknown) => ProfileChange[];
  kept: (tx: Reader, version: number) => Promise<ProfileFile | null>;
}

/**
 * Uploaded files are numbered from the shipped one; a release that ships another leaves room for them (1, 1001, …), so
 * that the number on a decoded program means one file.
 */
function profileKind<P extends object>({
  parse,
  lists,
  ...about
}: Pick<ProfileKind<P>, 'table' | 'screen' | 'kind' | 'shippedFile'> & {
  parse: (json: unknown) => P;
  lists: readonly (keyof P & string)[];
}): ProfileKind<P> {
  const { table, shippedFile } = about;
  const check = (json: unknown): P => refusedWith('PROFILE_REFUSED', ProfileProblem, () => parse(json));
  return {
    ...about,
    shipped: shippedFile.version,
    check,
    changes: (inUse, file) => profileChanges(parseOrShipped(inUse), check(file), lists),
    /** the shipped one by default, or if the chosen one was shipped with an earlier release */
    chosen: async (tx) => {
      const [row] = await tx.query<{ version: number }[]>(
        `SELECT u.version FROM (SELECT version FROM ${table}_use ORDER BY id DESC LIMIT 1) u JOIN ${table} p ON p.version = u.version`,
      );
      return row?.version ?? shippedFile.version;
    },
    kept: async (tx, version) => {
      if (version === shippedFile.version) return shippedFile;
      const [row] = await tx.query<{ file: ProfileFile }[]>(`SELECT file FROM ${table} WHERE version = $1`, [version]);
      return row?.file ?? null;
    },
  };

  /** A version stored under older rules is used by no process. */
  function parseOrShipped(json: unknown): P {
    try {
      return parse(json);
    } catch {
      return parse(shippedFile);
    }
  }
}

export const profileKinds = {
  program: profileKind<ProgramProfile>({
    table: 'program_profile',
    screen: 'reProgram',
    kind: 'programProfile',
    shippedFile: shippedProgramProfileFile,
    parse: parseProgramProfile,
    lists: ['headers'],
  }),
  injector: profileKind<InjectorProfile>({
    table: 'injector_profile',
    screen: 'afterService',
    kind: 'injectorProfile',
    shippedFile: shippedInjectorProfileFile,
    parse: parseInjectorProfile,
    lists: ['codings'],
  }),
};
export type ProfileName = keyof typeof profileKinds;
