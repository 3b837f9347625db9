import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';

/** For endpoints with larger bodies: they read it themselves, after the guard. */
export const largeBodies = '/api/factory/';

/**
 * Reads a JSON body up to this size, after the guard: nothing is read for a caller without a key. A larger one is
 * PAYLOAD_TOO_LARGE.
 */
export function receivingJson(limit: number): Type<NestInterceptor> {
  const read = express.json({ limit });

  @Injectable()
  class ReceiveJson implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      await new Promise<void>((resolve, reject) => {
        read(http.getRequest<Request>(), http.getResponse<Response>(), (error: unknown) =>
          error ? reject(error as Error) : resolve(),
        );
      });
      return next.handle();
    }
  }
  return mixin(ReceiveJson);
}
