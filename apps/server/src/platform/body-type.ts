import type { NextFunction, Request, Response } from 'express';
import { Problem } from './problem';

/** JSON, and the parts of an upload; whether an endpoint has one is only known after its guard (serve.ts). */
const known = /^\s*(?:application\/json|multipart\/form-data)\s*(?:;|$)/iu;

/**
 * A form of any web page can send other bodies without a preflight request, so nothing else is accepted. Throws Problem
 * BODY_TYPE.
 */
export function refuseOtherBodies(request: Request, _: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  next(hasBody && !known.test(type) ? new Problem('BODY_TYPE') : undefined);
}
