import type { GroupType } from '@headland/contracts/access';
import type { InfoHits } from '@headland/contracts/info-check';
import {
  type MovePreview,
  type OrganizationBranch,
  type OrganizationDetail,
  organizationFields,
  type OrganizationFilter,
  type OrganizationNode,
  type OrganizationRow,
} from '@headland/contracts/organization';
import type { Hanging, Path } from '@headland/domain/organization';
import {
  actRefusal,
  deleteRefusal,
  holdsRefusal,
  leaveRefusal,
  moveRefusal,
  placeRefusal,
  retypeRefusal,
  sightOfMove,
} from '@headland/domain/organization';
import type { Position } from '@headland/domain/rank';
import { columnsOf } from '../../platform/database/columns-of';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import type { SelectedList } from '../../platform/exports/export-registry';
import { positionOf } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { type Caller, inScope, type Scope } from '../../platform/caller';
import { Organization } from './organization.entity';

/** Organizations that are not deleted; a deleted one is only named by old records. */
export const existing = 'o.removed_at IS NULL';

/** The organisations a scope sees, parents before their children, siblings by name. */
export function organizationTree(tx: Tx, scope: Scope): Promise<OrganizationNode[]> {
  const where = new Where(scope, 'o.id').and(existing);
  return tx.query<OrganizationNode[]>(
    `SELECT o.id, o.name, o.type, o.parent_id AS "parentId", o.lat, o.lon FROM organization o WHERE ${where.sql} ORDER BY cardinality(o.path), o.name`,
    where.parameters,
  );
}

/** Users and vehicles of each organisation (`own`), and summed up over it and all below it (`sums`). `below`: right for these and those below them only. */
const countsOf = (below = 'TRUE'): string => `WITH own AS (
    SELECT o.id, o.path,
      (SELECT count(*) FROM user_account u WHERE u.organization_id = o.id AND u.removed_at IS NULL)::int AS users,
      (SELECT count(*) FROM vehicle v WHERE v.organization_id = o.id)::int AS vehicles
    FROM organization o WHERE ${existing} AND ${below}),
  sums AS (SELECT up.id, sum(own.users)::int AS users, sum(own.vehicles)::int AS vehicles FROM own CROSS JOIN unnest(own.path) up(id) GROUP BY up.id)`;
const counts = countsOf();
const countsBelow = (ids: string): string => countsOf(`o.path && ${ids}::int[]`);
const countColumns = 'own.users, own.vehicles, sums.users AS "allUsers", sums.vehicles AS "allVehicles"';
const tables = 'organization o JOIN own ON own.id = o.id JOIN sums ON sums.id = o.id';

export interface BranchQuery {
  all?: boolean | undefined;
  open: number[];
  search?: string | undefined;
}

/** The part of the tree that a screen shows: everything, the topmost and what was opened, or what fits a search with all above it. */
export function organizationBranches(
  tx: Tx,
  scope: Scope,
  { all, open, search }: BranchQuery,
): Promise<OrganizationBranch[]> {
  const where = new Where(scope, 'o.id').and(existing);
  let hit = 'FALSE';
  if (search) {
    const text = where.parameter(`%${search.replaceAll(/[\\%_]/gu, '\\$&')}%`);
    const fits = (o: string): string => `(${o}.name ILIKE ${text} OR ${o}.erp_code ILIKE ${text})`;
    hit = `COALESCE(${fits('o')}, FALSE)`;
    where.and(
      `EXISTS (SELECT 1 FROM organization h WHERE h.path @> ARRAY[o.id] AND h.removed_at IS NULL AND ${fits('h')})`,
    );
  } else if (!all) {
    const top = scope.all ? 'o.parent_id IS NULL' : `o.id = ${where.parameter(scope.organizationId)}::int`;
    where.and(`(${top} OR o.parent_id = ANY(${where.parameter(open)}::int[]))`);
  }
  return tx.query<OrganizationBranch[]>(
    `${counts} SELECT o.id, o.name, o.type, o.parent_id AS "parentId", o.lat, o.lon, o.erp_code AS "erpCode", ${hit} AS hit, ${countColumns},
       (SELECT count(*) FROM organization c WHERE c.parent_id = o.id AND c.removed_at IS NULL)::int AS children
     FROM ${tables} WHERE ${where.sql} ORDER BY cardinality(o.path), o.name`,
    where.parameters,
  );
}

/** For the search of the shell: by a part of the name or the ERP code. A parent out of scope is not named. */
export function organizationsNamed(
  tx: Tx,
  scope: Scope,
  text: string,
  limit: number,
): Promise<InfoHits['organizations']> {
  const where = new Where(scope, 'o.id').and(existing).contains(text, 'o.name', 'o.erp_code');
  return tx.query(
    `SELECT o.id, o.name, o.type, (SELECT p.name FROM organization p WHERE p.id = o.parent_id AND ${inScope(scope, 'p.id', where.parameters)}) AS parent
     FROM organization o WHERE ${where.sql} ORDER BY o.name, o.id LIMIT ${limit}`,
    where.parameters,
  );
}

const own = columnsOf(Organization, 'o', ['id', 'version', ...organizationFields]);
/** A parent out of scope is not named. Needs the parameters of `where` for that. */
const columns = (where: Where, scope: Scope): string =>
  `${own}, (SELECT json_build_object('id', p.id, 'name', p.name) FROM organization p WHERE p.id = o.parent_id AND ${inScope(scope, 'p.id', where.parameters)}) AS parent, ${countColumns}`;

function conditions(scope: Scope, filter: OrganizationFilter): Where {
  const where = new Where(scope, 'o.id')
    .and(existing)
    .contains(filter.name, 'o.name')
    .contains(filter.erpCode, 'o.erp_code')
    .andIf(filter.type, (p) => `o.type = ANY(${p})`);
  if (filter.below === false) where.andIf(filter.organizationId, (p) => `o.id = ${p}`);
  else where.below(filter.organizationId, 'o.id');
  return where;
}
const orderOf = ({ order }: OrganizationFilter): string => `o.name ${order}, o.id ${order}`;

export const allOrganizations = (
  scope: Scope,
  filter: OrganizationFilter,
): SelectedList<OrganizationRow, OrganizationRow> => ({
  select: (where) => columns(where, scope),
  from: tables,
  countFrom: 'organization o',
  where: conditions(scope, filter),
  order: orderOf(filter),
  with: (sql) => `${counts} ${sql}`,
  toRows: (rows) => rows,
});

export async function organizationList(
  tx: Tx,
  scope: Scope,
  filter: OrganizationFilter,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const where = conditions(scope, filter);
  const [counted] = await tx.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM organization o WHERE ${where.sql}`,
    where.parameters,
  );
  const page = await tx.query<{ id: number }[]>(
    `SELECT o.id FROM organization o WHERE ${where.sql} ORDER BY ${orderOf(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
    where.parameters,
  );
  // the fleet is counted for those that are shown, not for all
  const shown = new Where({ all: true }, '');
  const ids = shown.parameter(page.map((o) => o.id));
  const rows = await tx.query<OrganizationRow[]>(
    `${countsBelow(ids)} SELECT ${columns(shown, scope)} FROM ${tables} WHERE o.id = ANY(${ids}) ORDER BY ${orderOf(filter)}`,
    shown.parameters,
  );
  return { rows, total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND for one that is unknown, deleted or out of scope. */
export async function organizationDetail(tx: Tx, caller: Caller, id: number): Promise<OrganizationDetail> {
  const { scope } = caller;
  const where = new Where(scope, 'o.id').and(existing).andIf(id, (p) => `o.id = ${p}`);
  const [row] = await tx.query<(OrganizationRow & { created_at: Date; path: number[] })[]>(
    `${countsBelow(`ARRAY[${where.parameter(id)}::int]`)} SELECT ${columns(where, scope)}, o.created_at, o.path FROM ${tables} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { created_at: createdAt, path, ...rest } = row;
  const by = await positionOf(tx, caller);
  const held = await accountsIn(tx, id);
  const hanging = await hangingOn(tx, id);
  return {
    ...rest,
    path: await named(
      tx,
      scope,
      path.filter((p) => p !== id),
    ),
    createdAt: createdAt.toISOString(),
    hanging,
    refused: {
      change: actRefusal(by, row),
      move: leaveRefusal(by, row, held),
      type: retypeRefusal(row.type, hanging),
      delete: holdsRefusal(by, row, held) ?? deleteRefusal(hanging)?.code ?? null,
    },
  };
}

/** The accounts in an organisation and below it, with the fields that the rank rules need. */
export function accountsIn(tx: Tx, id: number): Promise<Position[]> {
  return tx.query<Position[]>(
    `SELECT DISTINCT u.group_type AS "groupType", u.role, o.path FROM user_account u JOIN organization o ON o.id = u.organization_id
     WHERE o.path @> ARRAY[$1::int] AND u.removed_at IS NULL`,
    [id],
  );
}

/** What forbids to delete it. Its faults are those of its vehicles and those it was chosen for. */
export async function hangingOn(tx: Tx, id: number): Promise<Hanging> {
  const [row] = await tx.query<Hanging[]>(
    `SELECT (SELECT count(*) FROM user_account WHERE organization_id = $1 AND removed_at IS NULL)::int AS users,
       (SELECT count(*) FROM organization WHERE parent_id = $1 AND removed_at IS NULL)::int AS children,
       (SELECT count(*) FROM vehicle WHERE organization_id = $1)::int AS vehicles,
       (SELECT count(*) FROM fault_report WHERE (organization_id = $1 OR agency_id = $1) AND ${faultIsOpen()})::int AS "openFaults"`,
    [id],
  );
  if (row === undefined) throw new Error('an aggregate answers one row');
  return row;
}

/** How much changes scope if it is moved; throws what the move itself would. */
export async function movePreview(tx: Tx, caller: Caller, id: number, parentId: number): Promise<MovePreview> {
  const { scope } = caller;
  const moved = await placeOf(tx, scope, id);
  if (moved === null) throw new Problem('NOT_FOUND');
  const parent = await placeOf(tx, scope, parentId);
  if (parent === null) throw new Problem('E0001', {}, { parentId: 'field.invalid' });
  const by = await positionOf(tx, caller);
  const held = await accountsIn(tx, id);
  const no =
    moveRefusal(id, parent.path) ?? leaveRefusal(by, moved, held) ?? placeRefusal(by, moved, parent.path, held);
  if (no) throw new Problem(no);
  const { leaves, enters } = sightOfMove(
    moved.path.filter((p) => p !== id),
    parent.path,
  );
  const [counted] = await tx.query<{ organizations: number; users: number; vehicles: number }[]>(
    `${counts} SELECT count(*)::int AS organizations, COALESCE(sum(users), 0)::int AS users, COALESCE(sum(vehicles), 0)::int AS vehicles FROM own WHERE path @> ARRAY[$1::int]`,
    [id],
  );
  return {
    organizations: 0,
    users: 0,
    vehicles: 0,
    ...counted,
    leaves: await named(tx, scope, leaves),
    enters: await named(tx, scope, enters),
  };
}

export interface OrganizationPlace {
  id: number;
  name: string;
  type: GroupType;
  path: Path;
}

/** An organization and its path, or null for one that is unknown, deleted or out of scope. With the lock it is not deleted meanwhile. */
export async function placeOf(
  tx: Tx,
  scope: Scope,
  id: number,
  lock: 'FOR KEY SHARE OF o' | '' = '',
): Promise<OrganizationPlace | null> {
  const where = new Where(scope, 'o.id').and(existing).andIf(id, (p) => `o.id = ${p}`);
  const [row] = await tx.query<OrganizationPlace[]>(
    `SELECT o.id, o.name, o.type, o.path FROM organization o WHERE ${where.sql} ${lock}`,
    where.parameters,
  );
  return row ?? null;
}

/** Those of the ids that the scope sees, in the order given. */
async function named(tx: Tx, scope: Scope, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const parameters: unknown[] = [ids];
  return tx.query<{ id: number; name: string }[]>(
    `SELECT o.id, o.name FROM organization o WHERE o.id = ANY($1::int[]) AND ${inScope(scope, 'o.id', parameters)} ORDER BY array_position($1::int[], o.id)`,
    parameters,
  );
}
