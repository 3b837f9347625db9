import type { Pool } from 'pg';

export const owner = 'headland_owner';
export const ownerPassword = 'chaos-of-the-owner';

export function ownerUrl(url: string): string {
  const own = new URL(url);
  own.username = owner;
  own.password = ownerPassword;
  return own.href;
}

/** The role of an installation by docs/operations.md: it owns only the objects of the product. */
export async function makeOwner(pool: Pool): Promise<void> {
  await pool.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${ownerPassword}'`);
  await pool.query(`DO $$ DECLARE one text; BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
    FOR one IN SELECT format('ALTER %s %s OWNER TO ${owner}', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'a', 'i') AND (d.deptype = 'e' OR c.relkind = 'S'))
      UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO ${owner}', p.oid::regprocedure)
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP EXECUTE one; END LOOP;
    ALTER SCHEMA public OWNER TO ${owner};
  END $$`);
}
