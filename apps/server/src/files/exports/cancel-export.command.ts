import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ListExport } from '@headland/contracts/export';
import { type Caller, memberId } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { ownExport, toListExport } from './list-export';

/** Stops an own export; who writes it notices within some thousand rows and removes what there is of the file. */
export class CancelExport extends Command<ListExport> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CancelExport)
export class CancelExportHandler implements ICommandHandler<CancelExport> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** One that ends at this moment has ended. */
  async execute({ id, caller }: CancelExport): Promise<ListExport> {
    const userId = memberId(caller);
    await ownExport(this.database, id, userId);
    await this.database.query(
      `UPDATE list_export SET state = 'cancelled', finished_at = $3 WHERE id = $1 AND user_id = $2 AND state IN ('queued', 'running')`,
      [id, userId, this.now()],
    );
    return toListExport(await ownExport(this.database, id, userId));
  }
}
