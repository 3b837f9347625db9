import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { referenceHeader, type Endpoint, type Streamed } from '@headland/contracts/endpoint';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { newReference } from './problem';
import { ProblemFilter } from './problem.filter';
import { ENDPOINT } from './serve';

/** Wraps a handler's result into the envelope; lists have their page; files are sent as they are, under their name, and answers of a standard as it defines them. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly problems: ProblemFilter,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const e = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (e === undefined || e.bare !== undefined) return next.handle();
    const { stream } = e;
    if (stream !== undefined) return next.handle().pipe(map((file: Streamed) => this.asFile(file, stream, context)));
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

  /** A stream that breaks is a failed request as any other, logged under the reference that its answer began with. */
  private asFile({ name, bytes, type: own }: Streamed, usual: string, context: ExecutionContext): StreamableFile {
    const type = own ?? usual;
    const disposition =
      name === null
        ? 'inline'
        : `attachment; filename="${name.replaceAll(/[^\w.-]/gu, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
    if (bytes instanceof Uint8Array) return new StreamableFile(bytes, { type, disposition, length: bytes.length });
    context.switchToHttp().getResponse<Response>().setHeader(referenceHeader, newReference());
    const file = new StreamableFile(Readable.from(bytes), { type, disposition });
    return file.setErrorHandler((error, answer) => {
      const response = answer as unknown as Response;
      // whoever asked for it has gone
      if (response.destroyed) return;
      // nothing was sent yet: the answer is no file
      if (!response.headersSent) for (const of of ['content-type', 'content-disposition']) response.removeHeader(of);
      this.problems.catch(error, context);
    });
  }
}
