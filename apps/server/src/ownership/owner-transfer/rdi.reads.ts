import type { RdiDocument } from '@headland/contracts/owner-transfer';
import { rdiState } from '@headland/domain/owner-transfer';
import type { Tx } from '../../platform/database/rows';

interface Row {
  id: string;
  name: string;
  size: number;
  created_at: Date;
  expires_at: Date;
  openings: number;
}

/** The document of a transfer that the caller has scoped, with everybody who took it. */
export async function documentOf(tx: Tx, transferId: number, now: Date): Promise<RdiDocument | null> {
  const [row] = await tx.query<Row[]>(
    'SELECT id, name, size, created_at, expires_at, openings FROM rdi_document WHERE transfer_id = $1',
    [transferId],
  );
  if (row === undefined) return null;
  const downloads = await tx.query<{ at: Date; by: string | null; address: string }[]>(
    'SELECT at, by_name AS by, address FROM rdi_download WHERE document_id = $1 ORDER BY id DESC LIMIT 200',
    [row.id],
  );
  return {
    id: row.id,
    state: rdiState({ expiresAt: row.expires_at, openings: row.openings }, now),
    name: row.name,
    bytes: row.size,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    openings: row.openings,
    downloads: downloads.map((d) => ({ ...d, at: d.at.toISOString() })),
  };
}
