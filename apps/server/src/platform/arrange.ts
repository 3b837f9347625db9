import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import type { Config } from './config';
import type { Health } from './health';
import { largeBodies } from './receive-json';

/** The console's styles are inserted by script into an empty element, which a policy has to know by the hash of nothing. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What stands before every route: safety headers, body limits, health, the console's files. */
export function arrange(app: NestExpressApplication, config: Config, health: Health, isApi: boolean): void {
  app.set('trust proxy', 'loopback, linklocal, uniquelocal');
  app.set('query parser', 'simple');
  app.use(health.handler(!isApi));
  if (!isApi) return;
  const tiles = config.MAP_TILE_URL === undefined ? [] : [new URL(config.MAP_TILE_URL.replaceAll(/[{}]/g, '')).origin];
  app.use(
    helmet({
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", emptyStyle],
          imgSrc: ["'self'", 'data:', 'blob:', ...tiles],
          connectSrc: ["'self'", 'ws:', 'wss:'],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          upgradeInsecureRequests: null,
        },
      },
      strictTransportSecurity: config.PUBLIC_URL?.startsWith('https') ?? false,
      crossOriginOpenerPolicy: config.PUBLIC_URL?.startsWith('https') ?? false,
      originAgentCluster: false,
    }),
  );
  const isJson = /^application\/json\b/iu;
  app.useBodyParser('json', { limit: '256kb', type: (r) => !r.url?.startsWith(largeBodies) && isJson.test(r.headers['content-type'] ?? '') });
  const folder = config.PUBLIC_DIR === undefined ? undefined : resolve(config.PUBLIC_DIR);
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return;
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  app.use(express.static(folder, { index: false, maxAge: 0 }));
  // every route of the console is the same page
  app.use((request: express.Request, response: express.Response, next: express.NextFunction) => {
    if (request.method !== 'GET' || request.path.startsWith('/api/') || request.path.startsWith('/socket.io')) next();
    else response.set('Cache-Control', 'no-cache').sendFile(join(folder, 'index.html'));
  });
}
