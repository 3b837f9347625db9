import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { parseAllTests, shippedTests, testCatalogue, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { CONFIG, type Config } from '../platform/config';
import { Listener } from '../platform/database/listener';
import { LOG } from '../platform/log';

export const testCatalogueChannel = 'test_catalogue';
export type TestFile = { version: number } & Record<string, unknown>;
/** The tests as they are run and judged now, and the file that says so. */
export interface TestKnowledge {
  version: number;
  catalogue: TestCatalogue;
  file: TestFile;
}
const shipped: TestKnowledge = { version: testCatalogue.version, catalogue: testCatalogue, file: shippedTests as TestFile };

/**
 * The test catalogue that this process answers from. An administrator's choice reaches every process by NOTIFY; after a lost connection it is read again.
 * A version that this build refuses (kept under older rules) is not used: what was in use stays, and the log says so. Numbers of loaded files count on
 * from the shipped one; a release that ships another leaves room for them (1, 1001, …), so that the number on a result means one file.
 */
@Injectable()
export class TestCatalogueInUse implements OnApplicationBootstrap, OnApplicationShutdown {
  private present = shipped;
  private reading: Promise<void> = Promise.resolve();
  private readonly listener: Listener;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    const again = (): void => void this.read();
    this.listener = new Listener(config.DATABASE_URL, { [testCatalogueChannel]: again }, again, log);
  }

  get now(): TestKnowledge {
    return this.present;
  }

  /** No test is asked for and no answer judged before the right catalogue is there. */
  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
    await this.reading;
  }

  /** One after the other, so that an older answer cannot overtake a newer one. */
  read(): Promise<void> {
    this.reading = this.reading
      .then(() => this.readOnce())
      .catch((error: unknown) => this.log.warn({ error }, 'the test catalogue could not be read; the one in use stays'));
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const version = await testVersionInUse(this.database);
    if (version === this.present.version) return;
    const file = await testFileOf(this.database, version);
    this.present = file === null || version === shipped.version ? shipped : { version, catalogue: parseAllTests(file), file };
    this.log.info({ version: this.present.version }, 'test catalogue in use');
  }
}

type Reader = Pick<DataSource, 'query'>;
/** The shipped one where nothing was chosen, or where what was chosen shipped with an earlier release. */
export async function testVersionInUse(tx: Reader): Promise<number> {
  const [row] = await tx.query<{ version: number }[]>(
    'SELECT u.version FROM (SELECT version FROM test_catalogue_use ORDER BY id DESC LIMIT 1) u JOIN test_catalogue c ON c.version = u.version',
  );
  return row?.version ?? shipped.version;
}

/** A version as it was loaded; null: there is none. */
export async function testFileOf(tx: Reader, version: number): Promise<TestFile | null> {
  if (version === shipped.version) return shipped.file;
  const [row] = await tx.query<{ file: TestFile }[]>('SELECT file FROM test_catalogue WHERE version = $1', [version]);
  return row?.file ?? null;
}
export const shippedTestVersion = shipped.version;
