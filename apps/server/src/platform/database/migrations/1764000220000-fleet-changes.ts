import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the api processes show of the fleet is sent to them after each commit. A revision orders the states of one
 * vehicle, a number from `fleet_change` tells whether a change was missed.
 */
export class FleetChanges1764000220000 implements MigrationInterface {
  name = 'FleetChanges1764000220000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(revisions);
    await q.query(changes);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const revisions = `
-- grows with each update of the row, under its lock: of two states of a vehicle the greater is the newer
ALTER TABLE vehicle_state ADD COLUMN revision bigint NOT NULL DEFAULT 0`;

const changes = `
-- Drawn by each transaction that changes what the map shows, except by those that write an event of the vehicle: the log is followed anyway.
CREATE SEQUENCE fleet_change;
-- The transaction has its id before its number: FleetSnapshot relies on that.
CREATE FUNCTION next_fleet_change() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('fleet_change') END
$$;
CREATE FUNCTION tell_fleet_change(what text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('fleet_change', next_fleet_change() || ' ' || what)
$$;
CREATE FUNCTION tell_vehicle_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM tell_fleet_change(OLD.id::text); ELSE PERFORM tell_fleet_change(NEW.id::text); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_interval_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_fleet_change(id::text) FROM vehicle WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_scope_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_fleet_change('*');
  RETURN NULL;
END $$;
CREATE TRIGGER fleet_change_insert AFTER INSERT ON vehicle FOR EACH ROW EXECUTE FUNCTION tell_vehicle_change();
CREATE TRIGGER fleet_change_delete AFTER DELETE ON vehicle FOR EACH ROW EXECUTE FUNCTION tell_vehicle_change();
CREATE TRIGGER fleet_change_update AFTER UPDATE OF organization_id, device_id, hours_correction, odometer_correction ON vehicle FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.device_id, OLD.hours_correction, OLD.odometer_correction) IS DISTINCT FROM (NEW.organization_id, NEW.device_id, NEW.hours_correction, NEW.odometer_correction))
  EXECUTE FUNCTION tell_vehicle_change();
CREATE TRIGGER fleet_change_interval AFTER UPDATE OF interval_s ON device FOR EACH ROW WHEN (OLD.interval_s IS DISTINCT FROM NEW.interval_s) EXECUTE FUNCTION tell_interval_change();
CREATE TRIGGER fleet_change_scope AFTER UPDATE ON organization FOR EACH ROW WHEN (OLD.path IS DISTINCT FROM NEW.path) EXECUTE FUNCTION tell_scope_change();`;
