import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeModelBody, ModelDetail } from '@headland/contracts/model';
import { deviceTypesToNotify } from '@headland/domain/model';
import { dayOf } from '@headland/domain/zone-day';
import { itemsOf } from '../../maintenance/consumables/consumables-set.reads';
import { saveSet } from '../../maintenance/consumables/save-set.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { actorOf, type Caller } from '../../platform/caller';
import { modelDetail } from './model.reads';
import { notifyDevices } from './notify-devices.tx';
import { checkYear, columnsOf, exchangeImage, lockModel, modelChanges, keepModelImage } from './model.write';

/** All fields of a model as the form shows them. Its vehicles are dated by the new consumables set, its devices told of new thresholds. */
export class ChangeModel extends Command<ModelDetail> {
  constructor(
    readonly id: number,
    readonly body: ChangeModelBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeModel)
export class ChangeModelHandler implements ICommandHandler<ChangeModel> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  execute({ id, body, caller }: ChangeModel): Promise<ModelDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const now = this.now();
      const zone = this.config.PRODUCT_TIME_ZONE;
      const before = await lockModel(tx, id);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'model', id);
      if (before.releaseYear !== body.releaseYear) checkYear(body.releaseYear, dayOf(now.getTime(), zone));
      if (before.imageId !== body.imageId) await keepModelImage(tx, body.imageId);
      await saveSet(tx, id, body.consumables, now, zone);
      const changes = await modelChanges(tx, before, { ...body, consumables: await itemsOf(tx, id) });
      if (changes.length === 0) return modelDetail(tx, caller.scope, id);
      await orFieldError(
        tx.query(
          `UPDATE model SET version = version + 1, name = $2, type = $3, machine = $4, release_year = $5, horsepower = $6, description = NULLIF($7, ''), remote_control = $8,
             rollover = $9, image_id = $10, image_alt = NULLIF($11, ''), changed_at = $12 WHERE id = $1`,
          [id, ...columnsOf(body), now],
        ),
      );
      await exchangeImage(tx, before.imageId, body.imageId);
      await notifyDevices(tx, id, deviceTypesToNotify(before, body), now);
      emit(
        'record.changed',
        { screen: 'model', kind: 'model', id: String(id), name: body.name, changes },
        { organizationId: null },
      );
      return modelDetail(tx, caller.scope, id);
    });
  }
}
