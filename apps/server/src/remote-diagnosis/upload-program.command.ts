import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { FlashFile } from '@headland/contracts/reprogram';
import { parseFirmware } from '@headland/domain/reprogram/firmware';
import { CLOCK, type Clock } from '../platform/clock';
import type { Tx } from '../platform/database/rows';
import { Change } from '../platform/event-log/change';
import { dropFile, FileStore, keepFile } from '../platform/files/file-store';
import { Problem } from '../platform/problem';
import { actorOf, memberId, type Caller } from '../platform/who';
import { toFile, type FileRow } from './flash-row';
import { SigningKey } from './signing-key';

/** A program comes into the library: read to its last record, signed, and kept once, whatever it is called. What is wrong with it is said with its place, and nothing stays. */
export class UploadProgram extends Command<FlashFile> {
  constructor(
    readonly file: ReceivedFile,
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
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ file, by }: UploadProgram): Promise<FlashFile> {
    const parsed = parseFirmware(file.name, file.bytes);
    if (!parsed.ok) throw new Problem('PROGRAM_INVALID', { fault: parsed.fault, line: parsed.line ?? 0, byte: parsed.byte ?? 0 });
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const { format, target, variant, calibration, version } = parsed.firmware;
    const signature = await this.key.sign({ format, target, variant, calibration, version, size: file.bytes.length, sha256 });
    const known = await bySha(this.database.manager, sha256);
    if (known !== null) return toFile(await this.good(known, signature, file, by));
    const stored = await this.files.put({ kind: 'program', name: file.name, type: 'application/octet-stream', createdBy: by.userId }, file.bytes);
    return this.change.run(actorOf(by), async (tx, emit) => {
      const made = await tx.query<FileRow[]>(
        `INSERT INTO flash_file (file_id, name, format, target, variant, calibration, version, bytes, sha256, signature, uploaded_at, uploaded_by, uploaded_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (sha256) DO NOTHING RETURNING *`,
        [stored, file.name, format, target, variant, calibration, version, file.bytes.length, sha256, signature, this.now(), memberId(by), by.name],
      );
      const [row] = made;
      // somebody brought the same one in the same moment
      if (row === undefined) return toFile((await bySha(tx, sha256)) as FileRow);
      await keepFile(tx, stored, 'program', 'file');
      emit(
        'record.created',
        { screen: 'reProgram', kind: 'program', id: String(row.id), name: `${target.toUpperCase()} ${version}`, changes: [{ field: 'file', from: null, to: file.name }] },
        { organizationId: by.organizationId },
      );
      return toFile(row);
    });
  }

  /** A known program whose stored bytes have changed, or that another key has signed, is stored and signed anew: the offers of it were refused. */
  private async good(known: FileRow, signature: string, file: ReceivedFile, by: Caller): Promise<FileRow> {
    const kept = await this.files.read(known.file_id).catch(() => null);
    if (signature === known.signature && kept !== null && createHash('sha256').update(kept).digest('hex') === known.sha256) return known;
    const stored = await this.files.put({ kind: 'program', name: file.name, type: 'application/octet-stream', createdBy: by.userId }, file.bytes);
    await this.change.run(actorOf(by), async (tx, emit) => {
      await tx.query('UPDATE flash_file SET file_id = $2, signature = $3 WHERE id = $1', [known.id, stored, signature]);
      await keepFile(tx, stored, 'program', 'file');
      await dropFile(tx, known.file_id);
      emit(
        'record.changed',
        {
          screen: 'reProgram',
          kind: 'program',
          id: String(known.id),
          name: `${known.target.toUpperCase()} ${known.version}`,
          changes: [{ field: 'file', from: known.name, to: file.name }],
        },
        { organizationId: by.organizationId },
      );
    });
    return known;
  }
}

async function bySha(tx: Tx, sha256: string): Promise<FileRow | null> {
  const [row] = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE sha256 = $1', [sha256]);
  return row ?? null;
}
