import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { catalogueVersion } from '../platform/catalogue/catalogue-versions';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { catalogueChannel, CatalogueInUse, faultVersions, recordsOf, versionInUse } from './catalogue-in-use';
import { checked, lockCatalogue } from './load-catalogue.command';

/** From now on, in every process: names, severities and what to do come from this version. What was raised before keeps its own. */
export class UseCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly version: number,
    /** what the caller saw in use */
    readonly before: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UseCatalogue)
export class UseCatalogueHandler implements ICommandHandler<UseCatalogue> {
  constructor(
    private readonly change: Change,
    private readonly inUse: CatalogueInUse,
  ) {}

  async execute({ version, before, by }: UseCatalogue): Promise<CatalogueVersion> {
    const used = await this.change.run(actorOf(by), async (tx, emit) => {
      await lockCatalogue(tx);
      const records = await recordsOf(tx, version);
      if (records === null) throw new Problem('NOT_FOUND');
      const present = await versionInUse(tx);
      if (present !== before) throw new Problem('CHANGED_MEANWHILE', await lastUse(tx));
      if (present === version) return catalogueVersion(tx, faultVersions, version);
      // kept under older rules, perhaps: a process would refuse it
      checked(records);
      await tx.query('INSERT INTO fault_catalogue_use (version, by_user, by_name) VALUES ($1, $2, $3)', [version, by.userId, by.name]);
      await tx.query('SELECT pg_notify($1, $2)', [catalogueChannel, String(version)]);
      emit(
        'record.changed',
        { screen: 'breakdown', kind: 'faultCatalogue', id: String(version), name: `v${version}`, changes: [{ field: 'inUse', from: `v${present}`, to: `v${version}` }] },
        { organizationId: null },
      );
      return catalogueVersion(tx, faultVersions, version);
    });
    // whoever chose it sees it at once in the process that answers
    await this.inUse.read();
    return used;
  }
}

async function lastUse(tx: Tx): Promise<{ by: string; at: string } | Record<string, never>> {
  const [last] = await tx.query<{ at: Date; by_name: string | null }[]>('SELECT at, by_name FROM fault_catalogue_use ORDER BY id DESC LIMIT 1');
  return last === undefined ? {} : { by: last.by_name ?? '', at: last.at.toISOString() };
}
