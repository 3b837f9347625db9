import { once } from 'node:events';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config';
import { found, ok, type Finding } from './finding';

const gigabyte = 1024 ** 3;

/** The folder for files: room, and the right to write there. */
export async function checkDisk(folder: string): Promise<Finding[]> {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await writeFile(probe, '', { mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    return [
      found(
        'error',
        'disk.writable',
        `nothing can be written in ${folder}: ${(error as Error).message}`,
        'pictures, uploads and workbooks fail',
        isFull
          ? 'make room: the disk, its inodes (df -i) or the quota is used up'
          : 'make the folder, and give it to the account of the server (DATA_DIR)',
      ),
    ];
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  return [ok('disk.writable', folder), judgeRoom(bavail * bsize, blocks * bsize)];
}

export function judgeRoom(free: number, size: number): Finding {
  const text = `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB are free`;
  if (free >= size * 0.1 && free >= gigabyte) return ok('disk.room', text);
  const isLast = free < size * 0.02 || free < gigabyte / 4;
  return found(
    isLast ? 'error' : 'warning',
    'disk.room',
    text,
    'where PostgreSQL shares this disk, nothing is acknowledged when it is full',
    'make room, or shorten TELEMETRY_KEEP_DAYS',
  );
}

/** The ports that this process would listen on: free, or held by Headland itself. */
export async function checkPorts(config: Pick<Config, 'HOST' | 'PORT' | 'HEALTH_PORT'>): Promise<Finding[]> {
  const ports = [...new Set([config.PORT, ...(config.HEALTH_PORT === undefined ? [] : [config.HEALTH_PORT])])];
  return Promise.all(
    ports.map(async (port) => {
      const refused = (what: string, act: string): Finding =>
        found('error', `port.${port}`, what, 'the process cannot start', act);
      const problem = await listenOn(port, config.HOST);
      if (problem === null) return ok(`port.${port}`, 'free');
      if (problem === 'EADDRNOTAVAIL')
        return refused(
          `HOST=${config.HOST} is no address of this machine`,
          'set HOST to one of `ip address`, or 0.0.0.0',
        );
      if (problem !== 'EADDRINUSE')
        return refused(`it may not be opened: ${problem}`, 'set a PORT or HEALTH_PORT above 1023');
      return (await isOurs(port, config.HOST))
        ? ok(`port.${port}`, 'Headland answers there')
        : refused(
            'something else listens there',
            `end it (ss -ltnp 'sport = :${port}'), or set another PORT or HEALTH_PORT`,
          );
    }),
  );
}

/** Null, or the code of the error. */
async function listenOn(port: number, host: string): Promise<string | null> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    server.close();
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

async function isOurs(port: number, host: string): Promise<boolean> {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(3_000) });
    return (await answer.text()).includes('"alive":true');
  } catch {
    return false;
  }
}
