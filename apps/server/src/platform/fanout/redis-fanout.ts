import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { fanoutMetrics } from '../metrics';
import type { FanoutReceiver, FanoutSender } from './fanout';
import { parseIds } from './lines';

/** What was committed, as lines; a line `+<name>` says only that its sender is there. */
const commits = 'headland:fanout:commits';
/** `<api process> <ids>`: what its consoles watch. */
const watching = 'headland:fanout:watched';
/** Both sides show that they are there; who is silent for three beats is away. */
const beatMs = 1_000;
const silentMs = 3 * beatMs;

/** One line at a time waits for Redis; without a connection it is dropped, never queued. */
const open = ({ REDIS_URL }: Config, log: Logger): Redis => {
  const redis = new Redis(REDIS_URL ?? '', {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 500,
    connectionName: 'headland-fanout',
  });
  redis.on('error', (error) => log.debug({ error: error.message }, 'fan-out: Redis'));
  return redis;
};

/** Who was heard of within the last beats. */
class Present<T> {
  private readonly last = new Map<string, { at: number; value: T }>();

  add(name: string, value: T): void {
    this.last.set(name, { at: performance.now(), value });
  }

  get values(): T[] {
    for (const [name, { at }] of this.last) if (performance.now() - at > silentMs) this.last.delete(name);
    return Array.from(this.last.values(), ({ value }) => value);
  }
}

/** Subscribed again after each lost connection. */
function subscribe(redis: Redis, channel: string, handle: (line: string) => void, log: Logger): void {
  redis.on('ready', () => {
    redis.subscribe(channel).catch((error: unknown) => log.debug({ error }, 'fan-out: not subscribed'));
  });
  redis.on('message', (_channel: string, line: string) => handle(line));
}

export function redisSender(config: Config, name: string, log: Logger): FanoutSender {
  const [out, back] = [open(config, log), open(config, log)];
  const present = new Present<number[]>();
  let watched: ReadonlySet<number> = new Set();
  const collect = (): void => {
    const lists = present.values;
    fanoutMetrics.receivers.set(lists.length);
    watched = new Set(lists.flat());
  };
  subscribe(
    back,
    watching,
    (line) => {
      const space = line.indexOf(' ');
      present.add(line.slice(0, space), parseIds(line.slice(space + 1)));
      collect();
    },
    log,
  );
  const send = (line: string): void => {
    void out.publish(commits, line).then(
      () => fanoutMetrics.sent.inc(),
      () => fanoutMetrics.dropped.inc(),
    );
  };
  const beat = setInterval(() => {
    collect();
    void out.publish(commits, `+${name}`).catch(() => undefined);
  }, beatMs).unref();
  return {
    get watched() {
      return watched;
    },
    send,
    stop: () => {
      clearInterval(beat);
      out.disconnect();
      back.disconnect();
      return Promise.resolve();
    },
  };
}

export function redisReceiver(config: Config, onLine: (line: string) => void, log: Logger): Promise<FanoutReceiver> {
  const [out, back] = [open(config, log), open(config, log)];
  const me = randomBytes(6).toString('hex');
  const present = new Present<true>();
  let ids = '[]';
  const tell = (): void => void out.publish(watching, `${me} ${ids}`).catch(() => undefined);
  subscribe(back, commits, (line) => (line.startsWith('+') ? present.add(line, true) : onLine(line)), log);
  out.on('ready', tell);
  const beat = setInterval(tell, beatMs).unref();
  return Promise.resolve({
    get senders() {
      return back.status === 'ready' ? present.values.length : 0;
    },
    watch: (list) => {
      const text = JSON.stringify(list);
      if (text === ids) return;
      ids = text;
      tell();
    },
    stop: () => {
      clearInterval(beat);
      out.disconnect();
      back.disconnect();
      return Promise.resolve();
    },
  });
}
