import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Engine runs past their retention are found by the index of the vehicles' histories (fleet/telemetry/telemetry-retention). The
 * block range index finds less and less from the day on when new runs fill the places of those that are gone.
 */
export class OldEngineRunsByVehicle1764001170000 implements MigrationInterface {
  name = 'OldEngineRunsByVehicle1764001170000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX engine_run_time');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
