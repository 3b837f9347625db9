import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DataSource } from 'typeorm';
import { metricsText, metricsType } from './metrics';

/** A check of readiness: true, or what is wrong. */
export type Check = () => boolean | string | Promise<boolean | string>;
const patienceMs = 2_000;

/** `/healthz`: the process lives. `/readyz`: it can do its work now. `/metrics`: Prometheus. On every process; slices add their checks. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, Check>();

  constructor(@InjectDataSource() private readonly database: DataSource) {
    this.add('database', async () => (await this.database.query<unknown[]>('SELECT 1')).length === 1);
  }

  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Answers the three paths; with `only`, everything else is 404 (a process without the api). */
  handler(only: boolean): RequestHandler {
    return (request: Request, response: Response, next: NextFunction): void => {
      if (request.path === '/healthz') response.json({ alive: true });
      else if (request.path === '/readyz') void this.ready().then((r) => response.status(r.ready ? 200 : 503).json(r));
      else if (request.path === '/metrics') void metricsText().then((text) => response.type(metricsType).send(text));
      else if (only) response.status(404).end();
      else next();
    };
  }

  async ready(): Promise<{ ready: boolean; checks: Record<string, boolean | string> }> {
    const checks = Object.fromEntries(await Promise.all([...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const)));
    return { ready: Object.values(checks).every((c) => c === true), checks };
  }
}

const outcome = (check: Check): Promise<boolean | string> =>
  Promise.race([
    Promise.resolve()
      .then(check)
      .catch((error: unknown) => (error as Error).message),
    new Promise<string>((resolve) => setTimeout(() => resolve(`no answer in ${patienceMs} ms`), patienceMs).unref()),
  ]);
