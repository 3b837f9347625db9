import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles, type GroupType, type Role } from '@headland/contracts/access';
import type { Endpoint } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { users } from '@headland/contracts/user';
import { OrganizationsModule } from '../organizations/organizations.module';
import { pseudoRandom } from '../../seed/pseudo-random';
import { SessionModule } from '../session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeVehicle } from '../../testing/world';
import { administers, brokenOf, wrongsOf, type AccountRow, type OrganizationRow, type World } from './rank-oracle';
import { UsersModule } from './users.module';

/**
 * Random walks of actions on accounts and organizations over HTTP, by all 28 roles: no one gains, moves or removes
 * rights above their own. RANK_WALK_ACTS sets their length, RANK_WALK_SEED the seed.
 */
const acts = Number(process.env.RANK_WALK_ACTS ?? 120);
const seeds = process.env.RANK_WALK_SEED === undefined ? [1, 2] : [Number(process.env.RANK_WALK_SEED)];

let server: TestServer;
beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule, UsersModule]);
});
afterAll(() => server.stop());

const sql = <T>(text: string, parameters: unknown[] = []): Promise<T[]> => server.database.query<T[]>(text, parameters);

/**
 * A tree with each kind of organization: side by side, nested, sellers below regions, some empty, some with vehicles.
 */
async function makeTree(): Promise<void> {
  const ids = new Map<string, number>();
  const tree: [GroupType, GroupType | null][] = [
    ['HEAD_OFFICE', null],
    ...(['DAEDONG', 'KIOTI', 'SERVICE_BUSINESS', 'DOMESTIC_SALES_HQ', 'PRODUCTION', 'BIZ', 'SALES'] as const).map(
      (g): [GroupType, GroupType] => [g, 'HEAD_OFFICE'],
    ),
    ['RSM_BUSINESS', 'DOMESTIC_SALES_HQ'],
    ['TSM', 'RSM_BUSINESS'],
    ['REGION', 'DOMESTIC_SALES_HQ'],
    ['AGENCY', 'REGION'],
    ['DEALER', 'KIOTI'],
    ['CUSTOMER_BIZ', 'BIZ'],
  ];
  for (const [type, parent] of tree) {
    const [row] = await sql<{ id: number }>(
      'INSERT INTO organization (name, type, parent_id, erp_code) VALUES ($1, $1, $2, $3) RETURNING id',
      [type, ids.get(parent ?? '') ?? null, type === 'AGENCY' || type === 'DEALER' ? type.slice(0, 5) : null],
    );
    ids.set(type, row?.id ?? 0);
  }
  for (const type of ['HEAD_OFFICE', 'REGION', 'BIZ', 'KIOTI', 'RSM_BUSINESS'] as const)
    await sql("INSERT INTO organization (name, type, parent_id) VALUES ('Empty', 'BIZ', $1)", [ids.get(type)]);
  await makeVehicle(server.database, ids.get('DEALER') ?? 0);
}

async function look(): Promise<World> {
  const accounts = await sql<AccountRow>(
    `SELECT u.id, u.role, u.group_type AS "groupType", u.organization_id AS "organizationId", u.active, u.login_id IS NOT NULL AS joined, u.removed_at IS NOT NULL AS removed,
       concat_ws('|', u.name, u.email, u.phone, u.country, u.address, u.address_detail, u.postal_code, u.password_hash, u.temporary_until, u.failed_logins, u.locked_until,
         (SELECT count(*) FROM login_session s WHERE s.user_id = u.id AND s.ended_at IS NULL),
         (SELECT count(*) FROM account_link l WHERE l.user_id = u.id), (SELECT count(*) FROM delivery d WHERE d.subject = 'account' AND d.subject_id = u.id)) AS rest
     FROM user_account u`,
  );
  const houses = await sql<OrganizationRow>(
    `SELECT o.id, o.type, o.parent_id AS "parentId", o.path, o.removed_at IS NOT NULL AS removed, concat_ws('|', o.name, o.phone, o.address, o.erp_code) AS rest,
       (SELECT count(*) FROM user_account u WHERE u.organization_id = o.id AND u.removed_at IS NULL)::int AS users,
       (SELECT count(*) FROM vehicle v WHERE v.organization_id = o.id)::int AS vehicles FROM organization o`,
  );
  return { accounts: new Map(accounts.map((a) => [a.id, a])), organizations: new Map(houses.map((o) => [o.id, o])) };
}

/**
 * A logged-in user of this kind: an existing one, else a new one; logged in again when an action has ended the session
 * or changed the password.
 */
const tokens = new Map<number, string>();
const known = new Map<number, { id: string; password: string }>();
async function actor(world: World, groupType: GroupType, role: Role): Promise<number> {
  const there = [...world.accounts.values()].find(
    (a) => a.groupType === groupType && a.role === role && a.active && a.joined && !a.removed && known.has(a.id),
  );
  let id = there?.id;
  if (id === undefined) {
    const home =
      [...world.organizations.values()].find((o) => o.type === groupType && !o.removed) ??
      [...world.organizations.values()].find((o) => o.type === 'HEAD_OFFICE');
    const made = await makeAccount(server.database, groupType, role, home?.id ?? 0, { name: '김민수' });
    id = made.userId;
    known.set(id, made);
  }
  const token = tokens.get(id);
  if (token !== undefined && (await server.send(organizations.tree, {}, token)).status === 200) return id;
  const [model] = await sql<{ password_hash: string }>(
    "SELECT password_hash FROM user_account WHERE login_id = 'hashes1'",
  );
  await sql(
    'UPDATE user_account SET password_hash = $2, temporary_password = false, temporary_until = NULL, failed_logins = 0, locked_until = NULL WHERE id = $1',
    [id, model?.password_hash],
  );
  tokens.set(id, await server.login(known.get(id) as { id: string; password: string }));
  return id;
}

describe.each(seeds)('a walk with seed %i', (seed) => {
  const draw = pseudoRandom(seed);
  let number = seed * 100_000;
  const administrators: GroupType[] = [
    'HEAD_OFFICE',
    'DAEDONG',
    'KIOTI',
    'SERVICE_BUSINESS',
    'DOMESTIC_SALES_HQ',
    'RSM_BUSINESS',
    'TSM',
  ];
  const someAccount = (world: World): number => draw.of([...world.accounts.values()].filter((a) => !a.removed)).id;
  const someHouse = (world: World): number => draw.of([...world.organizations.values()].filter((o) => !o.removed)).id;
  const newContact = () => ({
    email: `walk${++number}@korea.kr`,
    phone: `010-6${String(number % 1000).padStart(3, '0')}-${String(number % 10_000).padStart(4, '0')}`,
  });

  async function changeUser(world: World): Promise<[Endpoint, object]> {
    const id = someAccount(world);
    const [row] = await sql<Record<string, unknown>>(
      `SELECT version, name, email, role, group_type AS "groupType", organization_id AS "organizationId", country, phone, postal_code AS "postalCode", address,
         address_detail AS "addressDetail", active FROM user_account WHERE id = $1`,
      [id],
    );
    const change = draw.of([
      { email: newContact().email },
      { phone: newContact().phone },
      { name: draw.of(['박서연', '이지훈']) },
      { address: `길 ${draw.digits(3)}` },
      { role: draw.of(roles) },
      { role: draw.of(roles), groupType: draw.of(groupTypes) },
      { organizationId: someHouse(world) },
      { groupType: draw.of(groupTypes), organizationId: someHouse(world) },
      { active: draw.chance(0.5) },
    ]);
    return [users.change, { params: { id }, body: { ...row, ...change } }];
  }
  async function changeHouse(world: World): Promise<[Endpoint, object]> {
    const id = someHouse(world);
    const [row] = await sql<Record<string, unknown>>(
      'SELECT version, name, type, parent_id AS "parentId", erp_code AS "erpCode", phone, address FROM organization WHERE id = $1',
      [id],
    );
    const change = draw.of([
      { type: draw.of(groupTypes) },
      { type: draw.of(groupTypes), erpCode: `W${draw.digits(6)}` },
      { parentId: someHouse(world) },
      { parentId: someHouse(world), type: draw.of(groupTypes), erpCode: `W${draw.digits(6)}` },
      { name: `House ${draw.digits(6)}` },
      { address: `길 ${draw.digits(3)}` },
    ]);
    return [organizations.change, { params: { id }, body: { ...row, ...change } }];
  }
  const someAct = (world: World): Promise<[Endpoint, object]> | [Endpoint, object] => {
    const on = { params: { id: someAccount(world) } };
    switch (
      draw.of([
        'create',
        'change',
        'change',
        'change',
        'link',
        'reset',
        'unlock',
        'end',
        'remove',
        'found',
        'house',
        'house',
        'house',
        'close',
      ] as const)
    ) {
      case 'create': {
        const given = draw.chance(0.5) ? { loginId: `walk${++number}` } : {};
        const body = {
          name: '새사람',
          ...newContact(),
          ...given,
          role: draw.of(roles),
          groupType: draw.of(groupTypes),
          organizationId: someHouse(world),
        };
        return [users.create, { body }];
      }
      case 'change':
        return changeUser(world);
      case 'link':
        return [users.sendLink, on];
      case 'reset':
        return [users.resetPassword, on];
      case 'unlock':
        return [users.unlock, on];
      case 'end':
        return [users.endSessions, on];
      case 'remove':
        return [users.remove, on];
      case 'found':
        return [
          organizations.create,
          {
            body: {
              name: `New ${draw.digits(6)}`,
              type: draw.of(groupTypes),
              parentId: someHouse(world),
              erpCode: `W${draw.digits(6)}`,
            },
          },
        ];
      case 'house':
        return changeHouse(world);
      case 'close':
        return [organizations.delete, { params: { id: someHouse(world) } }];
    }
  };

  it(`of ${acts} actions never changes what outranks the actor`, async () => {
    if (seed === seeds[0]) {
      await makeTree();
      // the password hash is restored after a reset: the check sees only what the actions do
      await makeAccount(server.database, 'PRODUCTION', 'STAFF', 1, {
        loginId: 'hashes1',
        name: '김민수',
        active: false,
      });
      for (const groupType of groupTypes) for (const role of roles) await actor(await look(), groupType, role);
    }
    const counts: Record<string, number> = {};
    for (let n = 0; n < acts; n++) {
      const groupType = draw.chance(0.75) ? draw.of(administrators) : draw.of(groupTypes);
      const id = await actor(await look(), groupType, draw.chance(0.9) ? 'ADMIN' : 'STAFF');
      // failed logins, so that an unlock has an effect
      await sql(
        'UPDATE user_account SET failed_logins = 3 WHERE removed_at IS NULL AND failed_logins = 0 AND id <> $1 AND active',
        [id],
      );
      const before = await look();
      const [endpoint, input] = await someAct(before);
      const response = await server.send(endpoint, input, tokens.get(id) ?? '');
      const answer = (await response.json()) as { error: { code: string } | null };
      const me = before.accounts.get(id) as AccountRow;
      const after = await look();
      const outcome = answer.error?.code ?? (administers(me) ? 'accepted' : 'accepted of nobody');
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      expect(
        wrongsOf(me, before, after, response.ok),
        `seed ${seed}, act ${n}: ${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}: ${outcome}`,
      ).toEqual([]);
      expect([400, 500, 503]).not.toContain(response.status);
    }
    expect(brokenOf(await look())).toEqual([]);
    // a walk without accepted actions, or without a superior, would prove nothing
    expect(counts.accepted ?? 0, JSON.stringify(counts)).toBeGreaterThan(acts / 20);
    expect((counts.USER_ABOVE ?? 0) + (counts.ORGANIZATION_ABOVE ?? 0), JSON.stringify(counts)).toBeGreaterThan(
      acts / 20,
    );
    expect(counts['accepted of nobody']).toBeUndefined();
  }, 300_000);
});
