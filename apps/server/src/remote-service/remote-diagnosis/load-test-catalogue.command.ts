import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { testCatalogueChanges } from '@headland/domain/diagnosis/test-catalogue-changes';
import { parseAllTests, TestCatalogueProblem, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { jsonOf, keepVersion } from '../../platform/catalogue/keep-version.tx';
import { refusedWith } from '../../platform/catalogue/refused-with';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { testVersions } from './test-catalogue-in-use';

/** Stores a maker's tests and limits as the next version after validation. It is not used until somebody selects it. */
export class LoadTestCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly file: ReceivedFile,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(LoadTestCatalogue)
export class LoadTestCatalogueHandler implements ICommandHandler<LoadTestCatalogue> {
  constructor(private readonly change: Change) {}

  execute({ file, by }: LoadTestCatalogue): Promise<CatalogueVersion> {
    const json = jsonOf(file, 'TEST_CATALOGUE_REFUSED');
    const catalogue = checkedTests(json);
    const changes = (inUse: unknown) => testCatalogueChanges(checkedTests(inUse), catalogue);
    return this.change.run(actorOf(by), (tx, emit) =>
      keepVersion(tx, emit, testVersions, { file, json, changes, same: 'TEST_CATALOGUE_SAME', by }),
    );
  }
}

/** Throws TEST_CATALOGUE_REFUSED with all problems. */
export const checkedTests = (json: unknown): TestCatalogue =>
  refusedWith('TEST_CATALOGUE_REFUSED', TestCatalogueProblem, () => parseAllTests(json));
