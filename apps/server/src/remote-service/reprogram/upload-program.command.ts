import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { EventPayload } from '@headland/contracts/event-log';
import { type FlashFile, ProgramStatement } from '@headland/contracts/reprogram';
import { parseFirmware } from '@headland/domain/reprogram/firmware';
import type { ProgramIdentity } from '@headland/domain/reprogram/program-header';
import { identityFields, isConfirmed, sameIdentity } from '@headland/domain/reprogram/statement';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { dropFile, FileStore, keepFile } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { lockFile, statementOf, toFile, type FileRow } from './flash-row';
import { SigningKey } from './signing-key';

/**
 * Adds a program to the library: parsed to its last record, and stored once, whatever its name. An invalid file is
 * reported with the place of the error and not stored. What its header does not have the person states; that is signed
 * when another account has confirmed it (ConfirmProgram).
 */
export class UploadProgram extends Command<FlashFile> {
  constructor(
    readonly file: ReceivedFile,
    readonly stated: Partial<ProgramStatement>,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UploadProgram)
export class UploadProgramHandler implements ICommandHandler<UploadProgram> {
  constructor(
    private readonly change: Change,
    private readonly files: FileStore,
    private readonly key: SigningKey,
    private readonly profile: ProgramProfileInUse,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ file, stated, by }: UploadProgram): Promise<FlashFile> {
    const { version: profileVersion, profile } = this.profile.now;
    const parsed = parseFirmware(file.name, file.bytes, profile);
    if (!parsed.ok) {
      const { fault, line = 0, byte = 0, header } = parsed;
      throw new Problem('PROGRAM_INVALID', {
        fault,
        line,
        byte,
        ...(header === undefined ? {} : { header, profile: profileVersion }),
      });
    }
    const { format, identity: read, header } = parsed.firmware;
    const readBy = header === null ? null : { version: profileVersion, header };
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const known = await bySha(this.database.manager, sha256);
    // the same file again without a statement is the existing one
    const identity =
      read ?? (known !== null && Object.keys(stated).length === 0 ? statementOf(known) : complete(stated));
    if (known !== null) {
      if (sameIdentity(identity, statementOf(known))) return toFile(await this.good(known, file, by), by);
      return toFile(
        await this.good(
          readBy === null
            ? await this.restate(known.id, identity, by)
            : await this.reread(known.id, identity, readBy, by),
          file,
          by,
        ),
        by,
      );
    }
    const isRead = read !== null;
    const signature = isRead ? await this.key.sign({ format, ...read, size: file.bytes.length, sha256 }) : '';
    const { target, variant, calibration, version } = identity;
    const stored = await this.files.put(
      { kind: 'program', name: file.name, type: 'application/octet-stream', createdBy: by.userId },
      file.bytes,
    );
    return this.change.run(actorOf(by), async (tx, emit) => {
      const made = await tx.query<FileRow[]>(
        `INSERT INTO flash_file (file_id, name, format, target, variant, calibration, version, bytes, sha256, signature, uploaded_at, uploaded_by, uploaded_name,
           profile_version, profile_header, stated_at, stated_by, stated_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::int, $13::text, $15, $16,
           CASE WHEN $14 THEN NULL ELSE $11::timestamptz END, CASE WHEN $14 THEN NULL ELSE $12::int END, CASE WHEN $14 THEN NULL ELSE $13::text END)
         ON CONFLICT (sha256) DO NOTHING RETURNING *`,
        [
          stored,
          file.name,
          format,
          target,
          variant,
          calibration,
          version,
          file.bytes.length,
          sha256,
          signature,
          this.now(),
          memberId(by),
          by.name,
          isRead,
          readBy?.version,
          readBy?.header,
        ],
      );
      const [row] = made;
      // somebody uploaded the same one concurrently
      if (row === undefined) return toFile((await bySha(tx, sha256)) as FileRow, by);
      await keepFile(tx, stored, 'program', 'file');
      emit(
        'record.created',
        recordOf(row, [
          { field: 'file', from: null, to: file.name },
          ...(isRead ? [{ field: 'readBy', from: null, to: readByOf(row) }] : statedChanges(null, row)),
        ]),
        {
          organizationId: by.organizationId,
        },
      );
      return toFile(row, by);
    });
  }

  /** A statement can be corrected until it is confirmed; the correcting member becomes its author. */
  private restate(id: number, identity: ProgramIdentity, by: Caller): Promise<FileRow> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const was = (await lockFile(tx, id)) as FileRow;
      if (isConfirmed(statementOf(was)))
        throw new Problem('PROGRAM_CONFIRMED', { by: was.confirmed_name ?? was.uploaded_name });
      const [[row]] = await tx.query<[FileRow[], number]>(
        'UPDATE flash_file SET target = $2, variant = $3, calibration = $4, version = $5, stated_at = $6, stated_by = $7, stated_name = $8 WHERE id = $1 RETURNING *',
        [id, ...identityFields.map((f) => identity[f]), this.now(), memberId(by), by.name],
      );
      const changed = row as FileRow;
      emit('record.changed', recordOf(changed, statedChanges(was, changed)), { organizationId: by.organizationId });
      return changed;
    });
  }

  /**
   * Data decoded wrongly by a profile is corrected by one that decodes it differently, as long as the program was not
   * used. A person's statement stays: another one confirms or corrects it.
   */
  private reread(
    id: number,
    identity: ProgramIdentity,
    by: NonNullable<FlashFile['readBy']>,
    caller: Caller,
  ): Promise<FileRow> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const was = (await lockFile(tx, id)) as FileRow;
      const [used] = await tx.query<unknown[]>(
        'SELECT 1 FROM flash_run WHERE file_id = $1 UNION ALL SELECT 1 FROM roll_out WHERE file_id = $1 LIMIT 1',
        [id],
      );
      if (was.stated_by !== null || used !== undefined) return was;
      const [[row]] = await tx.query<[FileRow[], number]>(
        `UPDATE flash_file SET target = $2, variant = $3, calibration = $4, version = $5, profile_version = $6, profile_header = $7, signature = '' WHERE id = $1 RETURNING *`,
        [id, ...identityFields.map((f) => identity[f]), by.version, by.header],
      );
      const changed = row as FileRow;
      emit(
        'record.changed',
        recordOf(changed, [
          { field: 'readBy', from: readByOf(was), to: readByOf(changed) },
          ...identityChanges(was, changed),
        ]),
        {
          organizationId: caller.organizationId,
        },
      );
      return changed;
    });
  }

  /**
   * A known program whose stored bytes have changed, or that another key has signed, is stored and signed again: its
   * offers were refused.
   */
  private async good(known: FileRow, file: ReceivedFile, by: Caller): Promise<FileRow> {
    const signature = isConfirmed(statementOf(known))
      ? await this.key.sign({ ...statementOf(known), format: known.format, size: known.bytes, sha256: known.sha256 })
      : '';
    const bytes = await this.files.readIfStored(known.file_id);
    if (
      signature === known.signature &&
      bytes !== null &&
      createHash('sha256').update(bytes).digest('hex') === known.sha256
    )
      return known;
    const stored = await this.files.put(
      { kind: 'program', name: file.name, type: 'application/octet-stream', createdBy: by.userId },
      file.bytes,
    );
    await this.change.run(actorOf(by), async (tx, emit) => {
      await tx.query(
        'UPDATE flash_file SET file_id = $2, signature = CASE WHEN stated_by IS NULL OR confirmed_by IS NOT NULL THEN $3 ELSE signature END WHERE id = $1',
        [known.id, stored, signature],
      );
      await keepFile(tx, stored, 'program', 'file');
      await dropFile(tx, known.file_id);
      emit('record.changed', recordOf(known, [{ field: 'file', from: known.name, to: file.name }]), {
        organizationId: by.organizationId,
      });
    });
    return known;
  }
}

/** The person's statement for a file with an unknown header: all fields. */
function complete(stated: Partial<ProgramStatement>): ProgramStatement {
  const parsed = ProgramStatement.safeParse(stated);
  if (parsed.success) return parsed.data;
  throw new Problem(
    'E0001',
    {},
    Object.fromEntries(identityFields.filter((f) => stated[f] === undefined).map((f) => [f, 'field.req'])),
  );
}

type Changes = EventPayload<'record.changed'>['changes'];
const recordOf = (row: FileRow, changes: Changes): EventPayload<'record.changed'> => ({
  screen: 'reProgram',
  kind: 'program',
  id: String(row.id),
  name: `${row.target.toUpperCase()} ${row.version}`,
  changes,
});
const statedChanges = (was: FileRow | null, is: FileRow): Changes => [
  { field: 'statedBy', from: was?.stated_name ?? null, to: is.stated_name },
  ...identityChanges(was, is),
];
const identityChanges = (was: FileRow | null, is: FileRow): Changes =>
  identityFields
    .map((field) => ({ field, from: was?.[field] ?? null, to: is[field] }))
    .filter(({ from, to }) => from !== to);
const readByOf = ({ profile_version: version, profile_header: header }: FileRow): string | null =>
  header === null ? null : `v${version} ${header}`;

async function bySha(tx: Tx, sha256: string): Promise<FileRow | null> {
  const [row] = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE sha256 = $1', [sha256]);
  return row ?? null;
}
