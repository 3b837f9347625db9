export interface StandbyCounts {
  /** a commit waits for them */
  synchronous: number;
  /** of which this account may not see what they do (it is neither superuser nor member of pg_read_all_stats) */
  hidden: number;
}

export const standbyCounts = `
  SELECT (count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')))::int AS synchronous,
    (count(*) FILTER (WHERE sync_state IS NULL))::int AS hidden
  FROM pg_stat_replication`;
