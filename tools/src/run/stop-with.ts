/** An error with a one-sentence message instead of a stack trace; the program ends with exit code 1. */
export class StopWith extends Error {
  override name = 'StopWith';
}

export const sentenceOf = (e: unknown): string => {
  if (e instanceof AggregateError && e.errors.length > 0) return sentenceOf(e.errors[0]);
  return e instanceof Error ? e.message || ('code' in e ? String(e.code) : e.name) : String(e);
};
