import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An event and a message out keep the trace in which they were written, so that who carries them on belongs to it. Null where nothing is traced. */
export class TracesOfEvents1764001060000 implements MigrationInterface {
  name = 'TracesOfEvents1764001060000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE event_log ADD COLUMN traceparent text');
    await q.query('ALTER TABLE delivery ADD COLUMN traceparent text');
    // call it last: the lock is held from here to the end of the transaction, so that numbers commit in their order
    await q.query(`
      CREATE OR REPLACE FUNCTION append_events(events jsonb, at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE head bigint;
      BEGIN
        PERFORM pg_advisory_xact_lock(7202, 0);
        INSERT INTO event_log (number, at, name, payload, organization_id, scope, vehicle_id, by_user, by_name, address, traceparent)
        SELECT nextval('event_number'), append_events.at, e->>'name', e->'payload', (e->>'organizationId')::int,
               COALESCE((SELECT path FROM organization WHERE id = (e->>'organizationId')::int), '{}'), (e->>'vehicleId')::int, (e->>'byUser')::int, e->>'byName', e->>'address',
               e->>'traceparent'
        FROM jsonb_array_elements(events) WITH ORDINALITY AS list(e, position) ORDER BY position;
        head := currval('event_number');
        PERFORM pg_notify('event_log', head::text);
        RETURN head;
      END $$`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
