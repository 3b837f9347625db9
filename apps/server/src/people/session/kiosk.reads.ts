import type { Kiosk, WallSettings } from '@headland/contracts/kiosk';
import type { Position } from '@headland/domain/rank';
import type { Tx } from '../../platform/database/rows';
import { type Issued, issuedAbove, issuerPosition, positionOf } from '../../platform/position';
import { type Caller, inScope } from '../../platform/caller';
import { Problem } from '../../platform/problem';

type Times = 'issuedAt' | 'lastSeenAt' | 'expiresAt' | 'revokedAt';
type Row = Omit<Kiosk, Times | 'above'> & Issued & { issuedAt: Date } & Record<Exclude<Times, 'issuedAt'>, Date | null>;
/** A wall reads its picture every 30 s; one that has missed two readings is not there. */
const screenSeconds = 75;
const settingsColumns = 'k.language, k.theme, k.sound, k.volume, k.sounds, k.playlist';
/** $1 is the time. */
const columns = `k.id, k.version, k.name, k.organization_id AS "organizationId", o.name AS organization, ${settingsColumns}, k.issued_at AS "issuedAt", k.issued_by AS "issuedBy", k.last_seen_at AS "lastSeenAt",
  k.last_address AS "lastAddress", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.revoked_by AS "revokedBy", ${issuerPosition('k')},
  CASE WHEN k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1)
    THEN (SELECT count(*)::int FROM kiosk_screen s WHERE s.kiosk_id = k.id AND s.seen_at > $1::timestamptz - interval '${screenSeconds} seconds') ELSE 0 END AS screens FROM kiosk k JOIN organization o ON o.id = k.organization_id`;

/** Wall displays of a scope, those in use first. */
export async function kiosksOf(tx: Tx, caller: Caller, now: Date): Promise<Kiosk[]> {
  const parameters: unknown[] = [now];
  const rows = await tx.query<Row[]>(
    `SELECT ${columns} WHERE ${inScope(caller.scope, 'k.organization_id', parameters)} ORDER BY COALESCE(k.revoked_at IS NOT NULL OR k.expires_at <= $1, false), k.id DESC LIMIT 1000`,
    parameters,
  );
  const by = await positionOf(tx, caller);
  return rows.map((row) => toKiosk(row, by));
}

/** What its screens show. */
export async function wallSettings(tx: Tx, id: number): Promise<{ name: string; settings: WallSettings } | null> {
  const [row] = await tx.query<(WallSettings & { name: string })[]>(
    `SELECT k.name, ${settingsColumns} FROM kiosk k WHERE k.id = $1`,
    [id],
  );
  if (row === undefined) return null;
  const { name, ...settings } = row;
  return { name, settings };
}

/** Null outside the scope, like one that never was. */
export async function kioskOf(tx: Tx, caller: Caller, id: number, now: Date): Promise<Kiosk | null> {
  const parameters: unknown[] = [now, id];
  const [row] = await tx.query<Row[]>(
    `SELECT ${columns} WHERE k.id = $2 AND ${inScope(caller.scope, 'k.organization_id', parameters)}`,
    parameters,
  );
  return row === undefined ? null : toKiosk(row, await positionOf(tx, caller));
}

/** Locked for an act; one that is revoked, or that a superior has issued, is not changed. */
export async function kioskToChange(tx: Tx, caller: Caller, id: number, now: Date): Promise<Kiosk> {
  await tx.query('SELECT 1 FROM kiosk WHERE id = $1 FOR UPDATE', [id]);
  const kiosk = await kioskOf(tx, caller, id, now);
  if (kiosk === null || kiosk.revokedAt !== null) throw new Problem('NOT_FOUND');
  if (kiosk.above) throw new Problem('ISSUED_ABOVE');
  return kiosk;
}

const toKiosk = ({ issuer, ...row }: Row, by: Position): Kiosk => ({
  ...row,
  above: issuedAbove({ issuer }, by),
  issuedAt: row.issuedAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
