import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import type { ErrorCode } from '@headland/contracts/errors';
import type { Problem } from '../../platform/problem';
import { type About, ProblemFilter } from '../../platform/problem.filter';
import type { CallerRequest } from '../../platform/caller';

/** RFC 6749, 5.2; what it has no code for keeps its own status. */
const answers: Partial<Record<ErrorCode, { status: number; error: string }>> = {
  WRONG_CREDENTIALS: { status: 401, error: 'invalid_client' },
  OAUTH_GRANT_TYPE: { status: 400, error: 'unsupported_grant_type' },
  E0001: { status: 400, error: 'invalid_request' },
  TIME_ZONE: { status: 400, error: 'invalid_request' },
  TOO_MANY_REQUESTS: { status: 429, error: 'temporarily_unavailable' },
};

/** Errors of the token endpoint, as OAuth 2 clients read them. Descriptions are English: the RFC allows ASCII only. */
@Catch()
export class OAuthProblemFilter extends ProblemFilter {
  override catch(thrown: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getRequest<CallerRequest>().headers['accept-language'] = 'en';
    super.catch(thrown, host);
  }

  protected override answer(
    _: CallerRequest,
    response: Response,
    problem: Problem,
    { message, reference }: About,
  ): void {
    const { status = response.statusCode, error = 'server_error' } = answers[problem.code] ?? {};
    response.status(status).setHeader('cache-control', 'no-store').setHeader('pragma', 'no-cache');
    if (status === 401) response.setHeader('www-authenticate', 'Basic realm="Fleet API", charset="UTF-8"');
    if (status === 429) response.setHeader('retry-after', String(problem.values.seconds ?? 60));
    const fields = Object.keys(problem.fields ?? {});
    const text = error === 'invalid_client' ? 'The client is unknown, has expired, or its secret is wrong.' : message;
    const description = fields.length > 0 ? `${text} (${fields.join(', ')})` : text;
    response.json({ error, error_description: `${description} ${reference}` });
  }
}
