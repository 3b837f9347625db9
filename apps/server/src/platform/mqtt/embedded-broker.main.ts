import { createServer } from 'node:http';
import pino from 'pino';
import { z } from 'zod';
import { metricsText, metricsType } from '../metrics';
import { startBroker } from './embedded-broker/broker';

/**
 * The built-in broker as a process of its own: configuration from the environment; serves /healthz, /readyz and
 * /metrics.
 */
const port = z.coerce.number<string>().int().min(0).max(65_535);
const BrokerConfig = z.object({
  DATABASE_URL: z.url().describe('PostgreSQL with the registered devices'),
  DATABASE_SESSION_URL: z.url().or(z.literal('')).optional().describe('The same without a pooler between'),
  BROKER_HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 lets real devices in'),
  BROKER_PORT: port.default(1883).describe('MQTT port'),
  BROKER_HEALTH_PORT: port.default(3004).describe('HTTP port of /healthz, /readyz and /metrics'),
  BROKER_QUEUE_MESSAGES: z.coerce
    .number<string>()
    .int()
    .min(100)
    .default(20_000)
    .describe('Most messages kept for one server process that is away'),
  MQTT_USERNAME: z.string().default('headland-server').describe('The account of the server'),
  MQTT_PASSWORD: z.string().min(8).describe('Its password'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info').describe('Least level that is logged'),
});

process.umask(0o077);
const parsed = BrokerConfig.safeParse(process.env);
if (!parsed.success) {
  const lines = parsed.error.issues.map((issue) => {
    const key = String(issue.path[0]) as keyof typeof BrokerConfig.shape;
    return `  ${key}: ${process.env[key] === undefined ? 'is missing' : issue.message} (${BrokerConfig.shape[key].description})`;
  });
  process.stderr.write(`The configuration of the broker is not complete:\n${lines.join('\n')}\n`);
  process.exit(1);
}
const config = parsed.data;
const log = pino({ level: config.LOG_LEVEL, base: { run: 'broker' }, timestamp: pino.stdTimeFunctions.isoTime });

const broker = await startBroker(
  {
    host: config.BROKER_HOST,
    port: config.BROKER_PORT,
    databaseUrl: config.DATABASE_SESSION_URL || config.DATABASE_URL,
    username: config.MQTT_USERNAME,
    password: config.MQTT_PASSWORD,
    serverLimits: {
      messages: config.BROKER_QUEUE_MESSAGES,
      bytes: 64 * 1024 * 1024,
      inFlightMessages: 4_000,
      inFlightBytes: 8 * 1024 * 1024,
    },
  },
  log,
).catch((error: unknown) => {
  log.fatal(
    { error },
    `broker: cannot listen on port ${config.BROKER_PORT}: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
});

const http = createServer((request, response) => {
  const answer = (status: number, type: string, body: string): void =>
    void response.writeHead(status, { 'content-type': type }).end(body);
  if (request.url === '/healthz') return answer(200, 'text/plain', 'ok');
  if (request.url === '/readyz') {
    void broker
      .problem()
      .then((problem) =>
        answer(problem === null ? 200 : 503, 'application/json', JSON.stringify({ ready: problem === null, problem })),
      );
    return;
  }
  if (request.url === '/metrics') {
    broker.refresh();
    void metricsText().then((text) => answer(200, metricsType, text));
    return;
  }
  answer(404, 'text/plain', 'not found');
});
http.listen(config.BROKER_HEALTH_PORT, '127.0.0.1');
log.info(`broker: MQTT on ${config.BROKER_HOST}:${broker.port}`);

let stopping = false;
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.on(name, () => {
    if (stopping) return;
    stopping = true;
    http.close();
    void broker.stop().then(() => process.exit(0));
  });
}
