import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { parts } from '@headland/contracts/part';
import { type Caller, CurrentCaller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { DisplayParts } from './display-parts.command';
import { PartImports } from './part-imports';
import { itemNames } from './part.reads';
import { SavePartImport } from './save-part-import.command';

type Parts = typeof parts;

@Controller()
export class PartsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly imports: PartImports,
    private readonly commands: CommandBus,
  ) {}

  @Serve(parts.items) items(): Promise<Reply<Parts['items']>> {
    return itemNames(this.database);
  }

  @Serve(parts.template) template(
    _: Parsed<Parts['template']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['template']>> {
    return this.imports.template(caller);
  }

  @Serve(parts.upload) upload(
    { file }: Parsed<Parts['upload']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['upload']>> {
    return this.imports.upload(file, caller);
  }

  @Serve(parts.uploaded) uploaded(
    { params }: Parsed<Parts['uploaded']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['uploaded']>> {
    return this.imports.get(params.id, caller);
  }

  @Serve(parts.report) report(
    { params }: Parsed<Parts['report']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['report']>> {
    return this.imports.report(params.id, caller);
  }

  @Serve(parts.save) save(
    { params, body }: Parsed<Parts['save']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['save']>> {
    return this.commands.execute(new SavePartImport(params.id, body.digest, caller));
  }

  @Serve(parts.display) display(
    { body }: Parsed<Parts['display']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Parts['display']>> {
    return this.commands.execute(new DisplayParts(body, caller));
  }
}
