import type { ApiKey } from '@headland/contracts/administration';
import type { Tx } from '../platform/database/rows';

type Row = Omit<ApiKey, 'issuedAt' | 'lastUsedAt' | 'revokedAt'> & { issuedAt: Date; lastUsedAt: Date | null; revokedAt: Date | null };
const select = `SELECT id, name, hint, issued_at AS "issuedAt", issued_by AS "issuedBy", last_used_at AS "lastUsedAt", last_used_address AS "lastUsedAddress",
  revoked_at AS "revokedAt", revoked_by AS "revokedBy" FROM api_key`;

/** Keys of the factory interface, live ones first. They belong to the house, not to an organisation. */
export async function apiKeysOf(tx: Tx): Promise<ApiKey[]> {
  return (await tx.query<Row[]>(`${select} ORDER BY revoked_at IS NOT NULL, id DESC LIMIT 1000`)).map(toApiKey);
}

export async function apiKeyOf(tx: Tx, id: number): Promise<ApiKey | null> {
  const [row] = await tx.query<Row[]>(`${select} WHERE id = $1`, [id]);
  return row === undefined ? null : toApiKey(row);
}

const toApiKey = (row: Row): ApiKey => ({
  ...row,
  issuedAt: row.issuedAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
