/** One field of a version conflict: what is saved now, and what is in the form. */
export interface Difference {
  label: string;
  now: string;
  yours: string;
}

interface Fields<N extends string> {
  names: readonly N[];
  label: (name: N) => string;
  now: Record<N, string>;
  /** the value in words; default: as it is */
  text?: (name: N, value: string, side: 'now' | 'yours') => string;
}

/** For `changed.rows` of a record form: a row for each of its fields. */
export const fieldDifferences =
  <N extends string>({ names, label, now, text = (_, value) => value }: Fields<N>) =>
  (yours: Record<N, string>): Difference[] =>
    names.map((name) => ({
      label: label(name),
      now: text(name, now[name], 'now'),
      yours: text(name, yours[name], 'yours'),
    }));
