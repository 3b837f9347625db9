import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { testCatalogueChanges } from '@headland/domain/diagnosis/test-catalogue-changes';
import { parseAllTests, TestCatalogueProblem, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { catalogueVersion } from '../platform/catalogue/catalogue-versions';
import { lockVersions } from '../platform/catalogue/use-version.part';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import { shippedTestVersion, testFileOf, testVersionInUse, testVersions, type TestFile } from './test-catalogue-in-use';

/** What is told of a broken file at once; its author mends these and comes again. */
const mostProblems = 50;

/** A maker's tests and limits, checked by the rules of the loader and kept as the next version. They are used when somebody says so. */
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
    const json = readJson(file.bytes);
    const catalogue = checkedTests(json);
    return this.change.run(actorOf(by), async (tx, emit) => {
      await lockVersions(tx, testVersions);
      const sha256 = hashOf(json);
      await refuseSame(tx, sha256);
      const before = checkedTests(await testFileOf(tx, await testVersionInUse(tx)));
      const changes = testCatalogueChanges(before, catalogue);
      const [last] = await tx.query<{ version: number | null }[]>('SELECT max(version) AS version FROM test_catalogue');
      const version = Math.max(shippedTestVersion, last?.version ?? 0) + 1;
      // the number on its results is the one that it is kept under
      const kept = { ...(json as TestFile), version };
      await tx.query('INSERT INTO test_catalogue (version, file, sha256, file_name, changes, loaded_by, loaded_by_name) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        version,
        JSON.stringify(kept),
        sha256,
        file.name.replaceAll(/\p{Cc}/gu, ' '),
        JSON.stringify(changes),
        by.userId,
        by.name,
      ]);
      const told = changes.map(({ code, fields }) => ({ field: code, from: null, to: fields.join(', ') }));
      emit('record.created', { screen: 'remote', kind: 'testCatalogue', id: String(version), name: `v${version}`, changes: told }, { organizationId: null });
      return catalogueVersion(tx, testVersions, version);
    });
  }
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Problem('TEST_CATALOGUE_REFUSED', { n: 1, problems: (error as Error).message });
  }
}

/** Throws TEST_CATALOGUE_REFUSED with all that is wrong. */
export function checkedTests(json: unknown): TestCatalogue {
  try {
    return parseAllTests(json);
  } catch (error) {
    if (!(error instanceof TestCatalogueProblem)) throw error;
    throw new Problem('TEST_CATALOGUE_REFUSED', { n: error.problems.length, problems: error.problems.slice(0, mostProblems).join('\n') });
  }
}

/** Of what the file says; its version is not part of it, for it is given by whoever keeps it. */
const hashOf = (json: unknown): string => {
  const { version: _, ...says } = json as TestFile;
  return createHash('sha256').update(JSON.stringify(says)).digest('hex');
};

/** What ships is kept already; any other is kept once. */
async function refuseSame(tx: Tx, sha256: string): Promise<void> {
  const [kept] = await tx.query<{ version: number }[]>('SELECT version FROM test_catalogue WHERE sha256 = $1', [sha256]);
  const same = kept?.version ?? (hashOf(await testFileOf(tx, shippedTestVersion)) === sha256 ? shippedTestVersion : null);
  if (same !== null) throw new Problem('TEST_CATALOGUE_SAME', { version: same });
}
