/** Something that happened between two moments, seen from outside: only the server knows when. */
export interface Step<T> {
  fromMs: number;
  toMs: number;
  what: T;
}

/**
 * Everything that may have become of a state by steps whose order is known only as far as their times do not overlap. Steps of one line happened in the
 * order of that line. `apply` returns null where a step is impossible in a state. Almost always there is one outcome; two where, say, a machine reported
 * again while the report was completed.
 */
export function outcomes<T, S>(
  lines: readonly (readonly Step<T>[])[],
  start: S,
  apply: (state: S, what: T) => S | null,
): S[] {
  const ends = new Map<string, S>();
  const seen = new Set<string>();
  const go = (at: readonly number[], state: S): void => {
    const text = JSON.stringify(state);
    const place = `${at.join(' ')} ${text}`;
    if (seen.has(place)) return;
    seen.add(place);
    let more = false;
    lines.forEach((line, i) => {
      const step = line[at[i] ?? 0];
      if (step === undefined) return;
      more = true;
      // something of another line that was surely over before this one began comes first
      if (lines.some((other, j) => j !== i && other.slice(at[j]).some((o) => o.toMs < step.fromMs))) return;
      const next = apply(state, step.what);
      if (next !== null)
        go(
          at.map((n, j) => (j === i ? n + 1 : n)),
          next,
        );
    });
    if (!more) ends.set(text, state);
  };
  go(
    lines.map(() => 0),
    start,
  );
  return [...ends.values()];
}
