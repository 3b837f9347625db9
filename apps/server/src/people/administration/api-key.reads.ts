import type { ApiKey } from '@headland/contracts/administration';
import type { Position } from '@headland/domain/rank';
import type { Tx } from '../../platform/database/rows';
import { type Issued, issuedAbove, issuerPosition } from '../../platform/position';

type Row = Omit<ApiKey, 'issuedAt' | 'lastUsedAt' | 'revokedAt' | 'above'> &
  Issued & { issuedAt: Date; lastUsedAt: Date | null; revokedAt: Date | null };
const select = `SELECT id, name, hint, issued_at AS "issuedAt", issued_by AS "issuedBy", last_used_at AS "lastUsedAt", last_used_address AS "lastUsedAddress",
  revoked_at AS "revokedAt", revoked_by AS "revokedBy", ${issuerPosition('api_key')} FROM api_key`;

/** Keys of the factory interface, live ones first. They belong to the house, not to an organisation. */
export async function apiKeysOf(tx: Tx, by: Position): Promise<ApiKey[]> {
  return (await tx.query<Row[]>(`${select} ORDER BY revoked_at IS NOT NULL, id DESC LIMIT 1000`)).map((row) =>
    toApiKey(row, by),
  );
}

export async function apiKeyOf(tx: Tx, by: Position, id: number): Promise<ApiKey | null> {
  const [row] = await tx.query<Row[]>(`${select} WHERE id = $1`, [id]);
  return row === undefined ? null : toApiKey(row, by);
}

const toApiKey = ({ issuer, ...row }: Row, by: Position): ApiKey => ({
  ...row,
  above: issuedAbove({ issuer }, by),
  issuedAt: row.issuedAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
