import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { testCatalogueChanges } from '@headland/domain/diagnosis/test-catalogue-changes';
import { parseAllTests, TestCatalogueProblem, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { jsonOf, keepVersion } from '../../platform/catalogue/keep-version.tx';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { testVersions } from './test-catalogue-in-use';

/** Problems of a broken file reported at once; the author fixes these and uploads it again. */
const maxProblems = 50;

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
export function checkedTests(json: unknown): TestCatalogue {
  try {
    return parseAllTests(json);
  } catch (error) {
    if (!(error instanceof TestCatalogueProblem)) throw error;
    throw new Problem('TEST_CATALOGUE_REFUSED', {
      n: error.problems.length,
      problems: error.problems.slice(0, maxProblems).join('\n'),
    });
  }
}
