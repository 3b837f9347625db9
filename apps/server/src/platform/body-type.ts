import type { NextFunction, Request, Response } from 'express';
import { Problem } from './problem';

/** JSON, and the parts of an upload; whether an endpoint means one is known behind its guard (serve.ts). */
const known = /^\s*(?:application\/json|multipart\/form-data)\s*(?:;|$)/iu;

/** A form of any page on the web can send other bodies without asking first, so nothing else is read. Throws Problem BODY_TYPE. */
export function refuseOtherBodies(request: Request, _: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  next(hasBody && !known.test(type) ? new Problem('BODY_TYPE') : undefined);
}
