import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An open SOS is matched by its vehicle, under a lock (sos/lock-open-sos), and by no unique index. Processes of an
 * earlier release name the index by device in their ON CONFLICT: without it they cannot record an SOS. If there are
 * devices it stays for a day (until when is in its comment) and is dropped by sos/drop-device-index.
 */
export class SosByVehicle1764000172000 implements MigrationInterface {
  name = 'SosByVehicle1764000172000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(byDevice);
    await q.query(retire);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const byDevice = `
-- of a device without a vehicle, and whether a device may be removed
CREATE INDEX sos_call_open_device ON sos_call (device_id) WHERE status IN ('raised', 'acknowledged', 'dispatched')`;
const retire = `
DO $$ BEGIN
  IF EXISTS (SELECT FROM device) THEN
    EXECUTE format('COMMENT ON INDEX sos_call_open IS %L', now() + interval '1 day');
  ELSE
    DROP INDEX sos_call_open;
  END IF;
END $$`;
