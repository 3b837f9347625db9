import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { AppMembersModule } from '../app-members/app-members.module';
import { withoutTokens } from '../../platform/problem.filter';
import { SessionModule } from '../../people/session/session.module';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { machineOf, makeMember, type Member } from '../../testing/transfers';
import { makeAccount, makeOrganizations, type MadeVehicle } from '../../testing/world';
import { OwnerTransferModule } from './owner-transfer.module';

/** The trips of a machine by a token in the path, for app pages that send no header. */
let server: TestServer;
let owner: Member;
let other: Member;
let machine: MadeVehicle;
let second: MadeVehicle;
let head: string;
let minutesLater = 0;
const day = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  server = await startServer([SessionModule, AppMembersModule, OwnerTransferModule], {
    clock: () => new Date(Date.now() + minutesLater * 60_000),
  });
  const at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  [owner, other] = [await makeMember(server, at.nami, '김민수'), await makeMember(server, at.nami, '이영희')];
  [machine, second] = [await machineOf(server, owner, at.nami), await machineOf(server, owner, at.nami)];
});
afterAll(() => server.stop());
beforeEach(() => {
  minutesLater = 0;
});

const issue = () => owner.call(appVehicles.pathToken, { params: { id: machine.id } });
const read = (vinId: number, accessToken: string, token: string | null = null) =>
  server.call(appVehicles.tripsByPath, { params: { vinId, accessToken }, query: { day } }, token);
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? [error.status, error.error.code] : error),
  );

describe('a token in the path', () => {
  it('reads what the header reads, of its machine', async () => {
    const { accessToken } = await issue();
    expect(await read(machine.id, accessToken)).toEqual(
      await owner.call(appVehicles.trips, { params: { id: machine.id }, query: { day } }),
    );
  });

  it('opens no other machine, not even of the same owner', async () => {
    const { accessToken } = await issue();
    expect(await refused(read(second.id, accessToken))).toEqual([404, 'NOT_FOUND']);
  });

  it('is good for ten minutes', async () => {
    const { accessToken, expiresAt } = await issue();
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(10);
    minutesLater = 9;
    expect(await refused(read(machine.id, accessToken))).toBe('done');
    minutesLater = 11;
    expect(await refused(read(machine.id, accessToken))).toEqual([401, 'E0802']);
  });

  it('opens nothing but this, and nothing else opens this', async () => {
    const { accessToken } = await issue();
    const asHeader = await fetch(`${server.url}/api/app/vehicles`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(asHeader.status).toBe(401);
    for (const token of ['x', 'a.b.c', head])
      expect(((await refused(read(machine.id, token))) as [number])[0]).toBe(401);
    // a staff session is refused
    expect(await refused(read(machine.id, accessToken, head))).toEqual([403, 'FORBIDDEN']);
  });

  it('is for owners alone, and ends with the session', async () => {
    expect(await refused(other.call(appVehicles.pathToken, { params: { id: machine.id } }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const { accessToken } = await issue();
    await server.database.query('UPDATE app_session SET ended_at = now() WHERE customer_id = $1', [machine.customerId]);
    expect(await refused(read(machine.id, accessToken))).toEqual([401, 'E0105']);
  });

  it('is not in the log', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiJ4In0.c2lnbmF0dXJlLXg_eA';
    expect(withoutTokens(`/api/app/trips/7/${token}`)).toBe('/api/app/trips/7/***');
    expect(withoutTokens(`/reportDetailApp/7/${token}/more`)).toBe('/reportDetailApp/7/***/more');
    expect(withoutTokens('/api/vehicles/7')).toBe('/api/vehicles/7');
  });
});
