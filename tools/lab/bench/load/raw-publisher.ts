import { readFileSync } from 'node:fs';
import { Publisher } from './publisher';
import { PublisherPlan, type FromPublisher, type ToPublisher } from './publisher-plan';

/**
 * The load generator, a process of its own: `node dist/bench-publisher.js plan.json`. With a parent it reports and obeys by messages; without
 * one it starts at once, prints a line a second and ends after the plan's `seconds` or `limit`.
 */
const file = process.argv[2];
if (file === undefined) throw new Error('usage: bench-publisher <plan.json> (see publisher-plan.ts)');
const plan = PublisherPlan.parse(JSON.parse(readFileSync(file, 'utf8')));
const publisher = new Publisher(plan);
await publisher.connect();
if (process.send === undefined) alone();
else withParent();

function withParent(): void {
  const post = (message: FromPublisher): void => {
    process.send?.(message);
  };
  const progress = setInterval(() => post({ type: 'progress', counts: publisher.counts() }), 100);
  process.on('message', (message: ToPublisher) => {
    switch (message.type) {
      case 'start':
        publisher.start();
        break;
      case 'allow':
        publisher.allowedUpTo = message.upTo;
        break;
      case 'stop':
        publisher.stop();
        break;
      case 'finish':
        clearInterval(progress);
        publisher.stop();
        post({
          type: 'stopped',
          counts: publisher.counts(),
          seconds: publisher.elapsedS,
          lateness: publisher.lateness.toJson(),
        });
        publisher.close();
        process.disconnect();
    }
  });
  process.on('disconnect', () => process.exit());
  post({ type: 'connected' });
}

function alone(): void {
  publisher.start();
  let before = 0;
  const line = setInterval(() => {
    const c = publisher.counts();
    console.log(
      `${publisher.elapsedS.toFixed(1)} s: sent ${c.sent}, PUBACK ${c.pubacked} (${c.pubacked - before}/s), late p99 ${publisher.lateness.percentileMs(0.99) ?? 0} ms`,
    );
    before = c.pubacked;
    const over =
      (plan.seconds !== undefined && publisher.elapsedS >= plan.seconds) ||
      (plan.limit !== undefined && c.pubacked >= plan.limit);
    if (!over) return;
    clearInterval(line);
    publisher.close();
  }, 1000);
}
