import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { SaleUpload } from '@headland/contracts/sale';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { type Caller, memberId } from '../../platform/caller';
import { SaleChecks } from './sale-checks';
import { savedBefore, uploadOf } from './sale-upload.reads';

/** Files of one member that are checked at the same time. */
const maxConcurrent = 3;

/** Takes a workbook of sales and has it checked; nothing is saved but the file. One whose bytes were saved before is not checked again: it changes nothing. */
export class UploadSales extends Command<SaleUpload> {
  constructor(
    readonly file: ReceivedFile,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(UploadSales)
export class UploadSalesHandler implements ICommandHandler<UploadSales> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly files: FileStore,
    private readonly checks: SaleChecks,
  ) {}

  async execute({ file, caller }: UploadSales): Promise<SaleUpload> {
    const userId = memberId(caller);
    if (this.checks.running(userId) >= maxConcurrent) throw new Problem('TOO_MANY_REQUESTS');
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const same = await savedBefore(this.database, caller.scope, sha256);
    const fileId = same
      ? null
      : await this.files.put(
          { kind: 'upload', name: file.name, type: 'application/octet-stream', createdBy: userId },
          file.bytes,
        );
    const [row] = await this.database.query<{ id: number }[]>(
      `INSERT INTO sale_upload (user_id, file_name, file_id, sha256, same_as, state, checked, total) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        userId,
        file.name,
        fileId,
        sha256,
        same?.id ?? null,
        same ? 'ok' : 'checking',
        same?.total ?? 0,
        same?.total ?? null,
      ],
    );
    const { id } = row as { id: number };
    if (fileId !== null) this.checks.start({ id, fileId, userId, caller });
    return uploadOf(this.database, id, caller);
  }
}
