import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every read of an open queue checks for each row and reader whether an access within the last hour is recorded: by an
 * index.
 */
export class FindWhoSawPersonalData1763701000000 implements MigrationInterface {
  name = 'FindWhoSawPersonalData1763701000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX personal_data_view_reader ON personal_data_view (user_id, customer_id, at)');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
