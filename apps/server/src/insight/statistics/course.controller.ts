import { Controller } from '@nestjs/common';
import { courses } from '@headland/contracts/course';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { Serve } from '../../platform/serve';
import { CourseReads } from './course.reads';

@Controller()
export class CourseController {
  constructor(private readonly reads: CourseReads) {}

  @Serve(courses.vehicles)
  vehicles(
    input: Parsed<typeof courses.vehicles>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof courses.vehicles>> {
    return this.reads.vehicles(input, caller);
  }

  @Serve(courses.read)
  read(input: Parsed<typeof courses.read>, @CurrentCaller() caller: Caller): Promise<Reply<typeof courses.read>> {
    return this.reads.read(input, caller);
  }
}
