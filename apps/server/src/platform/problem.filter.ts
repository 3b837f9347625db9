import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { errorStatus, type ErrorCode, type ProblemValues } from '@headland/contracts/errors';
import { referenceHeader, type RecordError } from '@headland/contracts/endpoint';
import { isMessageKey } from '@headland/i18n/catalogue';
import { formatMessage } from '@headland/i18n/format-message';
import { LOG } from './log';
import { httpMetrics } from './metrics';
import { newReference, Problem } from './problem';
import { wallClock } from './spreadsheet/wall-clock';
import { type CallerRequest, zoneOf } from './caller';
import { noteProblem } from './tracing/trace-requests';

/** Turns every failure into the envelope; the user's text and the logged cause share a reference. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOG) protected readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<CallerRequest>();
    const response = http.getResponse<Response>();
    const problem = asProblem(thrown);
    const reference = referenceOf(problem, response);
    const status = errorStatus[problem.code];
    noteProblem(request, { reference, code: problem.code });
    const line = {
      reference,
      code: problem.code,
      method: request.method,
      path: withoutTokens(request.path),
      ...(problem.fields === undefined ? {} : { fields: Object.keys(problem.fields) }),
      ...(status >= 500 ? { error: thrown } : { why: whyOf(thrown) }),
    };
    if (status >= 500) {
      this.log.error(line, 'request failed');
      httpMetrics.failures.inc({ code: problem.code });
    } else this.log.info(line, 'request refused');
    if (response.headersSent) {
      // half a file must not look like a whole one; who asked for it has the reference by a header
      response.destroy();
      return;
    }
    const language = languageOf(request.headers['accept-language']);
    const message = formatMessage(language, `error.${problem.code}`, readable(problem.values, zoneOf(request)));
    this.answer(request, response.status(status), problem, { reference, message, language });
  }

  /** Sends what the caller reads: of an interface that a standard defines, in its form. */
  protected answer(_: CallerRequest, response: Response, problem: Problem, about: About): void {
    const { reference, message, language } = about;
    response.json({
      success: false,
      data: null,
      error: {
        code: problem.code,
        message,
        reference,
        values: problem.values,
        ...(problem.fields ? { fields: problem.fields, ...recordsIn(problem, language) } : {}),
      },
    });
  }
}
/** The text of a problem in the caller's language, and the reference that is in the log, too. */
export interface About {
  reference: string;
  message: string;
  language: 'ko' | 'en';
}

/** A refusal that has a cause was decided elsewhere: by a company's directory, by what reads tokens or workbooks. */
const whyOf = (thrown: unknown): string | undefined =>
  thrown instanceof Problem && thrown.cause instanceof Error ? thrown.cause.message : undefined;

/** A stream names its reference before it begins: afterwards there is no place for it. */
function referenceOf({ options }: Problem, response: Response): string {
  const named = response.getHeader(referenceHeader);
  return options.reference ?? (typeof named === 'string' ? named : newReference());
}

/** A token in a path is for the caller, not for readers of the log. */
export const withoutTokens = (path: string): string => path.replaceAll(/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/gu, '***');

/**
 * Fields like `vehicles.12.vin` are elements of a list: a client that sent a thousand records needs to know which ones
 * failed, and why.
 */
function recordsIn({ fields = {}, options }: Problem, language: 'ko' | 'en'): { records?: RecordError[] } {
  const records = Object.entries(fields).flatMap(([path, key]): RecordError[] => {
    const [, list, index, field] = /^(\w+)\.(\d+)(?:\.(.+))?$/u.exec(path) ?? [];
    if (list === undefined || index === undefined) return [];
    const values = options.fieldValues?.[path] ?? {};
    const message = isMessageKey(key) ? formatMessage(language, key, { label: field ?? list, ...values }) : key;
    return [{ list, index: Number(index), field: field ?? '', code: key.replace(/^error\./u, ''), message, values }];
  });
  return records.length === 0 ? {} : { records };
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/u;
/** Times in the caller's zone; the console formats its own texts from the unchanged values. */
const readable = (values: ProblemValues, timeZone: string): ProblemValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && moment.test(value) ? momentText(value, timeZone) : value,
    ]),
  );
const momentText = (iso: string, timeZone: string): string =>
  new Date(wallClock(timeZone)(Date.parse(iso))).toISOString().slice(0, 16).replace('T', ' ');

/** `Accept-Language` chooses between ko and en in messages that the server writes; anything but Korean is English. */
export const languageOf = (header: string | undefined): 'ko' | 'en' =>
  header?.trim().toLowerCase().startsWith('ko') ? 'ko' : 'en';

/** The last: TypeORM has let go of a connection that was lost between two statements of a transaction. */
const databaseAway =
  /ECONNREFUSED|ECONNRESET|Connection terminated|terminating connection|connection timeout|timeout exceeded when trying to connect|the database system is|ENOENT.*PGSQL|query runner was already released/i;
/** PostgreSQL cannot write now (it is read-only or ends in a fail-over, is out of room or connections), or gave a statement up for others: again in a while. */
const databaseUnable = /^(25006|53[0-9A-Z]{3}|57P0\d|57014|40001|40P01|55P03)$/u;
function isDatabaseAway(error: Error): boolean {
  const { code = '', routine } = error as { code?: string; routine?: string };
  // connection exceptions are PgBouncer's: it has no session, or has lost it. PostgreSQL's own name a place in its source
  const byPooler = /^08[0-9A-Z]{3}$/u.test(code) && routine === undefined;
  return byPooler || databaseUnable.test(code) || databaseAway.test(`${error.message} ${code}`);
}

export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof HttpException)
    return new Problem(byStatus(thrown.getStatus()), {}, undefined, { cause: thrown });
  const status = (thrown as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem(byStatus(status), {}, undefined, { cause: thrown });
  if (thrown instanceof Error && isDatabaseAway(thrown))
    return new Problem('UNAVAILABLE', {}, undefined, { cause: thrown });
  return new Problem('INTERNAL', {} satisfies ProblemValues, undefined, { cause: thrown });
}

function byStatus(status: number): ErrorCode {
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'PAYLOAD_TOO_LARGE';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status === 403) return 'FORBIDDEN';
  if (status === 401) return 'BAD_TOKEN';
  return status >= 500 ? 'INTERNAL' : 'E0001';
}
