import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OrganizationBody, OrganizationDetail } from '@headland/contracts/organization';
import { typeRefusal } from '@headland/domain/organization';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { organizationDetail } from './organization.reads';
import { orFieldError } from '../../platform/database/unique-violation';
import { changesBetween } from '../../platform/event-log/record-change';
import { parentInScope, told } from './organization.write';

/** A new organisation below one that the caller sees. */
export class CreateOrganization extends Command<OrganizationDetail> {
  constructor(
    readonly body: OrganizationBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateOrganization)
export class CreateOrganizationHandler implements ICommandHandler<CreateOrganization> {
  constructor(private readonly change: Change) {}

  execute({ body, caller }: CreateOrganization): Promise<OrganizationDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const no = typeRefusal(await lockPosition(tx, caller), body.type);
      if (no) throw new Problem(no);
      const parent = await parentInScope(tx, caller.scope, body.parentId);
      const [row] = await orFieldError(
        tx.query<{ id: number }[]>(
          `INSERT INTO organization (name, type, parent_id, erp_code, phone, postal_code, address, address_detail, lat, lon)
           VALUES ($1, $2, $3, $4, $5, $6, NULLIF($7, ''), $8, $9, $10) RETURNING id`,
          [
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
      const created = await organizationDetail(tx, caller, (row as { id: number }).id);
      emit(
        'record.created',
        {
          screen: 'organization',
          kind: 'organization',
          id: String(created.id),
          name: created.name,
          changes: changesBetween({}, told(body, parent.name)),
        },
        { organizationId: created.id },
      );
      return created;
    });
  }
}
