// With SLOW=<ms> every drawing of React comes that much later, as on a machine that does much else: a test that holds only while drawing is quick
// fails each time instead of once a week. `SLOW=25 npx vitest run --project @headland/console`. Loaded before React, which keeps what it finds.
const slowMs = Number(process.env.SLOW ?? 0);
const [immediate, timeout] = [globalThis.setImmediate, globalThis.setTimeout];
if (slowMs > 0) {
  globalThis.setImmediate = ((work: () => void) => immediate(() => timeout(work, slowMs))) as typeof setImmediate;
}
export {};
