import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ModelBody, ModelDetail } from '@headland/contracts/model';
import { dayOf } from '@headland/domain/zone-day';
import { itemsOf } from '../../maintenance/consumables/consumables-set.reads';
import { saveSet } from '../../maintenance/consumables/save-set.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { modelDetail } from './model.reads';
import { checkYear, columnsOf, modelChanges, keepModelImage } from './model.write';

/** A new model with its consumables set. A copy comes as what it is, with the ids of the original's items: they begin anew here. */
export class CreateModel extends Command<ModelDetail> {
  constructor(
    readonly body: ModelBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateModel)
export class CreateModelHandler implements ICommandHandler<CreateModel> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ body, caller }: CreateModel): Promise<ModelDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const now = this.now();
      checkYear(body.releaseYear, dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE));
      await keepModelImage(tx, body.imageId);
      const [row] = await orFieldError(
        tx.query<{ id: number }[]>(
          `INSERT INTO model (created_at, name, type, machine, release_year, horsepower, description, remote_control, rollover, image_id, image_alt)
           VALUES ($1, $2, $3, $4, $5, $6, NULLIF($7, ''), $8, $9, $10, NULLIF($11, '')) RETURNING id`,
          [now, ...columnsOf(body)],
        ),
      );
      const { id } = row as { id: number };
      await saveSet(
        tx,
        id,
        body.consumables.map((item) => ({ ...item, id: null })),
        now,
        this.config.PRODUCT_TIME_ZONE,
      );
      const changes = await modelChanges(tx, null, { ...body, consumables: await itemsOf(tx, id) });
      emit(
        'record.created',
        { screen: 'model', kind: 'model', id: String(id), name: body.name, changes },
        { organizationId: null },
      );
      return modelDetail(tx, caller.scope, id);
    });
  }
}
