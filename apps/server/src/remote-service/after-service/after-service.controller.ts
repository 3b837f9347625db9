import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { afterService } from '@headland/contracts/after-service';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { AfterServiceVehicleReads } from './after-service-vehicle.reads';
import { ApprovalReads } from './approval.reads';
import { RequestApproval, DecideApproval } from './approvals.command';
import { CloseJob } from './close-job.command';
import { EditJob } from './edit-job.command';
import { AddJobImage, RemoveJobImage } from './job-images.command';
import { JobReports } from './job-report';
import { JobReads } from './job.reads';
import { StartJob } from './start-job.command';
import { WriteReads } from './write.reads';

type A = typeof afterService;

@Controller()
export class AfterServiceController {
  constructor(
    private readonly vehicles: AfterServiceVehicleReads,
    private readonly jobReads: JobReads,
    private readonly writeReads: WriteReads,
    private readonly approvalReads: ApprovalReads,
    private readonly reports: JobReports,
    private readonly commands: CommandBus,
  ) {}

  @Serve(afterService.list)
  list({ query }: Parsed<A['list']>, @CurrentCaller() caller: Caller): Promise<Reply<A['list']>> {
    return this.vehicles.list(query, caller);
  }

  @Serve(afterService.job)
  job({ params }: Parsed<A['job']>, @CurrentCaller() caller: Caller): Promise<Reply<A['job']>> {
    return this.jobReads.page(params.id, caller);
  }

  @Serve(afterService.get)
  get({ params }: Parsed<A['get']>, @CurrentCaller() caller: Caller): Promise<Reply<A['get']>> {
    return this.jobReads.get(params.jobId, caller);
  }

  @Serve(afterService.jobs)
  jobs({ params, query }: Parsed<A['jobs']>, @CurrentCaller() caller: Caller): Promise<Reply<A['jobs']>> {
    return this.jobReads.list(params.id, query, caller);
  }

  @Serve(afterService.writes)
  writes({ params, query }: Parsed<A['writes']>, @CurrentCaller() caller: Caller): Promise<Reply<A['writes']>> {
    return this.writeReads.list(params.id, query, caller);
  }

  @Serve(afterService.startJob)
  startJob({ params, body }: Parsed<A['startJob']>, @CurrentCaller() caller: Caller): Promise<Reply<A['startJob']>> {
    return this.commands.execute(new StartJob(params.id, body, caller));
  }

  @Serve(afterService.editJob)
  editJob({ params, body }: Parsed<A['editJob']>, @CurrentCaller() caller: Caller): Promise<Reply<A['editJob']>> {
    return this.commands.execute(new EditJob(params.jobId, body, caller));
  }

  @Serve(afterService.closeJob)
  closeJob({ params, body }: Parsed<A['closeJob']>, @CurrentCaller() caller: Caller): Promise<Reply<A['closeJob']>> {
    return this.commands.execute(new CloseJob(params.jobId, body, caller));
  }

  @Serve(afterService.addImage)
  addImage({ params, body }: Parsed<A['addImage']>, @CurrentCaller() caller: Caller): Promise<Reply<A['addImage']>> {
    return this.commands.execute(new AddJobImage(params.jobId, body, caller));
  }

  @Serve(afterService.removeImage)
  removeImage(
    { params, query }: Parsed<A['removeImage']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<A['removeImage']>> {
    return this.commands.execute(new RemoveJobImage(params.jobId, params.imageId, caller, query.version));
  }

  @Serve(afterService.jobReport)
  jobReport({ params }: Parsed<A['jobReport']>, @CurrentCaller() caller: Caller): Promise<Reply<A['jobReport']>> {
    return this.reports.make(params.jobId, caller);
  }

  @Serve(afterService.injectors)
  injectors({ params }: Parsed<A['injectors']>, @CurrentCaller() caller: Caller): Promise<Reply<A['injectors']>> {
    return this.writeReads.injectors(params.sessionId, caller);
  }

  @Serve(afterService.approvals)
  approvals({ params }: Parsed<A['approvals']>, @CurrentCaller() caller: Caller): Promise<Reply<A['approvals']>> {
    return this.approvalReads.ofVehicle(params.id, caller);
  }

  @Serve(afterService.requestApproval)
  requestApproval(
    { params, body }: Parsed<A['requestApproval']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<A['requestApproval']>> {
    return this.commands.execute(new RequestApproval(params.sessionId, body, caller));
  }

  @Serve(afterService.decideApproval)
  decideApproval(
    { params, body }: Parsed<A['decideApproval']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<A['decideApproval']>> {
    return this.commands.execute(new DecideApproval(params.approvalId, body.approve, caller));
  }
}
