import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint, Streamed } from '@headland/contracts/endpoint';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { ENDPOINT } from './serve';

/** Wraps a handler's result into the envelope; lists have their page; files are sent as they are, under their name, and answers of a standard as it defines them. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const e = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (e === undefined || e.bare !== undefined) return next.handle();
    const { stream } = e;
    if (stream !== undefined) return next.handle().pipe(map((file: Streamed) => asFile(file, stream)));
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

function asFile({ name, bytes, type: own }: Streamed, usual: string): StreamableFile {
  const type = own ?? usual;
  const disposition =
    name === null
      ? 'inline'
      : `attachment; filename="${name.replaceAll(/[^\w.-]/gu, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return bytes instanceof Uint8Array
    ? new StreamableFile(bytes, { type, disposition, length: bytes.length })
    : new StreamableFile(Readable.from(bytes), { type, disposition });
}
