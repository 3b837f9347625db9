import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { factoryActor } from '@headland/contracts/access';
import type { FactoryAnswer, FactoryBody } from '@headland/contracts/factory';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import { Change } from '../../platform/event-log/change';
import type { Machine } from '../../platform/caller';
import { plantOf } from '../production/plant.reads';
import type { Batch } from './batch';
import { importDevices } from './import-devices';
import { importMatches, lockVehiclesOf } from './import-matches';
import { importModels } from './import-models';
import { importVehicles } from './import-vehicles';

/** Records of the factory: models, then vehicles of them, then devices, then which device is in which vehicle. All of it, or none. */
export class ImportRecords extends Command<FactoryAnswer> {
  constructor(
    readonly body: FactoryBody,
    readonly machine: Machine,
  ) {
    super();
  }
}

/** Two rows at the same moment under one key, or waiting for each other's locks: the second one finds the first one's result. */
const again = new Set(['23505', '40P01']);

@CommandHandler(ImportRecords)
export class ImportRecordsHandler implements ICommandHandler<ImportRecords> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  async execute(command: ImportRecords): Promise<FactoryAnswer> {
    try {
      return await this.take(command);
    } catch (error) {
      if (!again.has((error as { driverError?: { code?: string } }).driverError?.code ?? '')) throw error;
      return this.take(command);
    }
  }

  private take({ body, machine }: ImportRecords): Promise<FactoryAnswer> {
    const by = factoryActor(machine.name);
    return this.change.run({ userId: null, name: by, address: machine.address }, async (tx, emit) => {
      // one call of the factory after the other: the same list sent twice at once is imported once, and then found unchanged
      await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.factoryImport})`);
      const now = this.now();
      const timeZone = this.config.PRODUCT_TIME_ZONE;
      const batch: Batch = {
        tx,
        emit,
        now,
        timeZone,
        today: dayOf(now.getTime(), timeZone),
        by,
        plant: await plantOf(tx),
      };
      const models = body.models ? await importModels(batch, body.models) : [];
      // all of them before the first device, as everywhere
      if (body.matches) await lockVehiclesOf(tx, [...(body.vehicles ?? []), ...body.matches]);
      return {
        models,
        vehicles: body.vehicles ? await importVehicles(batch, body.vehicles) : [],
        devices: body.devices ? await importDevices(batch, body.devices) : [],
        matches: body.matches ? await importMatches(batch, body.matches) : [],
      };
    });
  }
}
