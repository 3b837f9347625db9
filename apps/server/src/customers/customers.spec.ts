import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customers } from '@headland/contracts/customer';
import { SessionModule } from '../session/session.module';
import { Refused, startServer, type TestServer } from '../testing/server';
import { type MadeVehicle, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../testing/world';
import { CustomersModule } from './customers.module';

let server: TestServer;
let at: Organizations;
let head: string;
let staff: string;
let nami: string;
let sora: string;
beforeAll(async () => {
  server = await startServer([SessionModule, CustomersModule]);
  at = await makeOrganizations(server.database);
  const login = async (...who: [Parameters<typeof makeAccount>[1], Parameters<typeof makeAccount>[2], number]) =>
    server.login(await makeAccount(server.database, ...who));
  head = await login('HEAD_OFFICE', 'ADMIN', at.headOffice);
  staff = await login('HEAD_OFFICE', 'STAFF', at.headOffice);
  nami = await login('DEALER', 'ADMIN', at.nami);
  sora = await login('AGENCY', 'ADMIN', at.sora);
});
afterAll(() => server.stop());

const remove = (id: number, token = head) => server.call(customers.delete, { params: { id } }, token);
const refusal = async (call: Promise<unknown>): Promise<[number, string]> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return [error.status, error.error.code];
    throw error;
  }
  throw new Error('it was allowed');
};

describe('deleting a customer', () => {
  let one: MadeVehicle;
  let two: MadeVehicle;
  let id: number;
  beforeEach(async () => {
    one = await makeVehicle(server.database, at.nami);
    two = await makeVehicle(server.database, at.nami);
    id = one.customerId;
    await server.database.query("UPDATE customer SET birth_on = '1970-01-01', app_status = 'registered' WHERE id = $1", [id]);
    await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [two.id, id]);
    await server.database.query(
      'INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id) SELECT id, sold_on, organization_id, customer_id FROM vehicle WHERE customer_id = $1',
      [id],
    );
  });
  const still = () => server.database.query('SELECT name, phone, birth_on, app_status, removed_at IS NOT NULL AS removed FROM customer WHERE id = $1', [id]);

  it('erases the person and makes the machines unsold', async () => {
    expect(await remove(id, nami)).toEqual({ deleted: true, unsold: [one.vin, two.vin] });
    expect(await still()).toEqual([{ name: '', phone: null, birth_on: null, app_status: null, removed: true }]);
    expect(await server.database.query('SELECT sold_on, customer_id, organization_id FROM vehicle WHERE id = ANY($1)', [[one.id, two.id]])).toEqual(
      [0, 1].map(() => ({ sold_on: null, customer_id: null, organization_id: at.nami })),
    );
    expect(await server.database.query('SELECT count(*)::int AS n FROM sale WHERE customer_id = $1 AND cancelled_at IS NULL', [id])).toEqual([{ n: 0 }]);
    const events = await server.database.query<{ name: string; payload: object }[]>(
      "SELECT name, payload FROM event_log WHERE (payload->>'kind' = 'customer' AND payload->>'id' = $1) OR vehicle_id = ANY($2) ORDER BY number",
      [String(id), [one.id, two.id]],
    );
    expect(events.map((e) => e.name)).toEqual(['record.changed', 'record.changed', 'record.deleted']);
    expect(JSON.stringify(events)).not.toContain('김민수');
    // gone is gone
    expect(await refusal(remove(id))).toEqual([404, 'NOT_FOUND']);
  });

  it('twice at once deletes once', async () => {
    const both = await Promise.allSettled([remove(id), remove(id)]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused while one of the machines calls for help, and nothing is half done', async () => {
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at) VALUES ('button', 'device', $1, $2, $3, now(), now())`,
      [two.id, two.deviceId, at.nami],
    );
    expect(await refusal(remove(id))).toEqual([409, 'VEHICLE_HAS_OPEN_SOS']);
    expect(await still()).toMatchObject([{ name: '김민수', removed: false }]);
    expect(await server.database.query('SELECT count(*)::int AS n FROM vehicle WHERE customer_id = $1', [id])).toEqual([{ n: 2 }]);
  });

  it('needs D, and the sight of the customer', async () => {
    expect(await refusal(remove(id, staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(remove(id, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(remove(999_999))).toEqual([404, 'NOT_FOUND']);
  });

  it('whose other machine is of another dealer is not one dealer’s to delete', async () => {
    await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [two.id, at.sora]);
    expect(await refusal(remove(id, nami))).toEqual([403, 'FORBIDDEN']);
    expect((await remove(id)).unsold).toHaveLength(2);
  });
});
