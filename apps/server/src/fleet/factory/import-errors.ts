import { errorStatus, type ErrorCode, type ProblemValues } from '@headland/contracts/errors';
import type { FactoryList } from '@headland/contracts/factory';
import { Problem } from '../../platform/problem';

/** What is wrong with the records of one list; all of it is found before anything is refused. */
export class ImportErrors {
  private readonly found: { index: number; field: string; code: string; values: ProblemValues }[] = [];

  constructor(private readonly list: FactoryList) {}

  /** `code`: of the error catalogue, or the key of a field's message. */
  add(index: number, field: string, code: ErrorCode | `field.${string}`, values: ProblemValues = {}): void {
    this.found.push({ index, field, code, values });
  }

  /** Throws Problem with each of them at `<list>.<index>.<field>`: under their code where they have all the same one of the catalogue, else E0001. */
  throwIfAny(): void {
    const [first] = this.found;
    if (first === undefined) return;
    const paths = this.found.map((c) => [`${this.list}.${c.index}.${c.field}`, c] as const);
    const fields = Object.fromEntries(
      paths.map(([path, { code }]) => [path, isErrorCode(code) ? `error.${code}` : code]),
    );
    const fieldValues = Object.fromEntries(paths.map(([path, { values }]) => [path, values]));
    if (isErrorCode(first.code) && this.found.every((c) => c.code === first.code))
      throw new Problem(first.code, first.values, fields, { fieldValues });
    throw new Problem('E0001', {}, fields, { fieldValues });
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code);
