import { app, appHeader } from '@headland/contracts/app';
import { customerTerms } from '@headland/contracts/customer-terms';
import type { Answer, Endpoint, Input } from '@headland/contracts/endpoint';
import {
  appTransfers,
  ownerTransfers,
  type AppTransfer,
  type TransferSummary,
} from '@headland/contracts/owner-transfer';
import { sales } from '@headland/contracts/sale';
import type { TestServer } from './server';
import { makeVehicle, type MadeVehicle } from './world';

/** A customer with the app, logged in through its door. */
export interface Member {
  id: number;
  name: string;
  phone: string;
  call: <E extends Endpoint>(e: E, input: Input<E>) => Promise<Answer<E>>;
  send: (e: Endpoint, input: object) => Promise<Response>;
}

let count = 0;
/** Registered, with every term agreed to as it reads today. */
export async function makeMember(server: TestServer, organizationId: number, name = '이영희'): Promise<Member> {
  const number = String(++count).padStart(4, '0');
  const phone = `010-5556-${number}`;
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO customer (name, phone, organization_id, app_status, login_id, joined_at) VALUES ($1, $2, $3, 'registered', $4, now()) RETURNING id`,
    [name, phone, organizationId, `member${number}`],
  );
  const id = row?.id ?? 0;
  await agreeToTerms(server, id);
  const { smsId } = await server.call(app.sendCode, { body: { phone } }, null);
  await server.call(app.confirmCode, { body: { smsId, code: await server.codeOf(smsId) } }, null);
  const { accessToken } = await server.call(app.login, { body: { smsId } }, null);
  const header = { [appHeader]: `Bearer ${accessToken}`, 'accept-language': 'ko' };
  return {
    id,
    name,
    phone,
    call: (e, input) => server.call(e, input, null, header),
    send: (e, input) => server.send(e, input, null, header),
  };
}

export const agreeToTerms = (server: TestServer, customerId: number): Promise<unknown> =>
  server.database.query(
    `INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on) SELECT $1, t.term, t.version, true, 'app', current_date
     FROM jsonb_to_recordset($2::jsonb) AS t(term text, version text)`,
    [customerId, JSON.stringify(customerTerms)],
  );

/** A machine owned by the member, never sold before. */
export async function machineOf(server: TestServer, member: Member, organizationId: number): Promise<MadeVehicle> {
  const made = await makeVehicle(server.database, organizationId);
  await server.database.query('DELETE FROM vehicle_owner WHERE vehicle_id = $1', [made.id]);
  await server.database.query('UPDATE vehicle SET customer_id = $2 WHERE id = $1', [made.id, member.id]);
  await server.database.query(
    `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, nickname) SELECT id, sold_on, organization_id, customer_id, '우리 트랙터' FROM vehicle WHERE id = $1`,
    [made.id],
  );
  return { ...made, customerId: member.id };
}

export const requestTransfer = (from: Member, to: Member, vin: string): Promise<AppTransfer> =>
  from.call(appTransfers.request, { body: { vin, phone: to.phone } });

/** As far as both parties can bring it. */
export async function acceptedTransfer(from: Member, to: Member, vin: string): Promise<number> {
  const { id } = await requestTransfer(from, to, vin);
  await to.call(appTransfers.accept, { params: { id } });
  return id;
}

/** Through the staff's door, too. */
export async function approvedTransfer(
  server: TestServer,
  from: Member,
  to: Member,
  vin: string,
  token: string,
): Promise<TransferSummary> {
  return server.call(ownerTransfers.approve, { params: { id: await acceptedTransfer(from, to, vin) } }, token);
}

/** A sale is cancelled by mistake and entered again as it was; `between`: what happens until then. */
export async function sellAgain(
  server: TestServer,
  id: number,
  token: string,
  between = (): Promise<unknown> => Promise.resolve(),
): Promise<void> {
  const params = { id };
  const { version, soldOn, dealer, customer } = await server.call(sales.get, { params }, token);
  const cancelled = await server.call(sales.cancel, { params, body: { version, reason: 'by mistake' } }, token);
  await between();
  const body = {
    version: cancelled.version,
    soldOn: soldOn ?? '',
    dealerId: dealer?.id ?? 0,
    customerId: customer?.id,
  };
  await server.call(sales.change, { params, body }, token);
}
