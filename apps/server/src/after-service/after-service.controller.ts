import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { afterService } from '@headland/contracts/after-service';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { AfterServiceVehicleReads } from './after-service-vehicle.reads';
import { ApprovalReads } from './approval.reads';
import { AskApproval, DecideApproval } from './approvals.command';
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
  list({ query }: Parsed<A['list']>, @Who() who: Caller): Promise<Reply<A['list']>> {
    return this.vehicles.list(query, who);
  }

  @Serve(afterService.job)
  job({ params }: Parsed<A['job']>, @Who() who: Caller): Promise<Reply<A['job']>> {
    return this.jobReads.page(params.id, who);
  }

  @Serve(afterService.get)
  get({ params }: Parsed<A['get']>, @Who() who: Caller): Promise<Reply<A['get']>> {
    return this.jobReads.get(params.jobId, who);
  }

  @Serve(afterService.jobs)
  jobs({ params, query }: Parsed<A['jobs']>, @Who() who: Caller): Promise<Reply<A['jobs']>> {
    return this.jobReads.list(params.id, query, who);
  }

  @Serve(afterService.writes)
  writes({ params, query }: Parsed<A['writes']>, @Who() who: Caller): Promise<Reply<A['writes']>> {
    return this.writeReads.list(params.id, query, who);
  }

  @Serve(afterService.startJob)
  startJob({ params, body }: Parsed<A['startJob']>, @Who() who: Caller): Promise<Reply<A['startJob']>> {
    return this.commands.execute(new StartJob(params.id, body, who));
  }

  @Serve(afterService.editJob)
  editJob({ params, body }: Parsed<A['editJob']>, @Who() who: Caller): Promise<Reply<A['editJob']>> {
    return this.commands.execute(new EditJob(params.jobId, body, who));
  }

  @Serve(afterService.closeJob)
  closeJob({ params, body }: Parsed<A['closeJob']>, @Who() who: Caller): Promise<Reply<A['closeJob']>> {
    return this.commands.execute(new CloseJob(params.jobId, body, who));
  }

  @Serve(afterService.addImage)
  addImage({ params, body }: Parsed<A['addImage']>, @Who() who: Caller): Promise<Reply<A['addImage']>> {
    return this.commands.execute(new AddJobImage(params.jobId, body, who));
  }

  @Serve(afterService.removeImage)
  removeImage({ params, query }: Parsed<A['removeImage']>, @Who() who: Caller): Promise<Reply<A['removeImage']>> {
    return this.commands.execute(new RemoveJobImage(params.jobId, params.imageId, who, query.version));
  }

  @Serve(afterService.jobReport)
  jobReport({ params }: Parsed<A['jobReport']>, @Who() who: Caller): Promise<Reply<A['jobReport']>> {
    return this.reports.make(params.jobId, who);
  }

  @Serve(afterService.injectors)
  injectors({ params }: Parsed<A['injectors']>, @Who() who: Caller): Promise<Reply<A['injectors']>> {
    return this.writeReads.injectors(params.sessionId, who);
  }

  @Serve(afterService.approvals)
  approvals({ params }: Parsed<A['approvals']>, @Who() who: Caller): Promise<Reply<A['approvals']>> {
    return this.approvalReads.ofVehicle(params.id, who);
  }

  @Serve(afterService.askApproval)
  askApproval({ params, body }: Parsed<A['askApproval']>, @Who() who: Caller): Promise<Reply<A['askApproval']>> {
    return this.commands.execute(new AskApproval(params.sessionId, body, who));
  }

  @Serve(afterService.decideApproval)
  decideApproval({ params, body }: Parsed<A['decideApproval']>, @Who() who: Caller): Promise<Reply<A['decideApproval']>> {
    return this.commands.execute(new DecideApproval(params.approvalId, body.approve, who));
  }
}
