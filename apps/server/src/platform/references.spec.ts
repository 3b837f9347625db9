import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { referenceHeader } from '@headland/contracts/endpoint';
import { exports as exporting } from '@headland/contracts/export';
import { notifications } from '@headland/contracts/notification';
import { session } from '@headland/contracts/session';
import { ExportsModule } from '../files/exports/exports.module';
import { LiveModule } from '../live/stream/live.module';
import { DeliveriesModule } from '../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../messages/notifications/notifications.module';
import { FleetApiModule } from '../ownership/fleet-api/fleet-api.module';
import { OrganizationsModule } from '../people/organizations/organizations.module';
import { SessionModule } from '../people/session/session.module';
import { getFleet, tokenAnswer } from '../testing/fleet-client';
import { startBucket, type Bucket } from '../testing/s3-bucket';
import { type LogLine, type Refused, startServer, type TestServer } from '../testing/server';
import { type Account, makeAccount, makeOrganizations } from '../testing/world';

/** What a user reads with an error leads to its cause in the log. Through each door that answers with a reference. */
let server: TestServer;
let bucket: Bucket;
let account: Account;
let token: string;
const lines: LogLine[] = [];

beforeAll(async () => {
  bucket = await startBucket();
  server = await startServer(
    [
      SessionModule,
      OrganizationsModule,
      DeliveriesModule,
      NotificationsModule,
      ExportsModule,
      LiveModule,
      FleetApiModule,
    ],
    { config: { S3_URL: bucket.url }, lines },
  );
  const at = await makeOrganizations(server.database);
  account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
  token = await server.login(account);
});
afterAll(async () => {
  await server.stop();
  await bucket.stop();
});
beforeEach(() => {
  lines.length = 0;
  bucket.breaksAfter = Number.POSITIVE_INFINITY;
});

interface ToldError {
  type: string;
  message: string;
  stack: string;
  query?: string;
  causes?: ToldError[];
}
const lineOf = (reference: unknown): LogLine & { error?: ToldError } => {
  expect(reference).toMatch(/^[\w-]{8,}$/u);
  const found = lines.filter((line) => line.reference === reference);
  expect(found).toHaveLength(1);
  return found[0] as LogLine;
};
const refusedBy = async (call: Promise<unknown>): Promise<Refused> =>
  call.then(
    () => expect.fail('it was answered'),
    (error: unknown) => error as Refused,
  );
/** While a table has another name. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await server.database.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    return await work();
  } finally {
    await server.database.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}
/** A list of its owner that is ready, and in the store with this many bytes. */
async function readyExport(bytes: number): Promise<number> {
  const { id } = await server.call(exporting.create, { body: { list: 'organizations' } }, token);
  const [row] = await server.database.query<{ fileId: string }[]>(
    'SELECT file_id AS "fileId" FROM list_export WHERE id = $1',
    [id],
  );
  for (const [key, object] of bucket.objects)
    if (key.includes(row?.fileId ?? '-')) object.bytes = Buffer.alloc(bytes, 'x');
  return id;
}

describe('the reference of an error leads to its cause', () => {
  it('where the database refuses a statement: with its text, and without what people have entered', async () => {
    const { status, error } = await without('notification', () =>
      refusedBy(server.call(notifications.list, { query: {} }, token)),
    );
    expect([status, error.code]).toEqual([500, 'INTERNAL']);
    const line = lineOf(error.reference);
    expect(line).toMatchObject({ level: 50, code: 'INTERNAL', path: '/api/notifications' });
    expect(line.error).toMatchObject({ type: 'QueryFailedError', message: 'relation "notification" does not exist' });
    expect(line.error?.query).toContain('FROM notification');
    expect(line.error?.stack).toContain('.ts:');

    const id = 'somebody9';
    const login = await without('user_account', () =>
      refusedBy(server.call(session.login, { body: { id, password: 'A-secret-word-1' } }, null)),
    );
    expect(login.status).toBe(500);
    expect(lineOf(login.error.reference).error?.message).toContain('user_account');
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${id}|A-secret-word-1`, 'u'));
  });

  it('where it is refused: with its code and the names of the fields', async () => {
    const body = { quietHours: { days: [], from: '25:00', to: '06:00', timeZone: 'UTC' } };
    const { error } = await refusedBy(server.call(notifications.setQuietHours, { body }, token));
    expect(error.code).toBe('E0001');
    const line = lineOf(error.reference);
    expect(line).toMatchObject({ level: 30, code: 'E0001', method: 'PUT' });
    expect(line.fields).toEqual(Object.keys(error.fields ?? {}));
    expect([line.error, line.why]).toEqual([undefined, undefined]);
  });

  it('where a file breaks before its first byte: it is answered as any error', async () => {
    const id = await readyExport(200_000);
    bucket.breaksAfter = 0;
    const response = await server.send(exporting.file, { params: { id } }, token);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('content-disposition')).toBeNull();
    const { error } = (await response.json()) as { error: { code: string; reference: string } };
    expect(error.code).toBe('INTERNAL');
    expect(lineOf(error.reference).error?.causes?.[0]?.message).toBeDefined();
  });

  it('where a file breaks in the middle: by the header that it began with', async () => {
    const id = await readyExport(4_000_000);
    bucket.breaksAfter = 2_000_000;
    const response = await server.send(exporting.file, { params: { id } }, token);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    const line = lineOf(response.headers.get(referenceHeader));
    expect(line).toMatchObject({ level: 50, path: `/api/exports/${id}/file` });
    expect(line.error?.message).toBeDefined();
  });

  it('where an export failed in the background: by the reference of its failure', async () => {
    const id = await readyExport(1);
    const reference = randomUUID().slice(0, 8);
    await server.database.query(
      `UPDATE list_export SET state = 'failed', problem = '{"code": "INTERNAL", "values": {}}', reference = $2 WHERE id = $1`,
      [id, reference],
    );
    const { error } = await refusedBy(server.call(exporting.file, { params: { id } }, token));
    expect(error).toMatchObject({ code: 'INTERNAL', reference });
  });

  it('where a console is not let in by the stream', async () => {
    // a session that this process has not read yet
    const fresh = await server.login(account);
    const refusal = await without('user_account', async () => {
      const socket = io(server.url, {
        ...{ path: '/socket.io', transports: ['websocket'], reconnection: false },
        auth: { token: fresh },
      });
      const error = await new Promise<Error & { data?: { code: string; reference: string } }>((resolve) =>
        socket.once('connect_error', resolve),
      );
      socket.close();
      return error.data;
    });
    expect(refusal?.code).toBe('UNAVAILABLE');
    expect(lineOf(refusal?.reference).error?.message).toContain('does not exist');
  });

  it('where a client of the Fleet API asks, in its own formats', async () => {
    const asked = await tokenAnswer(server, 'grant_type=client_credentials', { authorization: `Basic ${btoa('a:b')}` });
    const { error_description: text } = (await asked.json()) as { error_description: string };
    expect(lineOf(text.split(' ').at(-1))).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const xml = await (await getFleet(server, 'no.good.token', 'Fleet/1', 'application/xml')).text();
    expect(lineOf(/<Reference>(.*?)<\/Reference>/u.exec(xml)?.[1])).toMatchObject({
      code: 'BAD_TOKEN',
      why: expect.any(String) as string,
    });
  });
});
