import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteRefusal } from '@headland/domain/organization';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { RevokeKiosk } from '../session/revoke-kiosk.command';
import { hangingOn } from './organization.reads';
import { lockOrganization, lockStructure } from './structure';

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
      await lockStructure(tx);
      const { name } = await lockOrganization(tx, caller.scope, id);
      const no = deleteRefusal(await hangingOn(tx, id));
      if (no) throw new Problem(no.code, no.values);
      await tx.query('UPDATE organization SET removed_at = $2, version = version + 1 WHERE id = $1', [id, this.now()]);
      emit('record.deleted', { screen: 'organization', kind: 'organization', id: String(id), name, changes: [] }, { organizationId: id });
      return tx.query<{ id: number }[]>('SELECT id FROM kiosk WHERE organization_id = $1 AND revoked_at IS NULL', [id]);
    });
    // a wall of what is gone would stay dark for ever
    for (const kiosk of kiosks) await this.commands.execute(new RevokeKiosk(kiosk.id, caller));
    return { deleted: true };
  }
}
