import { existsSync, readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import compression from 'compression';
import { embeddedEntry, isEmbeddedPath } from '@headland/contracts/embedded-paths';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** Responses above 1 KB are compressed with brotli or gzip; event streams are not buffered for it. */
export const compressAnswers: RequestHandler = compression({
  threshold: 1024,
  filter: (request, response) =>
    !String(response.getHeader('Content-Type')).startsWith('text/event-stream') &&
    compression.filter(request, response),
});

/** An Express application, or Nest's around it. */
interface Application {
  use(handler: RequestHandler): unknown;
  use(path: string, handler: RequestHandler): unknown;
}

/** Serves the built console of this directory. */
export function serveConsole(app: Application, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  app.use(compressedAtBuild(folder));
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  app.use(express.static(folder, { index: false, maxAge: 0 }));
  // every route of the console is the same page, and those of the app's web view are another
  app.use((request: Request, response: Response, next: NextFunction) => {
    // HEAD: a wall display asks so whether there is a new build
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path.startsWith('/api/') || request.path.startsWith('/socket.io')) return next();
    const page = isEmbeddedPath(request.path) ? embeddedEntry : 'index.html';
    response.set('Cache-Control', 'no-cache').sendFile(join(folder, page));
  });
}

const endings = { br: '.br', gzip: '.gz' };

/**
 * The build leaves `x.js.br` and `x.js.gz` beside `x.js`: clients that accept one get it, under the name and type of
 * the original.
 */
function compressedAtBuild(folder: string): RequestHandler {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `/${path.split(sep).join('/')}`),
  );
  return (request: Request, response: Response, next) => {
    const { path } = request;
    const made = (['br', 'gzip'] as const).filter((encoding) => files.has(path + endings[encoding]));
    if (made.length === 0) return next();
    response.vary('Accept-Encoding');
    const encoding = made.find((each) => request.acceptsEncodings(each) !== false);
    if (encoding !== undefined) {
      response.type(extname(path)).set('Content-Encoding', encoding);
      request.url = request.url.replace(path, path + endings[encoding]);
    }
    next();
  };
}
