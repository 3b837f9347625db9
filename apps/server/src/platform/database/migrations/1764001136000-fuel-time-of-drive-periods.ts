import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Running time whose fuel is known, by which litres per hour are divided. The sums are kept for some minutes only. */
export class FuelTimeOfDrivePeriods1764001136000 implements MigrationInterface {
  name = 'FuelTimeOfDrivePeriods1764001136000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE drive_period_vehicle ADD COLUMN fuel_ms bigint');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
