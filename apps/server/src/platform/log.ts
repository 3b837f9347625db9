import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentSpan } from './tracing/span';

/** Injection token of the process's logger. */
export const LOG = 'LOG';
/** Lines go to standard output, or to `to`. */
export function makeLog(level: string, run: string[], to?: DestinationStream): Logger {
  const options = {
    level,
    base: { run: run.join(',') },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOfLine,
    serializers: { error: readableError },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** Causes of causes beyond this are left out. */
const deepest = 5;
/** Of a statement, which may be long. */
const longestQuery = 500;
interface Told extends Error {
  code?: unknown;
  constraint?: unknown;
  query?: unknown;
  errors?: unknown;
}
/**
 * An error with what it says, where it was thrown and its causes: without this JSON has none of them. Of a refused statement its text and
 * constraint, never its parameters and the detail, which are data of people. Whatever is no error stays as it is.
 */
function readableError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, stack, code, constraint, query, cause, errors } = thrown as Told;
  const causes = Array.isArray(errors) ? errors : cause === undefined ? [] : [cause];
  return {
    type: name,
    message,
    ...(typeof code === 'string' && code !== message ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof query === 'string' ? { query: query.slice(0, longestQuery) } : {}),
    stack,
    ...(causes.length > 0 && depth < deepest ? { causes: causes.map((each) => readableError(each, depth + 1)) } : {}),
  };
}

/** A line that is written inside a trace names it. A new object each time: pino writes the line's own fields into it. */
function traceOfLine(): object {
  const span = currentSpan();
  return span === undefined ? {} : { traceId: span.traceId };
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
