import { Catch } from '@nestjs/common';
import type { Response } from 'express';
import type { Problem } from '../../platform/problem';
import { type About, ProblemFilter } from '../../platform/problem.filter';
import type { CallerRequest } from '../../platform/caller';
import { formatOf, sendXml } from './fleet-format';

/** Errors of the Fleet API in the client's format: XML, or the envelope that JSON answers of the product have. */
@Catch()
export class FleetProblemFilter extends ProblemFilter {
  protected override answer(request: CallerRequest, response: Response, problem: Problem, about: About): void {
    response.setHeader('cache-control', 'no-store').setHeader('vary', 'accept');
    if (response.statusCode === 401) response.setHeader('www-authenticate', challenge(problem));
    if (response.statusCode === 429) response.setHeader('retry-after', String(problem.values.seconds ?? 60));
    if (formatOf(request) !== 'xml') return super.answer(request, response, problem, about);
    const { reference, message } = about;
    const fields = Object.entries(problem.fields ?? {}).map(([Name, Problem]) => ({ Name, Problem }));
    const node = { Code: problem.code, Message: message, Reference: reference, Field: fields };
    response.send(sendXml(response, 'Error', node));
  }
}

/** RFC 6750, 3: without a token there is no error to name. */
const challenge = ({ code }: Problem): string =>
  code === 'NO_TOKEN' ? 'Bearer realm="Fleet API"' : 'Bearer realm="Fleet API", error="invalid_token"';
