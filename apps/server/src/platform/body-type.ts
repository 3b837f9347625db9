import type { NextFunction, Request, Response } from 'express';
import { fleetTokenPath } from '@headland/contracts/fleet-api';
import { Problem } from './problem';

/** JSON, and the parts of an upload; whether an endpoint has one is only known after its guard (serve.ts). */
const known = /^\s*(?:application\/json|multipart\/form-data)\s*(?:;|$)/iu;

const isForm = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/iu;
const path = new RegExp(`^${fleetTokenPath}/?(?:\\?|$)`, 'iu');
/** The one endpoint whose body is a form: OAuth 2 demands it. It does nothing without a secret that no page knows. */
export const takesForm = ({ url = '', headers }: Pick<Request, 'url' | 'headers'>): boolean =>
  path.test(url) && isForm.test(headers['content-type'] ?? '');

/**
 * A form of any web page can send other bodies without a preflight request, so nothing else is accepted. Throws Problem
 * BODY_TYPE.
 */
export function refuseOtherBodies(request: Request, _: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  next(hasBody && !known.test(type) && !takesForm(request) ? new Problem('BODY_TYPE') : undefined);
}
