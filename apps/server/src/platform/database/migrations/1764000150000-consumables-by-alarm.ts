import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order by the day of the alarm, as the list queries it: by the rank of its states, nulls last. */
export class ConsumablesByAlarm1764000150000 implements MigrationInterface {
  name = 'ConsumablesByAlarm1764000150000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
DROP INDEX consumable_cycle_alarmed;
CREATE INDEX consumable_cycle_alarmed ON consumable_cycle (alarmed_on DESC NULLS LAST, id) INCLUDE (due_rank, vehicle_id) WHERE due_rank >= 90`;
