import { listen } from './control';
import { readDevices } from './devices-file';
import { Fleet } from './fleet';
import { type Options, readOptions, usage } from './options';

/** `node dist/main.js --mqtt mqtt://127.0.0.1:1883 --devices devices.json`: a fleet until SIGTERM, or for `--seconds`. */
const statusEveryMs = 5000;

function main(): void {
  if (process.argv.includes('--help')) return void process.stdout.write(usage());
  const options = readOptions(process.argv.slice(2));
  const devices = readDevices(options.devices).slice(0, options.limit);
  const fleet = new Fleet(options, devices);
  const reply = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

  let ending = false;
  const end = async (code: number): Promise<void> => {
    if (ending) return;
    ending = true;
    clearInterval(status);
    await fleet.end();
    process.exit(code);
  };
  const drainAndEnd = (withinMs: number): void => {
    void fleet.drain(withinMs).then((all) => {
      reply({ event: 'drained', all, ...fleet.stats.toJSON() });
      return end(all ? 0 : 3);
    });
  };
  const status = setInterval(statusLine(fleet, options, reply), statusEveryMs);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
  listen(process.stdin, { fleet, reply, drainAndEnd });
  fleet.start();
  reply({ event: 'started', devices: devices.length, seed: options.seed });
  if (options.seconds !== undefined)
    setTimeout(() => drainAndEnd(options['drain-seconds'] * 1000), options.seconds * 1000);
}

function statusLine(fleet: Fleet, options: Options, reply: (event: object) => void): () => void {
  const startedMs = Date.now();
  let before = { made: 0, atMs: 0 };
  return () => {
    const atMs = Date.now() - startedMs;
    if (options.stats) reply({ event: 'stats', atMs, ...fleet.stats.toJSON() });
    else process.stdout.write(`${fleet.stats.line(atMs, before)}\n`);
    before = { made: fleet.stats.made, atMs };
  };
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage()}`);
  process.exit(2);
}
