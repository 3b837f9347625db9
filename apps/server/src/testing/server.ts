import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import type { Type } from '@nestjs/common';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Answer, Download, Endpoint, Envelope, GivenFile, Input } from '@headland/contracts/endpoint';
import { accessHeader, session } from '@headland/contracts/session';
import { setUpHttp } from '../platform/http-setup';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, ConfigSchema, type Config } from '../platform/config';
import { Health } from '../platform/health';
import { LOG, makeLog } from '../platform/log';
import { PlatformModule } from '../platform/platform.module';
import { freshDatabase } from './database';

/** A refused call: status and the `error` of the envelope. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      code: string;
      message: string;
      reference: string;
      fields?: Record<string, string>;
      values?: Record<string, string | number>;
    },
  ) {
    super(`${status} ${error.code} ${JSON.stringify(error.fields ?? error.values ?? {})}`);
  }
}

export interface TestServer {
  url: string;
  databaseUrl: string;
  database: DataSource;
  app: NestExpressApplication;
  config: Config;
  /** Calls an endpoint with an access token (null: none) and answers its data; throws `Refused`. */
  call: <E extends Endpoint>(
    e: E,
    input: Input<E>,
    token: string | null,
    headers?: Record<string, string>,
  ) => Promise<Answer<E>>;
  /** The same without reading the answer. */
  send: (e: Endpoint, input: object, token: string | null, headers?: Record<string, string>) => Promise<Response>;
  /** Logs in through the door, with both steps, and answers the access token. */
  login: (account: { id: string; password: string }) => Promise<string>;
  /** The newest code that was texted for a challenge (smsLoginId, smsId). */
  codeOf: (smsId: string) => Promise<string>;
  execute: <T>(command: Command<T>) => Promise<T>;
  stop: () => Promise<void>;
}

/** What it logs from info on, where a spec reads it. */
export type LogLine = Record<string, unknown> & { level: number; msg: string };
const logOf = (run: string[], lines: LogLine[] | undefined) =>
  lines === undefined
    ? makeLog(process.env.TEST_LOG_LEVEL ?? 'silent', run)
    : makeLog('info', run, { write: (line) => lines.push(JSON.parse(line) as LogLine) });

/** A server on a database of its own with the slices that a spec needs, listening on a free port. Add SessionModule for routes with a caller. */
export async function startServer(
  modules: Type[],
  over: { clock?: Clock; config?: Partial<Config>; lines?: LogLine[] } = {},
): Promise<TestServer> {
  const fresh = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'headland-server-'));
  const config: Config = {
    ...ConfigSchema.parse({
      RUN: 'api',
      DATABASE_URL: fresh.url,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PASSWORD: 'not-used-here',
      JWT_SECRET: 'a secret of the tests, long enough for a key',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      // specs log in without this limit; those of the login set 5
      SMS_CODES_AN_HOUR: '1000',
      // a spec sets its own client address
      TRUST_PROXY: '127.0.0.1,::1',
    }),
    // whatever sends messages wipes a code once it is sent; its mailbox keeps it for the login of a spec
    DEVELOPMENT: over.config?.RUN?.includes('jobs') ?? false,
    ...over.config,
  };
  let building = Test.createTestingModule({ imports: [PlatformModule, ...modules] })
    .overrideProvider(CONFIG)
    .useValue(config)
    .overrideProvider(LOG)
    .useValue(logOf(config.RUN, over.lines));
  if (over.clock) building = building.overrideProvider(CLOCK).useValue(over.clock);
  const app = (await building.compile()).createNestApplication<NestExpressApplication>({
    logger: false,
    bodyParser: false,
  });
  setUpHttp(app, config, app.get(Health), true);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${((app.getHttpServer() as HttpServer).address() as AddressInfo).port}`;

  const send: TestServer['send'] = (e, input, token, headers = {}) =>
    request(url, e, input as Parts, { ...(token === null ? {} : { [accessHeader]: token }), ...headers });
  const call: TestServer['call'] = async (e, input, token, headers) =>
    answerOf(e, await send(e, input as object, token, headers));
  const codeOf = async (smsId: string): Promise<string> => {
    // wiped from the delivery once it is sent; then it is in the mailbox
    const [row] = await fresh.dataSource.query<{ texts: string }[]>(
      `SELECT d.text || ' ' || COALESCE(m.text, '') AS texts FROM delivery d LEFT JOIN mail m ON m.delivery_id = d.id WHERE starts_with(d.reason, $1) ORDER BY d.id DESC LIMIT 1`,
      [`code:${smsId}:`],
    );
    const code = /\b\d{6}\b/u.exec(row?.texts ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was sent for ${smsId}`);
    return code;
  };
  return {
    url,
    databaseUrl: fresh.url,
    database: fresh.dataSource,
    app,
    config,
    send,
    call,
    codeOf,
    login: async ({ id, password }) => {
      const first = await call(session.login, { body: { id, password } }, null);
      if (first.step === 'done') return first.accessToken;
      const code = await codeOf(first.smsLoginId);
      return (await call(session.loginConfirm, { body: { smsLoginId: first.smsLoginId, code } }, null)).accessToken;
    },
    execute: (command) => app.get(CommandBus).execute(command),
    stop: async () => {
      await app.close();
      await fresh.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: GivenFile;
}

async function request(
  url: string,
  e: Endpoint,
  { params = {}, query = {}, body, file }: Parts,
  headers: Record<string, string>,
): Promise<Response> {
  const path = e.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    // a day of a spec is one of UTC, unless it names a zone or undefined
    Object.entries({ timeZone: 'UTC', ...query }).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((v) => v !== undefined)
        .map((v): [string, string] => [name, String(v)]),
    ),
  );
  const form = new FormData();
  if (file !== undefined) form.set('file', new File([new Uint8Array(await file.arrayBuffer())], file.name));
  return fetch(`${url}${path}?${search}`, {
    method: e.method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(file === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: form }),
  });
}

async function answerOf<E extends Endpoint>(e: E, response: Response): Promise<Answer<E>> {
  if (e.stream !== undefined && response.ok) {
    const name = /filename\*=UTF-8''([^;]+)/u.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return {
      name: name === undefined ? null : decodeURIComponent(name),
      bytes: await response.arrayBuffer(),
    } satisfies Download as Answer<E>;
  }
  const envelope = (await response.json()) as Envelope<unknown>;
  if (!envelope.success) throw new Refused(response.status, envelope.error);
  // what the contract does not know must not leave the house
  if (e.data) (e.page ? e.data.array() : e.data).parse(envelope.data);
  return (e.page ? { rows: envelope.data, page: envelope.page } : envelope.data) as Answer<E>;
}
