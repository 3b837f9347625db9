import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { exports as exporting, exportTypes } from '@headland/contracts/export';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { memberId, CurrentCaller, type Caller } from '../../platform/caller';
import { CreateExport } from './create-export.command';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { CancelExport } from './cancel-export.command';
import { keptMsOf, refuseIfLessIsSeen } from './export-request';
import { ownExport, ownExports, toListExport, toOwnExport } from './list-export';

@Controller()
export class ExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly registry: ExportRegistry,
    private readonly files: FileStore,
  ) {}

  @Serve(exporting.create)
  create(
    { body }: Parsed<typeof exporting.create>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof exporting.create>> {
    return this.commands.execute(new CreateExport(body, caller));
  }

  @Serve(exporting.own)
  async own(
    { query }: Parsed<typeof exporting.own>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof exporting.own>> {
    const rows = await ownExports(this.database, memberId(caller), query.list);
    return rows.map((row) => toOwnExport(row, keptMsOf(this.registry.find(row.list))));
  }

  @Serve(exporting.cancel)
  cancel(
    { params }: Parsed<typeof exporting.cancel>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof exporting.cancel>> {
    return this.commands.execute(new CancelExport(params.id, caller));
  }

  @Serve(exporting.get)
  async get(
    { params }: Parsed<typeof exporting.get>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof exporting.get>> {
    return toListExport(await ownExport(this.database, params.id, memberId(caller)));
  }

  @Serve(exporting.file)
  async file(
    { params }: Parsed<typeof exporting.file>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof exporting.file>> {
    const row = await ownExport(this.database, params.id, memberId(caller));
    if (row.problem !== null)
      throw new Problem(row.problem.code, row.problem.values, undefined, { reference: row.reference });
    if (row.state !== 'ready') throw new Problem('EXPORT_NOT_READY');
    if (row.fileId === null) throw new Problem('NOT_FOUND');
    refuseIfLessIsSeen(this.registry.find(row.list), row.request, caller);
    return { name: row.name, bytes: this.files.stream(row.fileId), type: exportTypes[row.format] };
  }
}
