import { apiKilled } from './api-killed';
import { brokerKilled } from './broker-killed';
import { brokerRestarted } from './broker-restarted';
import { clockMoved } from './clock-moved';
import { clocksWrong } from './clocks-wrong';
import { databaseAway } from './database-away';
import { databaseCrashed } from './database-crashed';
import { databaseRefuses } from './database-refuses';
import { failedOver } from './failed-over';
import { fanoutCut } from './fanout-cut';
import { ingestKilled } from './ingest-killed';
import { jobsKilled } from './jobs-killed';
import { malformedFlood } from './malformed-flood';
import { oneFloods } from './one-floods';
import { outOfOrder } from './out-of-order';
import { partitions } from './partitions';
import { programsCut } from './programs-cut';
import { reconnectStorm } from './reconnect-storm';
import { redisLost } from './redis-lost';
import { restored } from './restored';
import { rollingUpgrade } from './rolling-upgrade';
import type { Scenario } from './scenario';
import { sideBySide } from './side-by-side';
import { slowConsoles } from './slow-consoles';
import { twoOfEach } from './two-of-each';
import { twoWorkers } from './two-workers';

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
  databaseRefuses,
  partitions,
  oneFloods,
  failedOver,
  restored,
  clockMoved,
  twoWorkers,
  rollingUpgrade,
  fanoutCut,
  twoOfEach,
  sideBySide,
];

/**
 * A few quick ones, one for each way of losing something: acknowledged too early, lost by the queue, dropped, not
 * durable, half written.
 */
export const shortOnes: readonly number[] = [1, 6, 7, 8, 14];
