import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeOrganizationBody, OrganizationDetail } from '@headland/contracts/organization';
import type { ErrorCode } from '@headland/contracts/errors';
import {
  actRefusal,
  leaveRefusal,
  moveRefusal,
  placeRefusal,
  retypeRefusal,
  typeRefusal,
} from '@headland/domain/organization';
import type { Position } from '@headland/domain/rank';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller, type Scope } from '../../platform/caller';
import { accountsIn, hangingOn, organizationDetail, placeOf } from './organization.reads';
import { orFieldError } from '../../platform/database/unique-violation';
import { changesBetween, refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { lockOrganization, parentInScope, told, type LockedOrganization } from './organization.write';

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
      const by = await lockPosition(tx, caller);
      const before = await lockOrganization(tx, caller.scope, id);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'organization', id);
      refuse(actRefusal(by, before));
      if (body.type !== before.type)
        refuse(retypeRefusal(before.type, await hangingOn(tx, id)) ?? typeRefusal(by, body.type));
      const parent = await newParent(tx, caller.scope, by, before, body.parentId);
      const changes = changesBetween(told(before, before.parentName), told(body, parent.name));
      if (changes.length === 0) return organizationDetail(tx, caller, id);
      await orFieldError(
        tx.query(
          `UPDATE organization SET version = version + 1, name = $2, type = $3, parent_id = $4, erp_code = $5, phone = $6, postal_code = $7,
             address = NULLIF($8, ''), address_detail = $9, lat = $10, lon = $11 WHERE id = $1`,
          [
            id,
            body.name,
            body.type,
            parent.id,
            body.erpCode,
            body.phone,
            body.postalCode,
            body.address,
            body.addressDetail,
            body.lat,
            body.lon,
          ],
        ),
      );
      emit(
        'record.changed',
        { screen: 'organization', kind: 'organization', id: String(id), name: body.name, changes },
        { organizationId: id },
      );
      return organizationDetail(tx, caller, id);
    });
  }
}

/** The topmost organisation that the caller sees stays where it is: its parent is none, or out of sight. */
async function newParent(
  tx: Tx,
  scope: Scope,
  by: Position,
  before: LockedOrganization,
  parentId: number | null,
): Promise<{ id: number | null; name: string | null }> {
  const stays = { id: before.parentId, name: before.parentName };
  if (parentId === before.parentId) return stays;
  if (parentId === null) {
    const visible = before.parentId !== null && (await placeOf(tx, scope, before.parentId)) !== null;
    if (visible) throw new Problem('E0001', {}, { parentId: 'field.req' });
    return stays;
  }
  const parent = await parentInScope(tx, scope, parentId);
  const held = await accountsIn(tx, before.id);
  refuse(
    moveRefusal(before.id, parent.path) ??
      leaveRefusal(by, before, held) ??
      placeRefusal(by, before, parent.path, held),
  );
  return parent;
}

function refuse(code: ErrorCode | null): void {
  if (code) throw new Problem(code);
}
