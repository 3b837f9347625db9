import { Injectable } from '@nestjs/common';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { StatisticsAggregates } from './statistics-aggregates.tx';

/** How often the jobs process looks for finished intervals, finished days and late markers. */
const everyMs = 15_000;

@Injectable()
export class AggregateStatistics {
  constructor(duties: SingleDuties, aggregates: StatisticsAggregates) {
    // a step that is interrupted by the end of the process is repeated after the restart
    duties.every('figures', everyMs, 'figures: not counted; the next try goes on from there', ({ stopped }) =>
      aggregates.update(stopped),
    );
  }
}
