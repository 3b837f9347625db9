import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A dump restored into a younger cluster contains transaction ids that this one has not reached: queries for "changed
 * since" would return those rows every time until it does. They count as changed now. Rows written in the meantime have
 * an id of this cluster anyway.
 */
const normalize = `
CREATE FUNCTION normalize_changed() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE rows bigint;
BEGIN
  UPDATE vehicle_state SET changed = pg_current_xact_id() WHERE vehicle_id IN (
    SELECT vehicle_id FROM vehicle_state WHERE changed >= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY vehicle_id FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS rows = ROW_COUNT;
  RETURN rows;
END $$;`;

export class TransactionIdsOfAnotherCluster1764000162000 implements MigrationInterface {
  name = 'TransactionIdsOfAnotherCluster1764000162000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(normalize);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
