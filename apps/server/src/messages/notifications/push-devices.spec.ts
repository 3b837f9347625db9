import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { notifications } from '@headland/contracts/notification';
import { type LoggedIn, refreshHeader, session } from '@headland/contracts/session';
import { EndSessionsOf } from '../../people/session/end-sessions-of.command';
import { SessionModule } from '../../people/session/session.module';
import { system } from '../../platform/caller';
import { refusal } from '../../testing/alerts';
import { pushBrowser } from '../../testing/push-browser';
import { startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { NotificationsModule } from './notifications.module';

/** Web push of a browser and the session that turned it on. */
let server: TestServer;
let orgs: Organizations;
let member: Account;
let serial = 0;
let endpoint: string;

beforeAll(async () => {
  server = await startServer([SessionModule, DeliveriesModule, NotificationsModule], {
    config: { PUSH_HOSTS: ['push.example'], VAPID_PRIVATE_KEY: 'A'.repeat(42) + 'E' },
  });
  orgs = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  member = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  endpoint = `https://fcm.push.example/send/${++serial}`;
});

const logIn = async (): Promise<LoggedIn> => {
  const { id, password } = member;
  const first = await server.call(session.login, { body: { id, password } }, null);
  if (first.step === 'done') return first;
  const { smsLoginId } = first;
  return server.call(session.loginConfirm, { body: { smsLoginId, code: await server.codeOf(smsLoginId) } }, null);
};
const subscribe = ({ accessToken }: LoggedIn, at = endpoint) =>
  server.call(notifications.subscribe, { body: pushBrowser(at).subscription }, accessToken);
/** Of the member's rows, whether each is of the session. */
const listed = async ({ accessToken }: LoggedIn): Promise<boolean[]> =>
  (await server.call(notifications.devices, {}, accessToken)).devices.map((device) => device.ofThisSession);
const kept = async (): Promise<string[]> =>
  (
    await server.database.query<{ endpoint: string }[]>(
      'SELECT endpoint FROM push_subscription WHERE user_id = $1 ORDER BY id',
      [member.userId],
    )
  ).map((row) => row.endpoint);
const byAdministrator = () => server.execute(new EndSessionsOf(member.userId, 'administrator', system));

it('outlasts a login elsewhere, and is carried on by the browser’s next session', async () => {
  await subscribe(await logIn());
  const next = await logIn();
  expect(await listed(next)).toEqual([false]);
  expect(await subscribe(next)).toMatchObject({ ofThisSession: true });
  expect(await listed(next)).toEqual([true]);
});

it('ends with the session that the member ends', async () => {
  const own = await logIn();
  await subscribe(own);
  await server.call(session.logout, {}, own.accessToken);
  expect(await kept()).toEqual([]);
});

it('ends where somebody uses an old token', async () => {
  const own = await logIn();
  await subscribe(own);
  const refresh = (of: { accessToken: string; refreshToken: string }) =>
    server.call(session.refresh, {}, of.accessToken, { [refreshHeader]: of.refreshToken });
  await refresh(await refresh(own));
  expect(await kept()).toEqual([endpoint]);
  expect(await refusal(refresh(own))).toEqual([401, 'E0803']);
  expect(await kept()).toEqual([]);
});

it('ends on all browsers when an administrator ends the sessions, also of one that was over before', async () => {
  await subscribe(await logIn());
  const second = await logIn();
  await subscribe(second, `${endpoint}/second`);
  await server.database.query(
    "INSERT INTO push_subscription (user_id, endpoint, p256dh, auth) VALUES ($1, $2 || '/old', 'x', 'y')",
    [member.userId, endpoint],
  );
  expect(await kept()).toHaveLength(3);
  await byAdministrator();
  expect(await kept()).toEqual([]);
  expect(await refusal(subscribe(second))).toEqual([401, 'E0105']);
  expect(await kept()).toEqual([]);
});

it('ends on the others when the password is changed here', async () => {
  await subscribe(await logIn(), `${endpoint}/other`);
  const own = await logIn();
  await subscribe(own);
  await server.database.query(
    "INSERT INTO push_subscription (user_id, endpoint, p256dh, auth) VALUES ($1, $2 || '/old', 'x', 'y')",
    [member.userId, endpoint],
  );
  const body = { current: member.password, next: 'Another-pw1' };
  await server.call(session.changePassword, { body }, own.accessToken);
  expect(await kept()).toEqual([endpoint]);
});
