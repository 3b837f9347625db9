import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentSpan } from './tracing/span';

/** Injection token of the process's logger. */
export const LOG = 'LOG';
/** Lines go to standard output, or to `to`. */
export function makeLog(level: string, run: string[], to?: DestinationStream): Logger {
  const options = { level, base: { run: run.join(',') }, timestamp: pino.stdTimeFunctions.isoTime, mixin: traceOfLine };
  return to === undefined ? pino(options) : pino(options, to);
}

/** A line that is written inside a trace names it. */
const untraced = {};
function traceOfLine(): object {
  const span = currentSpan();
  return span === undefined ? untraced : { traceId: span.traceId };
}

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
