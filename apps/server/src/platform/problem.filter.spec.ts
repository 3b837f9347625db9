import type { ArgumentsHost } from '@nestjs/common';
import { expect, it } from 'vitest';
import type { Envelope } from '@headland/contracts/endpoint';
import { makeLog } from './log';
import { Problem } from './problem';
import { asProblem, ProblemFilter } from './problem.filter';

function answerTo(problem: Problem, timeZone: string, language: string): Envelope {
  let sent: unknown;
  const response = {
    headersSent: false,
    getHeader: () => undefined,
    status: () => ({ json: (body: unknown) => (sent = body) }),
  };
  const request = { method: 'POST', path: '/', headers: { 'accept-language': language }, caller: { timeZone } };
  const host = {
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
  } as unknown as ArgumentsHost;
  new ProblemFilter(makeLog('silent', ['api'])).catch(problem, host);
  return sent as Envelope;
}

it.each([
  ['Asia/Seoul', 'en', 'Acknowledged by Kim at 2026-06-01 18:05.'],
  ['America/St_Johns', 'en', 'Acknowledged by Kim at 2026-06-01 06:35.'],
  ['Asia/Seoul', 'ko', 'Kim 님이 2026-06-01 18:05에 이미 확인했습니다.'],
])('a message has the time in the zone %s, and its values keep the instant', (timeZone, language, message) => {
  const at = '2026-06-01T09:05:07.123Z';
  expect(answerTo(new Problem('SOS_ALREADY_ACKNOWLEDGED', { by: 'Kim', at }), timeZone, language).error).toMatchObject({
    message,
    values: { by: 'Kim', at },
  });
});

it('a line of the log has its own fields alone, and an error with what it says', () => {
  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', ['api'], { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const cause = Object.assign(new Error('refused'), {
    code: '23505',
    detail: 'Key (phone)=(010) exists',
    parameters: ['010'],
  });
  log.error({ reference: '7f3a90c1', error: new Problem('INTERNAL', {}, undefined, { cause }) }, 'request failed');
  log.info('the next one');
  const [failed, next] = lines;
  expect(failed?.error).toMatchObject({ type: 'Problem', causes: [{ message: 'refused', code: '23505' }] });
  expect(JSON.stringify(failed)).not.toContain('010');
  expect(Object.keys(next ?? {}).sort()).toEqual(['level', 'msg', 'run', 'time']);
});

it.each([
  ['read-only in a fail-over', '25006', 'UNAVAILABLE'],
  ['no room on its disk', '53100', 'UNAVAILABLE'],
  ['too many connections', '53300', 'UNAVAILABLE'],
  ['it is being shut down', '57P01', 'UNAVAILABLE'],
  ['a statement that took too long', '57014', 'UNAVAILABLE'],
  ['a deadlock', '40P01', 'UNAVAILABLE'],
  ['a lock that was not to be had', '55P03', 'UNAVAILABLE'],
  ['a unique index', '23505', 'INTERNAL'],
  ['a transaction that is aborted already', '25P02', 'INTERNAL'],
])('a database that refuses (%s, %s) is %s: whoever is told to try again keeps the session', (_, code, problem) => {
  expect(asProblem(Object.assign(new Error('refused'), { code, routine: 'errfinish' })).code).toBe(problem);
});
