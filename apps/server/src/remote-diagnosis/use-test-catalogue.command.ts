import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { catalogueVersion } from '../platform/catalogue/catalogue-versions';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { checkedTests, lockTestCatalogue } from './load-test-catalogue.command';
import { testCatalogueChannel, TestCatalogueInUse, testFileOf, testVersionInUse, testVersions } from './test-catalogue-in-use';

/** From now on, in every process: tests are run and judged by this version. A test that runs, and every result before, keeps its own. */
export class UseTestCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly version: number,
    /** what the caller saw in use */
    readonly before: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UseTestCatalogue)
export class UseTestCatalogueHandler implements ICommandHandler<UseTestCatalogue> {
  constructor(
    private readonly change: Change,
    private readonly inUse: TestCatalogueInUse,
  ) {}

  async execute({ version, before, by }: UseTestCatalogue): Promise<CatalogueVersion> {
    const used = await this.change.run(actorOf(by), async (tx, emit) => {
      await lockTestCatalogue(tx);
      const file = await testFileOf(tx, version);
      if (file === null) throw new Problem('NOT_FOUND');
      const present = await testVersionInUse(tx);
      if (present !== before) throw new Problem('CHANGED_MEANWHILE', await lastUse(tx));
      if (present === version) return catalogueVersion(tx, testVersions, version);
      // kept under older rules, perhaps: a process would refuse it
      checkedTests(file);
      await tx.query('INSERT INTO test_catalogue_use (version, by_user, by_name) VALUES ($1, $2, $3)', [version, by.userId, by.name]);
      await tx.query('SELECT pg_notify($1, $2)', [testCatalogueChannel, String(version)]);
      emit(
        'record.changed',
        { screen: 'remote', kind: 'testCatalogue', id: String(version), name: `v${version}`, changes: [{ field: 'inUse', from: `v${present}`, to: `v${version}` }] },
        { organizationId: null },
      );
      return catalogueVersion(tx, testVersions, version);
    });
    // whoever chose it sees it at once in the process that answers
    await this.inUse.read();
    return used;
  }
}

async function lastUse(tx: Tx): Promise<{ by: string; at: string } | Record<string, never>> {
  const [last] = await tx.query<{ at: Date; by_name: string | null }[]>('SELECT at, by_name FROM test_catalogue_use ORDER BY id DESC LIMIT 1');
  return last === undefined ? {} : { by: last.by_name ?? '', at: last.at.toISOString() };
}
