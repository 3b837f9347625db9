import { StopWith } from '../../src/run/stop-with';

/**
 * `npm run lab -- bench` (README.md). One program with several parts: without a part's name it is the benchmark, which starts the other parts as
 * processes of their own, so that the load generator, the limits and the browsers never share an event loop with each other.
 */
const parts: Record<string, () => Promise<unknown>> = {
  publisher: () => import('./load/raw-publisher'),
  minimal: () => import('./limit/minimal-path'),
  room: () => import('./limit/bare-broadcast'),
  consoles: () => import('./screens/consoles'),
  'in-sessions': () => import('./load/session-terminals'),
  stream: () => import('./limit/minimal-stream'),
  terminals: () => import('./load/program-terminals'),
  bare: () => import('./load/bare-blocks'),
};
const [name, ...rest] = process.argv.slice(2);
const part = name === undefined ? undefined : parts[name];
if (part !== undefined) {
  // the part finds its own arguments where a program of its own would
  process.argv.splice(2, process.argv.length, ...rest);
  await part();
} else {
  const { runBench } = await import('./bench');
  try {
    await runBench(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StopWith)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
