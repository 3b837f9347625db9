import { Problem } from '../problem';

/** Problems of a broken file reported at once; the author fixes these and uploads it again. */
const maxProblems = 50;

export type FileRefusal = 'FAULT_CATALOGUE_REFUSED' | 'TEST_CATALOGUE_REFUSED' | 'PROFILE_REFUSED';
/** What a parser throws for a file with problems. */
type FileProblem = new (...args: never[]) => Error & { readonly problems: readonly string[] };

/** What `parse` answers. If it throws `Problems`, this throws `refusal` with the first of them; other errors stay. */
export function refusedWith<T>(refusal: FileRefusal, Problems: FileProblem, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    const { problems } = error;
    throw new Problem(refusal, { n: problems.length, problems: problems.slice(0, maxProblems).join('\n') });
  }
}
