import { FileStore } from '../platform/files/file-store';
import type { TestServer } from './server';
import { makeAccount, makeOrganizations, type Organizations } from './world';

/** Who keeps a shop in a spec, and what its records are made of. */
export interface Shop {
  at: Organizations;
  tokens: Record<'service' | 'service2' | 'serviceStaff' | 'head' | 'headStaff' | 'dealer', string>;
  /** a picture that a member has sent, 900 × 500; default: of `service` */
  image: (token?: string) => Promise<string>;
  model: (name: string) => Promise<number>;
}

export async function makeShop(server: TestServer): Promise<Shop> {
  const { database } = server;
  const at = await makeOrganizations(database);
  const ids = new Map<string, number>();
  const login = async (...of: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) => {
    const account = await makeAccount(database, ...of);
    const token = await server.login(account);
    const [row] = await database.query<{ id: number }[]>('SELECT id FROM user_account WHERE login_id = $1', [
      account.id,
    ]);
    ids.set(token, row?.id ?? 0);
    return token;
  };
  const tokens = {
    service: await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice),
    service2: await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice),
    serviceStaff: await login('SERVICE_BUSINESS', 'STAFF', at.headOffice),
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice),
    headStaff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    dealer: await login('DEALER', 'ADMIN', at.nami),
  };
  return {
    at,
    tokens,
    image: (token = tokens.service) =>
      server.app.get(FileStore).put(
        {
          ...{ kind: 'image', name: 'part.png', type: 'image/webp', width: 900, height: 500 },
          createdBy: ids.get(token) ?? null,
        },
        new Uint8Array([1, 2, 3]),
      ),
    model: async (name) => {
      const [row] = await database.query<{ id: number }[]>(
        `INSERT INTO model (name, type, machine, release_year, horsepower, remote_control, rollover, created_at, changed_at)
         VALUES ($1, 'standard', 'tractor', 2025, 50, 'none', '{"1":{"x":45,"y":45,"z":60},"2":{"x":45,"y":45,"z":60}}', now(), now()) RETURNING id`,
        [name],
      );
      return row?.id ?? 0;
    },
  };
}
