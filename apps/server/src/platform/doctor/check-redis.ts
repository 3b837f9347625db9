import { Redis } from 'ioredis';
import { found, ok, type Finding } from './finding';

/** Where the queues are: what is evicted or forgotten there is a timer that does not ring. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [ok('redis', 'not used: the queues are in PostgreSQL')];
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  let failed = '';
  redis.on('error', (error: Error) => (failed = error.message || ((error as { code?: string }).code ?? '')));
  try {
    await redis.connect();
    const info = fieldsOf(await redis.info());
    return [...checkServer(info), ...(await checkSettings(redis, info))];
  } catch (error) {
    return [
      found(
        'error',
        'redis.reachable',
        failed || (error as Error).message,
        'timers stop; sweeps over PostgreSQL take over within seconds',
        'check REDIS_URL (host, port, password), or leave it out: the queues are then in PostgreSQL',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

function checkServer(info: Record<string, string>): Finding[] {
  const version = info.redis_version ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const used = Number(info.used_memory);
  const most = Number(info.maxmemory);
  return [
    major > 6 || (major === 6 && minor >= 2)
      ? ok('redis.version', version)
      : found('error', 'redis.version', `Redis ${version}`, 'the queues need 6.2 or newer', 'upgrade Redis'),
    most > 0 && used > most * 0.9
      ? found(
          'warning',
          'redis.memory',
          `${Math.round((used / most) * 100)} % of maxmemory is used`,
          'when it is full no timer can be set',
          'raise maxmemory',
        )
      : ok('redis.memory', most > 0 ? `${Math.round((used / most) * 100)} % of maxmemory` : 'no limit'),
  ];
}

async function checkSettings(redis: Redis, info: Record<string, string>): Promise<Finding[]> {
  const policy = info.maxmemory_policy;
  // providers may forbid CONFIG; what is not known is not judged
  const [, save] = ((await redis.config('GET', 'save').catch(() => [])) as string[]) ?? [];
  const isKept = info.aof_enabled === '1' || (save !== undefined && save !== '');
  return [
    policy === 'noeviction'
      ? ok('redis.maxmemory_policy', 'noeviction')
      : found(
          'error',
          'redis.maxmemory_policy',
          `maxmemory-policy is ${policy}`,
          'Redis throws timers away when its memory is full; escalations wait for the next sweep',
          'set maxmemory-policy noeviction',
        ),
    isKept || save === undefined
      ? ok('redis.persistence', info.aof_enabled === '1' ? 'append-only file' : isKept ? 'snapshots' : 'not known')
      : found(
          'warning',
          'redis.persistence',
          'nothing is written to the disk',
          'a restart of Redis forgets every timer; sweeps find what is due some seconds later',
          'set appendonly yes',
        ),
  ];
}

const fieldsOf = (info: string): Record<string, string> =>
  Object.fromEntries(info.split('\r\n').map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]));
