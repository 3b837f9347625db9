import { ConsoleEnd, Seen } from './console-end';
import { channels, ConsolesPlan, type Channel, type FromConsoles, type ToConsoles } from './consoles-plan';

/**
 * The consoles of a benchmark in a process of their own: it measures from the time of sending in the message to its
 * arrival.
 */
const plan = ConsolesPlan.parse(JSON.parse(process.env['BENCH_PLAN'] ?? 'null'));
let seen = new Seen();
let sinceMs = performance.now();
let bytesBefore = 0;
const ends = Array.from(
  { length: plan.count },
  (_, i) => new ConsoleEnd(plan, i < plan.measuring, () => seen, plan.follow?.[i]),
);
await Promise.all(ends.map((end) => end.open()));

const post = (message: FromConsoles): void => {
  process.send?.(message);
};
const bytesRead = (): number => ends.reduce((sum, end) => sum + end.bytesRead, 0);

process.on('message', (message: ToConsoles) => {
  switch (message.type) {
    case 'reset':
      seen = new Seen();
      sinceMs = performance.now();
      bytesBefore = bytesRead();
      break;
    case 'stall':
      // the last ones, which do not measure
      for (const end of ends.slice(-message.last)) end.stall();
      post({ type: 'stalled' });
      break;
    case 'report':
      post({
        type: 'report',
        report: {
          latency: Object.fromEntries(channels.map((c) => [c, seen.latency[c].toJson()])) as Record<
            Channel,
            ReturnType<(typeof seen.latency)[Channel]['toJson']>
          >,
          frames: seen.frames,
          bytes: bytesRead() - bytesBefore,
          reread: { ...seen.reread, latency: seen.reread.latency.toJson() },
          connected: ends.filter((end) => end.connected).length,
          resyncs: seen.resyncs,
          seconds: (performance.now() - sinceMs) / 1000,
        },
      });
  }
});
process.on('disconnect', () => process.exit());
post({ type: 'ready' });
