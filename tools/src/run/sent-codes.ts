import type { CodeMessage } from '@headland/testing/log-in';
import type { Pool } from 'pg';

/** The texts with codes, newest first, as the database has them: where no jobs process runs, none reaches the mailbox, and one that runs wipes it there. */
export const codesIn =
  (pool: Pool): (() => Promise<CodeMessage[]>) =>
  async () =>
    (await pool.query<CodeMessage>(codes)).rows;

const codes = `SELECT id::float8 AS id, created_at::text AS at, channel, address, text FROM delivery WHERE subject = 'account' AND channel = 'sms' AND text ~ '[0-9]{6}'
  UNION ALL SELECT id::float8, at::text, channel, address, text FROM mail WHERE channel = 'sms' ORDER BY id DESC LIMIT 50`;
