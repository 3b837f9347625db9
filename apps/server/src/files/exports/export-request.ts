import { z } from 'zod';
import { ExportBody, exportLimit } from '@headland/contracts/export';
import { messageOf } from '@headland/contracts/fields';
import { groupTypes, roles } from '@headland/contracts/access';
import type { EventPayload } from '@headland/contracts/event-log';
import { mayCall, scopeIsGlobal } from '@headland/domain/access';
import type { QueryLimits } from '@headland/domain/query-dates';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { withDates } from '../../platform/query-period';
import { memberId, type Caller } from '../../platform/caller';
import type {
  BoardToExport,
  Exportable,
  ExportRegistry,
  ListToExport,
  OpenBoard,
  OpenList,
} from '../../platform/exports/export-registry';

/** What was asked and by whom, as it is kept with the export: a job that writes it later does so as this caller, and not as more. */
export const ExportRequest = z.object({
  body: ExportBody,
  caller: z.object({
    groupType: z.enum(groupTypes),
    role: z.enum(roles),
    organizationId: z.number(),
    sessionId: z.string(),
    language: z.enum(['ko', 'en']),
    timeZone: z.string(),
    address: z.string(),
    agent: z.string().nullable(),
  }),
});
export type ExportRequest = z.output<typeof ExportRequest>;

export function requestOf(body: ExportBody, caller: Caller): ExportRequest {
  const { groupType, role, organizationId, sessionId, language, timeZone, address, agent } = caller;
  return ExportRequest.parse({
    body,
    caller: { groupType, role, organizationId, sessionId, language, timeZone, address, agent },
  });
}

/** A list or board that is open, with its parsed filter. */
export type Opened = { filter: Record<string, unknown> } & (
  { list: ListToExport; open: OpenList<unknown> } | { list: BoardToExport; open: OpenBoard }
);
/** The list, opened for this caller. Throws what the list itself would: FORBIDDEN, E0001 for a bad filter, PERIOD_TOO_LONG. */
export async function openList(
  registry: ExportRegistry,
  body: ExportBody,
  caller: Caller,
  at: Date,
  maxDays: number,
): Promise<Opened> {
  const list = registry.find(body.list);
  if (list === undefined) throw new Problem('E0001', {}, { list: 'field.invalid' });
  if (!mayCall(caller, list.endpoint.allow)) throw new Problem('FORBIDDEN');
  if (list.purpose === 'required' && !body.purpose) throw new Problem('E0001', {}, { purpose: 'field.req' });
  if (isBulk(list) && body.format === 'pdf') throw new Problem('E0001', {}, { format: 'field.invalid' });
  const filter = filterOf(list, body.filter, { maxDays, now: at.getTime(), timeZone: caller.timeZone });
  return { list, filter, open: await list.open(filter as never, caller, at) } as Opened;
}

/** Measured data rather than records. */
export const isBulk = (list: Exportable): boolean => 'bulk' in list && list.bulk !== undefined;

/** An export has the whole list, whichever page is shown. */
function filterOf(
  { endpoint }: Exportable,
  { page: _page, size: _size, ...filter }: ExportBody['filter'],
  limits: QueryLimits,
): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const schema of [endpoint.query, endpoint.params]) {
    const result = schema?.safeParse(filter);
    if (result?.success) Object.assign(parsed, result.data);
    for (const issue of result?.error?.issues ?? []) fields[issue.path.join('.')] ??= messageOf(issue);
  }
  if (Object.keys(fields).length > 0) throw new Problem('E0001', {}, fields);
  return withDates(endpoint.query, parsed, limits);
}

/** Of a workbook: a PDF says what it leaves out. */
export function refuseTooMany(list: Exportable, total: number): void {
  const bulk = 'bulk' in list ? list.bulk : undefined;
  const limit = bulk?.limit ?? exportLimit;
  if (total > limit)
    throw new Problem('EXPORT_TOO_LARGE', { total, limit }, bulk ? { period: 'field.shorterPeriod' } : undefined);
}

const weekMs = 7 * 24 * 3_600_000;
/** How long the file of a list is kept. */
export const keptMsOf = (list: Exportable | undefined): number =>
  list && 'bulk' in list && list.bulk ? list.bulk.keptHours * 3_600_000 : weekMs;

/**
 * The caller of an export that a job writes, with its present rights. Who was deactivated, removed or moved since, or belongs to another group,
 * gets nothing: throws FORBIDDEN. Letters that a role has lost are checked, too, where the list is opened. One that is `scheduled` is in the language that
 * its member reads now, any other in that of the screen where it was asked for.
 */
export async function callerNow(
  tx: Tx,
  userId: number,
  { caller }: ExportRequest,
  { scheduled }: { scheduled: boolean },
): Promise<Caller> {
  const [user] = await tx.query<
    Pick<Caller, 'loginId' | 'name' | 'groupType' | 'role' | 'organizationId' | 'language'>[]
  >(
    `SELECT login_id AS "loginId", name, group_type AS "groupType", role, organization_id AS "organizationId", language FROM user_account
     WHERE id = $1 AND active AND removed_at IS NULL AND login_id IS NOT NULL`,
    [userId],
  );
  if (user === undefined || !sameSight(caller, user)) throw new Problem('FORBIDDEN');
  const scope = scopeIsGlobal(caller.groupType)
    ? { all: true as const }
    : { all: false as const, organizationId: caller.organizationId };
  const language = scheduled ? user.language : caller.language;
  return { ...caller, ...user, language, userId, kioskId: null, scope };
}

/** Whether somebody still sees what was seen when it was asked for. */
const sameSight = (then: ExportRequest['caller'], now: Pick<Caller, 'groupType' | 'organizationId'>): boolean =>
  then.groupType === now.groupType && then.organizationId === now.organizationId;

/** A workbook that was written before its owner was moved, or lost the list, is not handed out any more. */
export function refuseIfLessIsSeen(list: Exportable | undefined, request: unknown, caller: Caller): void {
  if (
    list === undefined ||
    !mayCall(caller, list.endpoint.allow) ||
    !sameSight(ExportRequest.parse(request).caller, caller)
  )
    throw new Problem('FORBIDDEN');
}

export async function unitsOf(tx: Tx, userId: number): Promise<'km' | 'mile'> {
  const [user] = await tx.query<{ units: 'km' | 'mile' }[]>('SELECT units FROM user_account WHERE id = $1', [userId]);
  return user?.units ?? 'km';
}

/** Who took which rows out of the house, for the log. */
export function exportedEvent(
  caller: Caller,
  { list, format, filter, purpose }: ExportBody,
  rows: number,
): EventPayload<'account.exported'> {
  const conditions = Object.entries(filter).map(([name, value]) => `${name}=${[value].flat().join(',')}`);
  // parts are separated by colons (console: detailLabels), so the colons of a filter become a similar character
  const detail = [list, `rows=${rows}`, ...(format === 'pdf' ? [format] : []), conditions.join(' '), purpose ?? '']
    .map((part) => part.replaceAll(':', '∶'))
    .filter((part) => part !== '');
  const { userId, loginId, agent } = { ...caller, userId: memberId(caller) };
  return {
    userId,
    loginId,
    agent,
    detail: detail.join(': '),
    list,
    ...(format === 'pdf' ? { format } : {}),
    filter,
    rows,
    ...(purpose === undefined ? {} : { purpose }),
  };
}
