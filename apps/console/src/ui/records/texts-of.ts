type Value = string | number | boolean | null | undefined;

/** The values that a form starts with: a text for each field, empty where there is nothing. */
export const textsOf = <N extends string>(names: readonly N[], valueOf: (name: N) => Value): Record<N, string> =>
  Object.fromEntries(names.map((name) => [name, String(valueOf(name) ?? '')])) as Record<N, string>;
