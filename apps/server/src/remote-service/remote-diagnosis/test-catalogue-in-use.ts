import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { parseAllTests, shippedTests, testCatalogue, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { CatalogueInUse } from '../../platform/catalogue/catalogue-in-use';
import type { Reader, Versioned } from '../../platform/catalogue/catalogue-versions';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';

export type TestFile = { version: number } & Record<string, unknown>;
/** The parsed tests in use and their file. */
export interface TestKnowledge {
  version: number;
  catalogue: TestCatalogue;
  file: TestFile;
}
const shipped: TestKnowledge = {
  version: testCatalogue.version,
  catalogue: testCatalogue,
  file: shippedTests as TestFile,
};

/**
 * The test catalogue that this process uses. Uploaded files are numbered from the shipped one; a release that ships
 * another leaves room for them (1, 1001, …), so that the number on a result means one file.
 */
@Injectable()
export class TestCatalogueInUse extends CatalogueInUse<TestKnowledge> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(LOG) log: Logger,
  ) {
    super({ name: 'test catalogue', channel: 'test_catalogue', shipped }, config, log);
  }

  protected chosen(): Promise<number> {
    return testVersionInUse(this.database);
  }

  protected async stored(version: number): Promise<TestKnowledge> {
    const file = await testFileOf(this.database, version);
    return file === null || version === shipped.version ? shipped : { version, catalogue: parseAllTests(file), file };
  }
}

/** The shipped one by default, or if the chosen one was shipped with an earlier release. */
async function testVersionInUse(tx: Reader): Promise<number> {
  const [row] = await tx.query<{ version: number }[]>(
    'SELECT u.version FROM (SELECT version FROM test_catalogue_use ORDER BY id DESC LIMIT 1) u JOIN test_catalogue c ON c.version = u.version',
  );
  return row?.version ?? shipped.version;
}

/** A version as loaded; null: no such version. */
export async function testFileOf(tx: Reader, version: number): Promise<TestFile | null> {
  if (version === shipped.version) return shipped.file;
  const [row] = await tx.query<{ file: TestFile }[]>('SELECT file FROM test_catalogue WHERE version = $1', [version]);
  return row?.file ?? null;
}
export const testVersions: Versioned = {
  table: 'test_catalogue',
  screen: 'remote',
  kind: 'testCatalogue',
  shipped: shipped.version,
  chosen: testVersionInUse,
  kept: testFileOf,
};
