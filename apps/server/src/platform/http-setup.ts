import type { Server as HttpServer } from 'node:http';
import { resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { refuseOtherBodies, takesForm } from './body-type';
import { CLOCK, type Clock } from './clock';
import type { Config } from './config';
import { compressAnswers, serveConsole } from './console-files';
import type { Health } from './health';
import { httpMetrics } from './metrics';
import { mapFilesPath, originsOf, readBaseMaps, serveMapFiles } from './map-layers';
import { BrokerDoor } from './mqtt/broker-door';
import { setQueryLimits } from './query-period';
import { largeBodies } from './receive-json';
import { SocketAdapter } from './socket-adapter';
import { traceRequests } from './tracing/trace-requests';
import { Tracing } from './tracing/tracing';
import { trustingOnly } from './trusted-proxies';

/**
 * The console's styles are inserted by script into an empty element, which the policy allows by the hash of the empty
 * string.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * Keep-alive of an idle connection: longer than proxies keep theirs (nginx: 60 s), so the proxy closes it, and no
 * request is sent into a connection that this process is closing. Node's own five seconds are also less than a stall of
 * a busy machine.
 */
const keepAliveMs = 65_000;
/** How long a request may take to arrive: 32 MB over a line of 40 kB/s. No proxy collects it first, and Node's own five minutes would cut it at 110 kB/s. */
const requestMs = 15 * 60_000;

/** A stream lasts as long as somebody reads it, and says nothing of how quick an answer is. */
const measure: RequestHandler = (_, response, next) => {
  const end = httpMetrics.duration.startTimer();
  response.once('finish', () => {
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream) end({ status: `${Math.floor(response.statusCode / 100)}xx` });
  });
  next();
};

/** Middleware before every route: security headers, body limits, health, the console's files. */
export function setUpHttp(app: NestExpressApplication, config: Config, health: Health, isApi: boolean): void {
  app.set('trust proxy', trustingOnly(config.TRUST_PROXY));
  app.useWebSocketAdapter(new SocketAdapter(app, config));
  app.set('query parser', 'simple');
  setQueryLimits(app, config.QUERY_MAX_DAYS, app.get<Clock>(CLOCK));
  // never on the port of the public
  if (!isApi) for (const handler of app.get(BrokerDoor).handler()) app.use(handler);
  app.use(health.handler(isApi ? 'strangers' : 'operators', config.METRICS_TOKEN));
  if (!isApi) return;
  Object.assign(app.getHttpServer() as HttpServer, { keepAliveTimeout: keepAliveMs, requestTimeout: requestMs });
  app.use(measure);
  app.use(traceRequests(app.get(Tracing)));
  app.use(compressAnswers);
  const maps = readBaseMaps(config);
  const { images, archives } = originsOf(maps.layers);
  app.use(
    helmet({
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", emptyStyle],
          imgSrc: ["'self'", 'data:', 'blob:', ...images],
          connectSrc: ["'self'", 'ws:', 'wss:', ...archives],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          // the console shows its own embedded pages as previews
          frameAncestors: ["'self'"],
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
  if (config.MAP_DIR !== undefined) app.use(mapFilesPath, serveMapFiles(resolve(config.MAP_DIR), maps.files));
  app.use(refuseOtherBodies);
  const isJson = /^\s*application\/json\s*(?:;|$)/iu;
  app.useBodyParser('json', {
    limit: '256kb',
    type: (r) => !r.url?.startsWith(largeBodies) && isJson.test(r.headers['content-type'] ?? ''),
  });
  app.useBodyParser('urlencoded', {
    extended: false,
    limit: '16kb',
    type: (r) => takesForm({ url: r.url ?? '', headers: r.headers }),
  });
  if (config.PUBLIC_DIR !== undefined) serveConsole(app, resolve(config.PUBLIC_DIR));
}
