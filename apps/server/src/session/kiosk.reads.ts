import type { z } from 'zod';
import type { Kiosk as KioskSchema } from '@headland/contracts/session';
import type { Tx } from '../platform/database/rows';
import { inScope, type Scope } from '../platform/who';

type Kiosk = z.output<typeof KioskSchema>;
type Row = Omit<Kiosk, 'issuedAt' | 'lastSeenAt' | 'revokedAt'> & { issuedAt: Date; lastSeenAt: Date | null; revokedAt: Date | null };
const columns = `k.id, k.name, k.organization_id AS "organizationId", o.name AS organization, k.sound, k.issued_at AS "issuedAt", k.issued_by AS "issuedBy", k.last_seen_at AS "lastSeenAt",
  k.revoked_at AS "revokedAt" FROM kiosk k JOIN organization o ON o.id = k.organization_id`;

/** Wall displays of a scope, those in use first. */
export async function kiosksOf(tx: Tx, scope: Scope): Promise<Kiosk[]> {
  const parameters: unknown[] = [];
  const rows = await tx.query<Row[]>(
    `SELECT ${columns} WHERE ${inScope(scope, 'k.organization_id', parameters)} ORDER BY k.revoked_at IS NOT NULL, k.id DESC LIMIT 1000`,
    parameters,
  );
  return rows.map(toKiosk);
}

/** Null outside the scope, like one that never was. */
export async function kioskOf(tx: Tx, scope: Scope, id: number): Promise<Kiosk | null> {
  const parameters: unknown[] = [id];
  const [row] = await tx.query<Row[]>(`SELECT ${columns} WHERE k.id = $1 AND ${inScope(scope, 'k.organization_id', parameters)}`, parameters);
  return row === undefined ? null : toKiosk(row);
}

/** The wall display as its own screen knows it. */
export async function kioskSettings(tx: Tx, kioskId: number): Promise<{ name: string; organization: string; sound: boolean } | null> {
  const [row] = await tx.query<{ name: string; organization: string; sound: boolean }[]>(
    'SELECT k.name, o.name AS organization, k.sound FROM kiosk k JOIN organization o ON o.id = k.organization_id WHERE k.id = $1',
    [kioskId],
  );
  return row ?? null;
}

const toKiosk = (row: Row): Kiosk => ({
  ...row,
  issuedAt: row.issuedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
