import { type OrganizationDetail, type OrganizationNode, organizations } from '@headland/contracts/organization';
import { type UserDetail, users } from '@headland/contracts/user';
import { deleteRefusal } from '@headland/domain/organization';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { agencies } from './fleet';

/** A house of organisations and users that remembers what one does to it until the dev server stops. */
export function houseAnswers(): FakeAnswer[] {
  const nodes: OrganizationNode[] = [
    { id: 1, name: '본사', type: 'HEAD_OFFICE', parentId: null, lat: null, lon: null },
    { id: 2, name: '국내영업본부', type: 'DOMESTIC_SALES_HQ', parentId: 1, lat: null, lon: null },
    { id: 10, name: '전북지역본부', type: 'REGION', parentId: 1, lat: null, lon: null },
    { id: 11, name: '전남지역본부', type: 'REGION', parentId: 1, lat: null, lon: null },
    ...agencies,
  ];
  const more = new Map(nodes.map((o) => [o.id, extra(o)]));
  const people: UserDetail[] = names.map((name, i) =>
    person(i + 1, name, nodes[(i * 3) % nodes.length] as OrganizationNode),
  );
  const below = (id: number): number[] => [id, ...nodes.filter((o) => o.parentId === id).flatMap((o) => below(o.id))];
  const find = (id: number) => nodes.find((o) => o.id === id) ?? missing();
  const named = (id: number | null) => (id === null ? null : { id, name: find(id).name });
  const usersIn = (ids: number[]) => people.filter((p) => ids.includes(p.organization.id)).length;
  const vehiclesIn = (ids: number[]) =>
    ids.reduce((sum, id) => sum + (find(id).type === 'AGENCY' ? 40 + (id % 30) : 0), 0);
  const counts = (id: number) => ({
    users: usersIn([id]),
    vehicles: vehiclesIn([id]),
    allUsers: usersIn(below(id)),
    allVehicles: vehiclesIn(below(id)),
  });
  const pathOf = (id: number | null): { id: number; name: string }[] =>
    id === null ? [] : [...pathOf(find(id).parentId), { id, name: find(id).name }];
  const full = (id: number): OrganizationDetail => {
    const o = find(id);
    const c = counts(id);
    return {
      ...o,
      ...(more.get(id) ?? extra(o)),
      ...c,
      parent: named(o.parentId),
      path: pathOf(o.parentId),
      createdAt: '2026-03-02T01:12:00.000Z',
      hanging: {
        users: c.users,
        children: nodes.filter((n) => n.parentId === id).length,
        vehicles: c.vehicles,
        openFaults: 0,
      },
      refused: { change: null, move: null, type: null, delete: null },
    };
  };
  const within = (organizationId: number | undefined, flag: boolean | undefined) =>
    organizationId === undefined ? nodes.map((o) => o.id) : flag === false ? [organizationId] : below(organizationId);
  const user = (id: number) => people.find((p) => p.id === id) ?? missing();
  const patch = (id: number, change: Partial<UserDetail>) =>
    Object.assign(user(id), change, { version: user(id).version + 1 });
  const paged = <T>(rows: T[], { page, size }: { page: number; size: number }) => ({
    rows: rows.slice((page - 1) * size, page * size),
    total: rows.length,
  });
  const save = (id: number, body: Omit<OrganizationNode, 'id'> & Record<string, unknown>) => {
    const { name, type, parentId, lat, lon, erpCode, phone, postalCode, address, addressDetail } =
      body as never as OrganizationDetail & { parentId: number | null };
    const old = nodes.find((o) => o.id === id);
    if (old) Object.assign(old, { name, type, parentId, lat, lon });
    else nodes.push({ id, name, type, parentId, lat, lon });
    more.set(id, { version: (more.get(id)?.version ?? 0) + 1, erpCode, phone, postalCode, address, addressDetail });
    return full(id);
  };
  return [
    answer(organizations.tree, () => nodes),
    answer(organizations.branches, ({ query: q }) => {
      const all = nodes.map((o) => ({
        ...o,
        ...counts(o.id),
        erpCode: more.get(o.id)?.erpCode ?? null,
        children: nodes.filter((n) => n.parentId === o.id).length,
        hit: false,
      }));
      if (q.search === undefined) return all.filter((o) => o.parentId === null || q.open.includes(o.parentId));
      const text = q.search;
      const hits = all.filter((o) => o.name.includes(text) || o.erpCode?.includes(text.toUpperCase()));
      const kept = new Set(hits.flatMap((o) => pathOf(o.id).map((p) => p.id)));
      return all.filter((o) => kept.has(o.id)).map((o) => ({ ...o, hit: hits.includes(o) }));
    }),
    answer(organizations.list, ({ query: q }) => {
      const ids = within(q.organizationId, q.below);
      const rows = ids
        .map(full)
        .filter(
          (o) =>
            (q.name === undefined || o.name.includes(q.name)) &&
            (q.type.length === 0 || q.type.includes(o.type)) &&
            (!q.erpCode || o.erpCode?.includes(q.erpCode)),
        );
      return paged(
        rows.sort((a, b) => a.name.localeCompare(b.name, 'ko') * (q.order === 'asc' ? 1 : -1)),
        q,
      );
    }),
    answer(organizations.get, ({ params }) => full(params.id)),
    answer(organizations.movePreview, ({ params, query: q }) => ({
      organizations: below(params.id).length,
      users: usersIn(below(params.id)),
      vehicles: vehiclesIn(below(params.id)),
      leaves: pathOf(find(params.id).parentId).filter((p) => !pathOf(q.parentId).some((to) => to.id === p.id)),
      enters: pathOf(q.parentId).filter((p) => !pathOf(find(params.id).parentId).some((from) => from.id === p.id)),
    })),
    answer(organizations.create, ({ body }) => save(Math.max(...nodes.map((o) => o.id)) + 1, body as never)),
    answer(organizations.change, ({ params, body }) => {
      if ((more.get(params.id)?.version ?? 0) !== body.version)
        throw new Problem('CHANGED_MEANWHILE', { by: '박지훈', at: new Date().toISOString() });
      return save(params.id, body as never);
    }),
    answer(organizations.delete, ({ params }) => {
      const refusal = deleteRefusal(full(params.id).hanging);
      if (refusal) throw new Problem(refusal.code, refusal.values);
      nodes.splice(nodes.indexOf(find(params.id)), 1);
      return { deleted: true as const };
    }),
    answer(users.list, ({ query: q }) => {
      const ids = within(q.organizationId, q.below);
      return paged(
        people.filter(
          (p) =>
            ids.includes(p.organization.id) &&
            (q.active === 'all' || p.active === (q.active === 'yes')) &&
            (!q.name || p.name.includes(q.name)) &&
            (!q.loginId || p.loginId?.includes(q.loginId)) &&
            (q.role.length === 0 || q.role.includes(p.role)) &&
            (q.groupType.length === 0 || q.groupType.includes(p.groupType)),
        ),
        q,
      );
    }),
    answer(users.get, ({ params }) => user(params.id)),
    answer(users.idFree, ({ query }) => ({
      free: !people.some((p) => p.loginId?.toLowerCase() === query.loginId.toLowerCase()),
    })),
    answer(users.create, ({ body }) => {
      if (!/\.(kr)$/u.test(body.email)) throw new Problem('E0001', {}, { email: 'field.emailDomain' });
      const made = person(people.length + 1, body.name, find(body.organizationId));
      people.push({
        ...made,
        ...body,
        groupType: body.groupType ?? made.groupType,
        loginId: body.loginId ?? null,
        joinedAt: null,
        link: link(1),
      });
      return user(made.id);
    }),
    answer(users.change, ({ params, body }) => {
      if (user(params.id).version !== body.version)
        throw new Problem('CHANGED_MEANWHILE', { by: '박지훈', at: new Date().toISOString() });
      const { organizationId, version: _, ...rest } = body;
      return patch(params.id, { ...rest, organization: { id: organizationId, name: find(organizationId).name } });
    }),
    answer(users.sendLink, ({ params }) => patch(params.id, { link: link(1) })),
    answer(users.resetPassword, ({ params }) =>
      patch(params.id, { temporaryUntil: new Date(Date.now() + 86_400_000).toISOString(), sessions: 0 }),
    ),
    answer(users.unlock, ({ params }) => patch(params.id, { lockedUntil: null })),
    answer(users.endSessions, ({ params }) => patch(params.id, { sessions: 0 })),
    answer(users.remove, ({ params }) => {
      people.splice(people.indexOf(user(params.id)), 1);
      return { removed: true as const };
    }),
  ];
}

const names = [
  '김민수',
  '이서연',
  '박지훈',
  '최유진',
  '정하늘',
  '한소라',
  '오세훈',
  '윤가영',
  '임도현',
  '강지우',
  '조은비',
  '신동욱',
  '송하준',
  '문채원',
  '배성민',
  'John Miller',
];
const link = (days: number) => ({
  sentAt: new Date(Date.now() - 3_600_000).toISOString(),
  expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
  expired: days < 0,
});

function person(id: number, name: string, o: OrganizationNode): UserDetail {
  const invited = id % 7 === 0;
  return {
    id,
    version: 1,
    loginId: invited ? null : `user${String(id).padStart(2, '0')}`,
    name,
    email: `user${id}@korea.kr`,
    role: id % 3 === 1 ? 'ADMIN' : 'STAFF',
    groupType: o.type,
    organization: { id: o.id, name: o.name },
    active: id % 9 !== 0,
    phone: `010-5555-${String(1000 + id)}`,
    lastLoginAt: invited ? null : new Date(Date.now() - id * 5_400_000).toISOString(),
    invitedAt: '2026-10-30T02:00:00.000Z',
    joinedAt: invited ? null : '2026-10-31T02:00:00.000Z',
    country: '82',
    postalCode: null,
    address: '전북특별자치도 정읍시 수성동 12',
    addressDetail: null,
    lastLoginAddress: invited ? null : '203.0.113.7',
    createdAt: '2026-10-30T02:00:00.000Z',
    lockedUntil: id % 5 === 0 ? new Date(Date.now() + 240_000).toISOString() : null,
    temporaryUntil: null,
    link: invited ? link(-1) : null,
    sessions: id % 2,
    self: id === 1,
    lastAdmin: id === 1,
    above: false,
  };
}

const extra = (o: OrganizationNode) => ({
  version: 1,
  erpCode: o.type === 'AGENCY' ? `AG${o.id}` : null,
  phone: o.type === 'AGENCY' ? `063-555-${String(1000 + o.id).slice(-4)}` : null,
  postalCode: null as string | null,
  address: (o.type === 'AGENCY' ? '전북특별자치도 정읍시 중앙로 21' : null) as string | null,
  addressDetail: null as string | null,
});

function missing(): never {
  throw new Problem('NOT_FOUND');
}
