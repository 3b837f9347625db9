import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@headland/contracts/endpoint';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { ENDPOINT } from './serve';

/** Wraps what a handler returns into the envelope; lists carry their page. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const e = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (e === undefined || e.stream !== undefined) return next.handle();
    if (!e.page) return next.handle().pipe(map((data: unknown) => ({ success: true, data, error: null })));
    const { page, size } = context.switchToHttp().getRequest<Request>().query;
    return next.handle().pipe(
      map(({ rows, total }: { rows: unknown[]; total: number }) => ({
        success: true,
        data: rows,
        error: null,
        page: { number: Number(page ?? 1), size: Number(size ?? 20), total },
      })),
    );
  }
}
