import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeOrganizationBody, OrganizationDetail } from '@headland/contracts/organization';
import { moveRefusal } from '@headland/domain/organization';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller, type Scope } from '../platform/who';
import { organizationDetail, placeOf } from './organization.reads';
import { orTaken } from '../platform/database/taken';
import { changesBetween, refuseChangedMeanwhile } from '../platform/event-log/record-change';
import { lockOrganization, lockStructure, parentInScope, told, type LockedOrganization } from './structure';

/** All fields of an organisation as the form shows them; another parent moves it with everything below it. */
export class ChangeOrganization extends Command<OrganizationDetail> {
  constructor(
    readonly id: number,
    readonly body: ChangeOrganizationBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeOrganization)
export class ChangeOrganizationHandler implements ICommandHandler<ChangeOrganization> {
  constructor(private readonly change: Change) {}

  execute({ id, body, caller }: ChangeOrganization): Promise<OrganizationDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      await lockStructure(tx);
      const before = await lockOrganization(tx, caller.scope, id);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'organization', id);
      const parent = await newParent(tx, caller.scope, before, body.parentId);
      const changes = changesBetween(told(before, before.parentName), told(body, parent.name));
      if (changes.length === 0) return organizationDetail(tx, caller.scope, id);
      await orTaken(
        tx.query(
          `UPDATE organization SET version = version + 1, name = $2, type = $3, parent_id = $4, erp_code = $5, phone = $6, postal_code = $7,
             address = NULLIF($8, ''), address_detail = $9, lat = $10, lon = $11 WHERE id = $1`,
          [id, body.name, body.type, parent.id, body.erpCode, body.phone, body.postalCode, body.address, body.addressDetail, body.lat, body.lon],
        ),
      );
      emit('record.changed', { screen: 'organization', kind: 'organization', id: String(id), name: body.name, changes }, { organizationId: id });
      return organizationDetail(tx, caller.scope, id);
    });
  }
}

/** The topmost organisation that the caller sees stays where it is: its parent is none, or out of sight. */
async function newParent(tx: Tx, scope: Scope, before: LockedOrganization, parentId: number | null): Promise<{ id: number | null; name: string | null }> {
  if (parentId === before.parentId) return { id: before.parentId, name: before.parentName };
  if (parentId === null) {
    const visible = before.parentId !== null && (await placeOf(tx, scope, before.parentId)) !== null;
    if (visible) throw new Problem('E0001', {}, { parentId: 'field.req' });
    return { id: before.parentId, name: before.parentName };
  }
  const parent = await parentInScope(tx, scope, parentId);
  const no = moveRefusal(before.id, parent.path);
  if (no) throw new Problem(no);
  return parent;
}
