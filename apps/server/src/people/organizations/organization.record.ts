import { organizationFields, organizations } from '@headland/contracts/organization';
import {
  actRefusal,
  deleteRefusal,
  holdsRefusal,
  leaveRefusal,
  moveRefusal,
  placeRefusal,
  retypeRefusal,
  typeRefusal,
} from '@headland/domain/organization';
import type { Position } from '@headland/domain/rank';
import { RevokeKiosk } from '../session/revoke-kiosk.command';
import type { Scope } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { changesIn } from '../../platform/event-log/record-change';
import { lockPosition } from '../../platform/position';
import { Problem, refuse } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import { organizationDeleted } from './organization-deleted.tx';
import { Organization } from './organization.entity';
import {
  accountsIn,
  allOrganizations,
  hangingOn,
  organizationDetail,
  organizationList,
  placeOf,
} from './organization.reads';
import { organizationsExport } from './organizations.export';

/** An organisation with the name of its parent. */
interface OrganizationState extends Organization {
  parent: string | null;
}

const endpoints = { ...organizations, remove: organizations.delete };

/** Organisations as records: another parent moves one with everything below it; a deleted one is gone from every list and choice, old records go on naming it. */
export const organizationRecord: RecordDefinition<typeof endpoints, Organization, OrganizationState, Position> = {
  endpoints,
  entity: Organization,
  kind: 'organization',
  screen: 'organization',
  scopedBy: 'id',
  nameOf: ({ name }) => name,
  organizationOf: (organization) => organization.id,
  list: ({ scope }, filter) => allOrganizations(scope, filter),
  page: (tx, { scope }, filter) => organizationList(tx, scope, filter),
  export: organizationsExport,
  detail: organizationDetail,
  begin: lockPosition,

  async state(tx, organization) {
    const [parent] = await tx.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
      organization.parentId,
    ]);
    return Object.assign(organization, { parent: parent?.name ?? null });
  },

  async prepare({ tx, by, caller: { scope } }, body, before) {
    if (before === null) refuse(typeRefusal(by, body.type));
    else {
      refuse(actRefusal(by, before));
      if (body.type !== before.type)
        refuse(retypeRefusal(before.type, await hangingOn(tx, before.id)) ?? typeRefusal(by, body.type));
    }
    const parent = await parentFor(tx, scope, by, body.parentId, before);
    return { ...body, address: body.address || null, ...parent };
  },

  changes: (before, after) => changesIn([...organizationFields, 'parent'], before, after),

  async remove({ tx, emit, by, now }, organization) {
    refuse(holdsRefusal(by, organization, await accountsIn(tx, organization.id)));
    const no = deleteRefusal(await hangingOn(tx, organization.id));
    if (no) throw new Problem(no.code, no.values);
    await organizationDeleted.run(tx, emit, organization.id, now);
    return { removedAt: now };
  },

  removed: () => ({ deleted: true }),

  async committed({ database, commands, caller }, before, after) {
    if (before === null || after !== null) return;
    const kiosks = await database.query<{ id: number }[]>(
      'SELECT id FROM kiosk WHERE organization_id = $1 AND revoked_at IS NULL',
      [before.id],
    );
    // a wall of what is gone would stay dark for ever
    for (const { id } of kiosks) await commands.execute(new RevokeKiosk(id, caller, true));
  },
};

/** The parent that was chosen; one that the caller does not see is none. The topmost organisation that the caller sees stays where it is: its parent is none, or out of sight. */
async function parentFor(
  tx: Tx,
  scope: Scope,
  by: Position,
  parentId: number | null,
  before: OrganizationState | null,
): Promise<Pick<OrganizationState, 'parentId' | 'parent'>> {
  if (before !== null && parentId === before.parentId) return { parentId, parent: before.parent };
  if (parentId === null) {
    const visible = before?.parentId != null && (await placeOf(tx, scope, before.parentId)) !== null;
    if (before === null || visible) throw new Problem('E0001', {}, { parentId: 'field.req' });
    return { parentId: before.parentId, parent: before.parent };
  }
  const parent = await placeOf(tx, scope, parentId);
  if (parent === null) throw new Problem('E0001', {}, { parentId: 'field.invalid' });
  if (before !== null) {
    const held = await accountsIn(tx, before.id);
    refuse(
      moveRefusal(before.id, parent.path) ??
        leaveRefusal(by, before, held) ??
        placeRefusal(by, before, parent.path, held),
    );
  }
  return { parentId: parent.id, parent: parent.name };
}
