import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { faultCatalogue, faultLookUp, parseFaultCatalogue, type FaultCatalogue, type LookUpFault } from '@headland/domain/fault-catalogue';
import { CONFIG, type Config } from '../platform/config';
import { Listener } from '../platform/database/listener';
import { LOG } from '../platform/log';

export const catalogueChannel = 'fault_catalogue';
/** What a fault code means now. */
export interface FaultKnowledge {
  version: number;
  catalogue: FaultCatalogue;
  lookUp: LookUpFault;
}
const of = (version: number, catalogue: FaultCatalogue): FaultKnowledge => ({ version, catalogue, lookUp: faultLookUp(catalogue) });
export const shipped = of(0, faultCatalogue);

/**
 * The catalogue that this process answers from. An administrator's choice reaches every process by NOTIFY; after a lost connection it is read again. A
 * version that this build refuses (kept under older rules) is not used: what was in use stays, and the log says so.
 */
@Injectable()
export class CatalogueInUse implements OnApplicationBootstrap, OnApplicationShutdown {
  private present = shipped;
  private reading: Promise<void> = Promise.resolve();
  private readonly listener: Listener;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    const again = (): void => void this.read();
    this.listener = new Listener(config.DATABASE_URL, { [catalogueChannel]: again }, again, log);
  }

  get now(): FaultKnowledge {
    return this.present;
  }

  /** No message is heard and no question answered before the right catalogue is there. */
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
      .catch((error: unknown) => this.log.warn({ error }, 'the fault catalogue could not be read; the one in use stays'));
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const version = await versionInUse(this.database);
    if (version === this.present.version) return;
    this.present = version === 0 ? shipped : of(version, parseFaultCatalogue(await recordsOf(this.database, version)));
    this.log.info({ version }, 'fault catalogue in use');
  }
}

type Reader = Pick<DataSource, 'query'>;
export async function versionInUse(tx: Reader): Promise<number> {
  const [row] = await tx.query<{ version: number }[]>('SELECT version FROM fault_catalogue_use ORDER BY id DESC LIMIT 1');
  return row?.version ?? 0;
}

/** The records of a version as they were loaded; null: there is none. Version 0 ships with the product. */
export async function recordsOf(tx: Reader, version: number): Promise<unknown[] | null> {
  if (version === 0) return faultCatalogue.records;
  const [row] = await tx.query<{ records: unknown[] }[]>('SELECT records FROM fault_catalogue WHERE version = $1', [version]);
  return row?.records ?? null;
}
