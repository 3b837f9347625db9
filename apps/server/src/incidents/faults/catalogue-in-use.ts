import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import {
  faultCatalogue,
  faultLookUp,
  parseFaultCatalogue,
  type FaultCatalogue,
  type LookUpFault,
} from '@headland/domain/fault-catalogue';
import { CatalogueInUse as InUse } from '../../platform/catalogue/catalogue-in-use';
import type { Reader, Versioned } from '../../platform/catalogue/catalogue-versions';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';

/** What a fault code currently means. */
export interface FaultKnowledge {
  version: number;
  catalogue: FaultCatalogue;
  lookUp: LookUpFault;
}
const of = (version: number, catalogue: FaultCatalogue): FaultKnowledge => ({
  version,
  catalogue,
  lookUp: faultLookUp(catalogue),
});
export const shipped = of(0, faultCatalogue);

/** The fault catalogue that this process uses. */
@Injectable()
export class CatalogueInUse extends InUse<FaultKnowledge> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(LOG) log: Logger,
  ) {
    super({ name: 'fault catalogue', channel: 'fault_catalogue', shipped }, config, log);
  }

  protected chosen(): Promise<number> {
    return versionInUse(this.database);
  }

  protected async stored(version: number): Promise<FaultKnowledge> {
    return version === 0 ? shipped : of(version, parseFaultCatalogue(await recordsOf(this.database, version)));
  }
}

export async function versionInUse(tx: Reader): Promise<number> {
  const [row] = await tx.query<{ version: number }[]>(
    'SELECT version FROM fault_catalogue_use ORDER BY id DESC LIMIT 1',
  );
  return row?.version ?? 0;
}

/** The records of a version as loaded; null: no such version. Version 0 ships with the product. */
export async function recordsOf(tx: Reader, version: number): Promise<unknown[] | null> {
  if (version === 0) return faultCatalogue.records;
  const [row] = await tx.query<{ records: unknown[] }[]>('SELECT records FROM fault_catalogue WHERE version = $1', [
    version,
  ]);
  return row?.records ?? null;
}
export const faultVersions: Versioned = {
  table: 'fault_catalogue',
  screen: 'breakdown',
  kind: 'faultCatalogue',
  shipped: 0,
  chosen: versionInUse,
  kept: recordsOf,
};
