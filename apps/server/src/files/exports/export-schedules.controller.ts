import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { Serve } from '../../platform/serve';
import { memberId, CurrentCaller, type Caller } from '../../platform/caller';
import { schedulesOf } from './export-schedule.reads';
import { RemoveExportSchedule } from './remove-export-schedule.command';
import { SaveExportSchedule } from './save-export-schedule.command';

type S = typeof exportSchedules;

@Controller()
export class ExportSchedulesController {
  constructor(
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Serve(exportSchedules.list) list(_: Parsed<S['list']>, @CurrentCaller() caller: Caller): Promise<Reply<S['list']>> {
    return schedulesOf(this.database, memberId(caller));
  }

  @Serve(exportSchedules.create) create(
    { body }: Parsed<S['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<S['create']>> {
    return this.commands.execute(new SaveExportSchedule({ id: null, body }, caller));
  }

  @Serve(exportSchedules.change) change(
    { params, body }: Parsed<S['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<S['change']>> {
    return this.commands.execute(new SaveExportSchedule({ id: params.id, body }, caller));
  }

  @Serve(exportSchedules.remove) remove(
    { params }: Parsed<S['remove']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<S['remove']>> {
    return this.commands.execute(new RemoveExportSchedule(params.id, caller));
  }
}
