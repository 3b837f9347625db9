import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** Why a file is refused as a whole. */
export class FileRefusal extends Error {
  constructor(
    readonly code: Extract<ErrorCode, `SALE_FILE_${string}`>,
    readonly values: ProblemValues = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}
