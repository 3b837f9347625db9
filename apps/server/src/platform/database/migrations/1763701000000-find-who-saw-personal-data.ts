import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An open queue asks for every row and reader whether a view of the last hour is on record: by an index, not by reading all of them. */
export class FindWhoSawPersonalData1763701000000 implements MigrationInterface {
  name = 'FindWhoSawPersonalData1763701000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX personal_data_view_reader ON personal_data_view (user_id, customer_id, at)');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
