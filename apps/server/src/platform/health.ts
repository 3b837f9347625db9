import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { BlockList } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { DataSource } from 'typeorm';
import { DiskProbe } from './database/disk-probe';
import { RefusedWrites } from './database/refused-writes';
import { metricsText, metricsType, processMetrics } from './metrics';
import { hashToken } from './random-token';

/** A readiness check: true, or the error. */
export type Check = () => boolean | string | Promise<boolean | string>;
const timeoutMs = 2_000;

/**
 * `/healthz`: the process lives. `/readyz`: it can work. `/metrics`: Prometheus. On every process; slices add their
 * checks.
 */
@Injectable()
export class Health implements OnApplicationShutdown {
  private server: Server | null = null;
  private readonly checks = new Map<string, Check>();
  private readonly disk: DiskProbe;
  private readonly refreshers: (() => Promise<void>)[] = [];

  constructor(@InjectDataSource() private readonly database: DataSource) {
    this.disk = new DiskProbe(database);
    this.add('database', () => this.checkDatabase());
  }

  /**
   * The database answers and accepts writes: by its state, by recent writes of this process, and by a probe, since a
   * process may write nothing for hours.
   */
  private async checkDatabase(): Promise<boolean | string> {
    const [row] = await this.database.query<{ readOnly: boolean; zone: string }[]>(
      `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly", current_setting('TimeZone') AS zone`,
    );
    if (row !== undefined && row.zone !== 'UTC') return `the pooler opens sessions in ${row.zone} instead of UTC`;
    const { logger } = this.database;
    const why =
      row?.readOnly === true
        ? 'it is read-only'
        : ((logger instanceof RefusedWrites ? logger.why : null) ?? (await this.disk.problem()));
    return why === null || `writes are refused: ${why}`;
  }

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /**
   * Serves the three paths. On the public port of the api, `/readyz` and `/metrics` are for the local machine and for
   * callers with the token; on an operators' port they are open, and everything else is 404.
   */
  handler(port: 'strangers' | 'operators', token?: string): RequestHandler {
    return (request: Request, response: Response, next: NextFunction): void => {
      if (request.path === '/healthz') response.json({ alive: true });
      else if (
        port === 'strangers' &&
        guardedPaths.has(request.path) &&
        !fromHere(request) &&
        !hasToken(request, token)
      )
        response.status(404).end();
      else if (request.path === '/readyz') void this.ready().then((r) => response.status(r.ready ? 200 : 503).json(r));
      else if (request.path === '/metrics')
        void this.metrics().then((text) => response.type(metricsType).send(text), next);
      else if (port === 'operators') response.status(404).end();
      else next();
    };
  }

  /** A separate port for operators, beside that of the api. */
  async listen(port: number, host: string): Promise<void> {
    this.server = createServer(express().use(this.handler('operators'))).listen(port, host);
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server?.close();
  }

  /** Called before metrics are answered, for what is read then alone. */
  beforeMetrics(refresh: () => Promise<void>): void {
    this.refreshers.push(refresh);
  }

  /** With the checks as they are now: what scrapes a process need not ask it twice. */
  private async metrics(): Promise<string> {
    const [{ checks }] = await Promise.all([this.ready(), ...this.refreshers.map((refresh) => refresh())]);
    for (const [check, is] of Object.entries(checks)) processMetrics.ready.set({ check }, is === true ? 1 : 0);
    return metricsText();
  }

  async ready(): Promise<{ ready: boolean; checks: Record<string, boolean | string> }> {
    const checks = Object.fromEntries(
      await Promise.all([...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const)),
    );
    return { ready: Object.values(checks).every((c) => c === true), checks };
  }
}

const guardedPaths = new Set(['/readyz', '/metrics']);
/** The connection is from this machine and not from a proxy, which would forward strangers. */
const fromHere = ({ socket, headers }: Request): boolean =>
  loopback.check(socket.remoteAddress ?? '', socket.remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4') &&
  !['x-forwarded-for', 'forwarded', 'via'].some((name) => name in headers);
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
const hasToken = ({ headers }: Request, token: string | undefined): boolean =>
  token !== undefined &&
  timingSafeEqual(Buffer.from(hashToken(`Bearer ${token}`)), Buffer.from(hashToken(headers.authorization ?? '')));

const outcome = (check: Check): Promise<boolean | string> =>
  Promise.race([
    Promise.resolve()
      .then(check)
      .catch((error: unknown) => (error as Error).message),
    new Promise<string>((resolve) => setTimeout(() => resolve(`no answer in ${timeoutMs} ms`), timeoutMs).unref()),
  ]);
