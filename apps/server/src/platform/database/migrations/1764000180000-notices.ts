import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notices, the pictures of content, who has read what today, and push devices of the app. A picture of content is
 * referenced by a row for each of its records, so that it is swept when the last one is gone.
 */
export class Notices1764000180000 implements MigrationInterface {
  name = 'Notices1764000180000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE notice (
        id serial PRIMARY KEY, version int NOT NULL DEFAULT 1, removed_at timestamptz,
        type text NOT NULL CHECK (type IN ('general', 'event')),
        target text NOT NULL CHECK (target IN ('customer', 'fieldManager')),
        os text NOT NULL CHECK (os IN ('all', 'android', 'ios')),
        title text NOT NULL, content text NOT NULL, content_text text NOT NULL,
        start_on date, end_on date, display text NOT NULL,
        registrant text NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL,
        views int NOT NULL DEFAULT 0,
        push_state text NOT NULL DEFAULT 'none' CHECK (push_state IN ('none', 'waiting', 'sending', 'sent')),
        push_at timestamptz, push_cursor int NOT NULL DEFAULT 0, push_no_device int NOT NULL DEFAULT 0,
        CONSTRAINT notice_display CHECK (display IN ('shown', 'hidden')),
        CONSTRAINT notice_days CHECK ((start_on IS NULL) = (end_on IS NULL) AND start_on <= end_on)
      )`);
    await q.query('CREATE INDEX notice_registered ON notice (created_at DESC, id DESC) WHERE removed_at IS NULL');
    await q.query(`CREATE INDEX notice_push ON notice (id) WHERE push_state IN ('waiting', 'sending')`);
    await q.query(`
      CREATE TABLE content_image (
        kind text NOT NULL, record_id int NOT NULL, image_id text NOT NULL REFERENCES stored_file,
        position int NOT NULL, in_text boolean NOT NULL, alt text NOT NULL DEFAULT '',
        PRIMARY KEY (kind, record_id, in_text, position)
      )`);
    await q.query('CREATE INDEX content_image_file ON content_image (image_id)');
    await q.query(`
      CREATE TABLE content_view (
        kind text NOT NULL, record_id int NOT NULL, day date NOT NULL, reader bytea NOT NULL,
        PRIMARY KEY (day, kind, record_id, reader)
      )`);
    await q.query(`
      CREATE TABLE app_push_device (
        session_id uuid PRIMARY KEY REFERENCES app_session ON DELETE CASCADE,
        customer_id int NOT NULL REFERENCES customer, os text NOT NULL CHECK (os IN ('android', 'ios')),
        endpoint text UNIQUE, p256dh text, auth text, registered_at timestamptz NOT NULL,
        CONSTRAINT app_push_device_keys CHECK ((endpoint IS NULL) = (p256dh IS NULL) AND (endpoint IS NULL) = (auth IS NULL))
      )`);
    await q.query('CREATE INDEX app_push_device_customer ON app_push_device (customer_id)');
    await q.query('ALTER TABLE delivery DROP CONSTRAINT delivery_subject_check');
    await q.query(`
      ALTER TABLE delivery ADD CONSTRAINT delivery_subject_check
        CHECK (subject IN ('sos', 'fault', 'account', 'consumable', 'transfer', 'customer', 'notice')) NOT VALID`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
