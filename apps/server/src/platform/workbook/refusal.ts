import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';
import { Problem } from '../problem';

/** Why a workbook is refused as a whole. */
export class FileRefusal extends Error {
  constructor(
    readonly code: Extract<ErrorCode, `WORKBOOK_${string}`>,
    readonly values: ProblemValues = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** For a request that reads a workbook by itself. */
export async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FileRefusal ? new Problem(error.code, error.values, undefined, { cause: error }) : error;
  }
}
