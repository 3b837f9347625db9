import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { FaultCatalogueProblem, parseFaultCatalogue, type FaultRecord } from '@headland/domain/fault-catalogue';
import { catalogueChanges } from '@headland/domain/fault-catalogue-changes';
import { catalogueVersion } from '../../platform/catalogue/catalogue-versions';
import { jsonOf } from '../../platform/catalogue/keep-version.tx';
import { refusedWith } from '../../platform/catalogue/refused-with';
import { lockVersions } from '../../platform/catalogue/use-version.tx';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { faultVersions, recordsOf, versionInUse } from './catalogue-in-use';

/**
 * Stores a maker's list of fault codes as the next version after validation. It is not used until somebody selects it.
 */
export class LoadCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly file: ReceivedFile,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(LoadCatalogue)
export class LoadCatalogueHandler implements ICommandHandler<LoadCatalogue> {
  constructor(private readonly change: Change) {}

  execute({ file, by }: LoadCatalogue): Promise<CatalogueVersion> {
    const records = checked(jsonOf(file, 'FAULT_CATALOGUE_REFUSED'));
    return this.change.run(actorOf(by), async (tx, emit) => {
      await lockVersions(tx, faultVersions);
      const sha256 = createHash('sha256').update(JSON.stringify(records)).digest('hex');
      await refuseSame(tx, records, sha256);
      const before = (await recordsOf(tx, await versionInUse(tx))) as FaultRecord[];
      const changes = catalogueChanges(before, records);
      const [row] = await tx.query<{ version: number }[]>(
        `INSERT INTO fault_catalogue (version, records, sha256, file_name, changes, loaded_by, loaded_by_name)
         SELECT COALESCE(max(version), 0) + 1, $1, $2, $3, $4, $5, $6 FROM fault_catalogue RETURNING version`,
        [
          JSON.stringify(records),
          sha256,
          file.name.replaceAll(/\p{Cc}/gu, ' '),
          JSON.stringify(changes),
          by.userId,
          by.name,
        ],
      );
      const { version } = row as { version: number };
      const logged = changes.map(({ code, fields }) => ({ field: code, from: null, to: fields.join(', ') }));
      emit(
        'record.created',
        { screen: 'breakdown', kind: 'faultCatalogue', id: String(version), name: `v${version}`, changes: logged },
        { organizationId: null },
      );
      return catalogueVersion(tx, faultVersions, version);
    });
  }
}

/** Throws FAULT_CATALOGUE_REFUSED with all problems. */
export const checked = (json: unknown): FaultRecord[] =>
  refusedWith('FAULT_CATALOGUE_REFUSED', FaultCatalogueProblem, () => parseFaultCatalogue(json).records);

/** The shipped list is version 0 already; any other is stored once. */
async function refuseSame(tx: Tx, records: FaultRecord[], sha256: string): Promise<void> {
  const [kept] = await tx.query<{ version: number }[]>('SELECT version FROM fault_catalogue WHERE sha256 = $1', [
    sha256,
  ]);
  if (kept !== undefined) throw new Problem('FAULT_CATALOGUE_SAME', { version: kept.version });
  const shipped = await recordsOf(tx, 0);
  if (JSON.stringify(shipped) === JSON.stringify(records)) throw new Problem('FAULT_CATALOGUE_SAME', { version: 0 });
}
