import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { Observable } from 'rxjs';
import type { FileRule } from '@headland/contracts/endpoint';
import { Problem } from './problem';

/**
 * Reads the one file of a multipart request into memory, after the guard: nothing is read for a caller without
 * permission. Throws Problem PAYLOAD_TOO_LARGE as soon as the limit is exceeded, E0001 for a second file or another
 * field.
 */
export function receiving(rule: FileRule): Type<NestInterceptor> {
  const receive = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: rule.maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    defParamCharset: 'utf8',
  }).single('file');

  @Injectable()
  class ReceiveFile implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      await new Promise<void>((resolve, reject) => {
        receive(http.getRequest<Request>(), http.getResponse<Response>(), (error: unknown) =>
          error ? reject(asProblem(error, rule)) : resolve(),
        );
      });
      return next.handle();
    }
  }
  return mixin(ReceiveFile);
}

function asProblem(error: unknown, { maxBytes }: FileRule): unknown {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
    return new Problem('FILE_TOO_LARGE', { megabytes: Math.floor(maxBytes / 1024 ** 2) });
  // a broken or foreign multipart body is the sender's mistake
  if (error instanceof Error)
    return new Problem('E0001', {}, { file: error instanceof MulterError ? 'field.oneFile' : 'field.invalid' });
  return error;
}
