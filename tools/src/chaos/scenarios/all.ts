import { apiKilled } from './api-killed';
import { brokerKilled } from './broker-killed';
import { brokerRestarted } from './broker-restarted';
import { databaseAway } from './database-away';
import { databaseCrashed } from './database-crashed';
import { ingestKilled } from './ingest-killed';
import { jobsKilled } from './jobs-killed';
import { redisLost } from './redis-lost';
import type { Scenario } from './scenario';

/** In the order of their numbers. */
export const scenarios: readonly Scenario[] = [ingestKilled, apiKilled, jobsKilled, brokerKilled, brokerRestarted, databaseAway, databaseCrashed, redisLost];

/** Few and quick, but one for each way of losing something: acknowledged too early, forgotten by the queue, dropped, not durable, counted twice, taken in broken. */
export const shortOnes: readonly number[] = [1, 6, 7, 8];
