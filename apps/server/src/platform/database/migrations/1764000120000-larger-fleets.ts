import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the lists of a hundred thousand vehicles and customers (docs/results/lists.md). */
export class LargerFleets1764000120000 implements MigrationInterface {
  name = 'LargerFleets1764000120000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(indexes);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const indexes = `
-- a part of a login ID
CREATE INDEX customer_login_words ON customer USING gin (login_id gin_trgm_ops) WHERE removed_at IS NULL;
-- the machines of a customer, counted within a scope without reading them
CREATE INDEX vehicle_of_customer ON vehicle (customer_id) INCLUDE (organization_id) WHERE customer_id IS NOT NULL;
DROP INDEX vehicle_customer;
-- either way; a change of faults is seldom beside one of position, which leaves it alone
CREATE INDEX vehicle_state_open_faults ON vehicle_state (open_faults, vehicle_id);`;
