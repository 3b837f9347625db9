import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PartImportResult } from '@headland/contracts/part';
import type { Caller } from '../../platform/caller';
import { Problem } from '../../platform/problem';
import { Records, type RecordStore } from '../../platform/records/records';
import type { Part } from './part.entity';
import { checkParts } from './part-import.reads';
import { PartImports } from './part-imports';
import { partRecord, type PartState } from './part.record';

/**
 * Saves every row of a checked workbook, or none. It is checked again with the parts locked: what is wrong now, or would
 * write something else than was shown, is refused. Called twice it saves once, since the second changes nothing.
 */
export class SavePartImport extends Command<PartImportResult> {
  constructor(
    readonly id: string,
    /** of what was shown */
    readonly digest: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SavePartImport)
export class SavePartImportHandler implements ICommandHandler<SavePartImport> {
  private readonly store: RecordStore<typeof partRecord.endpoints, Part, PartState, void>;

  constructor(
    private readonly imports: PartImports,
    records: Records,
  ) {
    this.store = records.of(partRecord);
  }

  async execute({ id, digest, caller }: SavePartImport): Promise<PartImportResult> {
    const { read } = await this.imports.open(id, caller);
    const done = await this.store.writeMany(caller, async ({ tx, now, config }) => {
      const checked = await checkParts(tx, read, { caller, now, config, lock: true });
      const writes = checked.writes.filter((w) => w.changes.length > 0);
      const same = checked.digest === digest;
      if (checked.errors.length > 0) throw new Problem(same ? 'IMPORT_NOT_READY' : 'IMPORT_OUTDATED');
      if (writes.length > 0 && !same) throw new Problem('IMPORT_OUTDATED');
      return writes;
    });
    const created = done.filter((w) => w.before === null).length;
    return { created, changed: done.length - created, unchanged: read.rows.length - done.length };
  }
}
