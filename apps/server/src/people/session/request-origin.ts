import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { addressOf } from '../../platform/trusted-proxies';
import type { From } from './account';

/** Address and browser of a call without a session. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): From => {
  const request = context.switchToHttp().getRequest<Request>();
  return { address: addressOf(request), agent: request.headers['user-agent']?.slice(0, 300) ?? null };
});
