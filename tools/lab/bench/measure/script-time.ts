/** An event of Chromium's trace, as far as it is read here. Times in µs. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** of `dur`, what the thread had a processor for */
  tdur?: number;
}
/** Script events of a page; they can be nested. */
const scripts = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);
export const traceCategories = ['devtools.timeline', 'blink.user_timing'];

/**
 * Milliseconds of script that each update took: from the mark of this name on, and for this duration, on the thread that set it. What is nested in something
 * else counts once. The last update is left out: the trace may have ended within it. `processor`: without the time in which the script waited for a processor
 * that others had.
 */
export function scriptPerUpdate(
  events: readonly TraceEvent[],
  mark: string,
  withinMs: number,
  clock: 'wall' | 'processor',
): number[] {
  const marks = events.filter((e) => e.name === mark && e.ph !== 'e' && e.ph !== 'E');
  const [first] = marks;
  if (first === undefined) return [];
  const starts = marks.map((e) => e.ts).sort((a, b) => a - b);
  const ms = starts.map(() => 0);
  let ended = -Infinity;
  const own = events
    .filter((e) => e.ph === 'X' && e.pid === first.pid && e.tid === first.tid && scripts.has(e.name))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let at = 0;
  for (const { ts, dur = 0, tdur = dur } of own) {
    const end = ts + dur;
    if (end <= ended) continue;
    ended = end;
    // a timer fires, and then sets its mark
    while (at + 1 < starts.length && (starts[at + 1] ?? Infinity) <= end) at++;
    const start = starts[at] ?? Infinity;
    if (end >= start && ts < start + withinMs * 1000) ms[at] = (ms[at] ?? 0) + (clock === 'wall' ? dur : tdur) / 1000;
  }
  return ms.slice(0, -1);
}
