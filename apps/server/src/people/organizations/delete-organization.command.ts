import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteRefusal, holdsRefusal } from '@headland/domain/organization';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { RevokeKiosk } from '../session/revoke-kiosk.command';
import { accountsIn, hangingOn } from './organization.reads';
import { lockOrganization } from './organization.write';

/** It is gone from every list and choice; old records go on naming it. */
export class DeleteOrganization extends Command<{ deleted: true }> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DeleteOrganization)
export class DeleteOrganizationHandler implements ICommandHandler<DeleteOrganization> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly commands: CommandBus,
  ) {}

  async execute({ id, caller }: DeleteOrganization): Promise<{ deleted: true }> {
    const kiosks = await this.change.run(actorOf(caller), async (tx, emit) => {
      const by = await lockPosition(tx, caller);
      const organization = await lockOrganization(tx, caller.scope, id);
      const above = holdsRefusal(by, organization, await accountsIn(tx, id));
      if (above) throw new Problem(above);
      const no = deleteRefusal(await hangingOn(tx, id));
      if (no) throw new Problem(no.code, no.values);
      const { name } = organization;
      await tx.query('UPDATE organization SET removed_at = $2, version = version + 1 WHERE id = $1', [id, this.now()]);
      emit(
        'record.deleted',
        { screen: 'organization', kind: 'organization', id: String(id), name, changes: [] },
        { organizationId: id },
      );
      return tx.query<{ id: number }[]>('SELECT id FROM kiosk WHERE organization_id = $1 AND revoked_at IS NULL', [id]);
    });
    // a wall of what is gone would stay dark for ever
    for (const kiosk of kiosks) await this.commands.execute(new RevokeKiosk(kiosk.id, caller, true));
    return { deleted: true };
  }
}
