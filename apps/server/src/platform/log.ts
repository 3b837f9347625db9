import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

/** Injection token of the process's logger. */
export const LOG = 'LOG';
export const makeLog = (level: string, run: string[]): Logger =>
  pino({ level, base: { run: run.join(',') }, timestamp: pino.stdTimeFunctions.isoTime });

/** Nest's log goes to pino; its start-up messages are debug. */
export function nestLog(log: Logger): LoggerService {
  const text = (m: unknown): string =>
    m instanceof Error ? (m.stack ?? m.message) : typeof m === 'string' ? m : JSON.stringify(m);
  const logAt =
    (level: 'debug' | 'warn' | 'error') =>
    (m: unknown, ...rest: unknown[]): void =>
      log[level]({ context: rest.at(-1), ...(rest.length > 1 ? { stack: rest[0] } : {}) }, text(m));
  return {
    log: logAt('debug'),
    debug: logAt('debug'),
    verbose: logAt('debug'),
    warn: logAt('warn'),
    error: logAt('error'),
    fatal: logAt('error'),
  };
}
