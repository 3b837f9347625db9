import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a wall display shows is configured with its token, which can be replaced by a new one. */
export class WallConfiguration1764000910000 implements MigrationInterface {
  name = 'WallConfiguration1764000910000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE kiosk
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN language text NOT NULL DEFAULT 'ko' CHECK (language IN ('ko', 'en')),
  ADD COLUMN theme text NOT NULL DEFAULT 'dark' CHECK (theme IN ('dark', 'light')),
  ADD COLUMN volume smallint NOT NULL DEFAULT 100 CHECK (volume BETWEEN 0 AND 100),
  ADD COLUMN sounds text[] NOT NULL DEFAULT '{sos}',
  ADD COLUMN playlist jsonb NOT NULL DEFAULT '[{"view": "tour", "seconds": 300}]',
  -- of the token in use: access tokens that came from an earlier one end
  ADD COLUMN token_number integer NOT NULL DEFAULT 1,
  ADD COLUMN last_address text`;
