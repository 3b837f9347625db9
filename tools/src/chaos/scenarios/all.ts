import { apiKilled } from './api-killed';
import { brokerKilled } from './broker-killed';
import { brokerRestarted } from './broker-restarted';
import { clocksWrong } from './clocks-wrong';
import { databaseAway } from './database-away';
import { databaseCrashed } from './database-crashed';
import { ingestKilled } from './ingest-killed';
import { jobsKilled } from './jobs-killed';
import { malformedFlood } from './malformed-flood';
import { outOfOrder } from './out-of-order';
import { programsCut } from './programs-cut';
import { reconnectStorm } from './reconnect-storm';
import { redisLost } from './redis-lost';
import type { Scenario } from './scenario';
import { slowConsoles } from './slow-consoles';

/** In the order of their numbers. */
export const scenarios: readonly Scenario[] = [
  ingestKilled,
  apiKilled,
  jobsKilled,
  brokerKilled,
  brokerRestarted,
  databaseAway,
  databaseCrashed,
  redisLost,
  clocksWrong,
  outOfOrder,
  malformedFlood,
  slowConsoles,
  reconnectStorm,
  programsCut,
];

/** Few and quick, one for each way of losing something on the way: acknowledged too early, forgotten by the queue, dropped, not durable, half written. */
export const shortOnes: readonly number[] = [1, 6, 7, 8, 14];
