import {
  type AccessAction,
  type AccessFilter,
  type AccessRow,
  refusedActions,
} from '@headland/contracts/administration';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';
import { inEventScope, pageOf, type Period, within } from './period-list';

const userId = "COALESCE((e.payload->>'userId')::int, e.by_user)";
const loginId = "COALESCE(e.payload->>'loginId', u.login_id, '')";
const name = 'COALESCE(u.name, e.by_name)';
export const accessFrom = `event_log e LEFT JOIN user_account u ON u.id = ${userId} LEFT JOIN organization o ON o.id = e.organization_id`;
export const accessColumns = `e.number, e.at, e.name AS event, ${loginId} AS "loginId", u.id AS "userId", ${name} AS name, o.name AS organization, u.group_type AS "groupType", u.role,
  e.payload->>'detail' AS detail, e.address, e.payload->>'agent' AS agent`;
const eventOf = (action: AccessAction): string => `account.${action}`;

export type RawAccess = Omit<AccessRow, 'id' | 'at' | 'action' | 'result'> & {
  number: string;
  at: Date;
  event: string;
};

/** Who came in, was refused, went, or saw personal data: the account events of a period. */
export async function accessOf(
  tx: Tx,
  filter: AccessFilter,
  period: Period,
  scope: Scope,
): Promise<{ rows: AccessRow[]; total: number }> {
  const where = accessConditions(filter, period, scope);
  const { rows, total } = await pageOf<RawAccess>(
    tx,
    { select: accessColumns, from: accessFrom, where, order: accessOrder(filter) },
    filter,
  );
  return { rows: rows.map(toAccessRow), total };
}

export const accessOrder = ({ order }: AccessFilter): string => `e.at ${order}, e.number ${order}`;

export function accessConditions(filter: AccessFilter, period: Period, scope: Scope): Where {
  const where = new Where({ all: true }, '').and("split_part(e.name, '.', 1) = 'account'");
  within(inEventScope(scope, where), 'e.at', period)
    .contains(filter.loginId, loginId)
    .contains(filter.name, name)
    .below(filter.organizationId, 'e.organization_id')
    .andIf(filter.role, (p) => `u.role = ANY(${p})`)
    .andIf(filter.action.map(eventOf), (p) => `e.name = ANY(${p})`)
    .contains(filter.address, 'e.address')
    .contains(filter.agent, "e.payload->>'agent'");
  if (filter.result !== undefined)
    where.and(`${filter.result === 'done' ? 'NOT ' : ''}e.name = ANY(${where.parameter(refusedActions.map(eventOf))})`);
  return where;
}

export function toAccessRow({ number, at, event, ...row }: RawAccess): AccessRow {
  const action = event.slice('account.'.length) as AccessAction;
  return {
    id: Number(number),
    at: at.toISOString(),
    ...row,
    action,
    result: refusedActions.includes(action) ? 'refused' : 'done',
  };
}
