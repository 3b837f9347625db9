import type { Request, RequestHandler } from 'express';
import { inside, machineNowMs, type Attributes } from './span';
import type { Tracing } from './tracing';

/** What a user was told of an error, by request. */
const problems = new WeakMap<object, { reference: string; code: string }>();

/** The reference that a user reads leads to the trace of the request. */
export const noteProblem = (request: object, problem: { reference: string; code: string }): void =>
  void problems.set(request, problem);

/**
 * A trace for each request of the API: of each change, and of a share of the reads. A read that was not chosen and fails
 * has a span alone, so that its reference is found. Headers of strangers do not decide what is traced.
 */
export const traceRequests =
  (tracing: Tracing): RequestHandler =>
  (request, response, next) => {
    if (!tracing.isOn || !request.path.startsWith('/api/')) return next();
    const { method } = request;
    const startedAt = machineNowMs();
    const isRead = method === 'GET' || method === 'HEAD';
    const options = { kind: 'server', startedAt } as const;
    const span = tracing.begin(method, isRead ? 'ratio' : 'always', options);
    response.once('close', () => {
      const failed = response.statusCode >= 500;
      const ended = span ?? (failed ? tracing.begin(method, 'always', options) : null);
      if (ended === null) return;
      const problem = problems.get(request);
      ended.rename(nameOf(request));
      ended.set(attributesOf(request, response.statusCode));
      if (problem !== undefined) ended.set({ 'headland.reference': problem.reference, 'headland.error': problem.code });
      ended.end(failed ? { code: problem?.code ?? String(response.statusCode) } : undefined);
    });
    if (span === null) next();
    else inside(span, next);
  };

/** The pattern of the route, never its values: a path may have a token. */
const routeOf = (request: Request): string | undefined => (request.route as { path?: string } | undefined)?.path;
const nameOf = (request: Request): string => [request.method, routeOf(request)].filter(Boolean).join(' ');
const attributesOf = (request: Request, status: number): Attributes => ({
  'http.request.method': request.method,
  'http.route': routeOf(request),
  'http.response.status_code': status,
});
