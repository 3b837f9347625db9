import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import type { SosEvidence } from '@headland/contracts/sos';
import {
  customerColumns,
  customersInFull,
  type CustomerColumns,
} from '../../../people/customer-base/masked-customer.reads';
import { sosCustomer } from '../sos-summary';
import type { Tx } from '../../../platform/database/rows';
import { Where } from '../../../platform/database/where';
import { FileStore } from '../../../platform/files/file-store';
import { Problem } from '../../../platform/problem';
import type { Caller, Scope } from '../../../platform/caller';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Evidence reports of an SOS from the log, newest first. The caller has checked the scope. */
export async function evidenceReportsOf(tx: Tx, sosId: number): Promise<(SosEvidence & { fileId: string })[]> {
  const rows = await tx.query<SheetRow[]>(
    `SELECT s.id, s.file_id AS "fileId", e.number, e.at, e.by_name AS by, e.payload->'evidence' AS evidence, (e.payload->'sos'->>'version')::int AS version
     FROM event_log e JOIN sos_evidence s ON s.id = (e.payload->'evidence'->>'id')::int AND s.call_id = $1
     WHERE e.payload ? 'sos' AND e.payload->'sos'->>'id' = $2 AND e.name = 'sos.evidenced' ORDER BY e.number DESC`,
    [sosId, String(sosId)],
  );
  return rows.map(({ id, fileId, number, at, by, version, evidence: { sha256, bytes, language } }) => ({
    id,
    fileId,
    number: Number(number),
    madeAt: at.toISOString(),
    by: by ?? '',
    language,
    version,
    sha256,
    bytes,
  }));
}

/** Files of evidence reports. A report has the owner's full name: each download is recorded as an access. */
@Injectable()
export class EvidenceReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly files: FileStore,
  ) {}

  async list(id: number, scope: Scope): Promise<SosEvidence[]> {
    await this.sos(id, scope);
    return (await evidenceReportsOf(this.database.manager, id)).map(({ fileId: _, ...report }) => report);
  }

  /**
   * Throws SOS_EVIDENCE_BROKEN if the stored bytes are missing or their hash differs from the log. A store that cannot be
   * read says nothing about them.
   */
  async file(id: number, sheetId: number, caller: Caller): Promise<Streamed> {
    const sos = await this.sos(id, caller.scope);
    const report = (await evidenceReportsOf(this.database.manager, id)).find((s) => s.id === sheetId);
    if (report === undefined) throw new Problem('NOT_FOUND');
    const [bytes, { name }] = await Promise.all([
      this.files.readIfStored(report.fileId),
      this.files.find(report.fileId, 'export'),
    ]);
    if (bytes === null || sha256(bytes) !== report.sha256) throw new Problem('SOS_EVIDENCE_BROKEN');
    await customersInFull(this.database.manager, caller, 'sos', [sos]);
    return { name, bytes };
  }

  async check(id: number, bytes: Uint8Array, scope: Scope): Promise<{ sha256: string; sheet: SosEvidence | null }> {
    const hash = sha256(bytes);
    return { sha256: hash, sheet: (await this.list(id, scope)).find((s) => s.sha256 === hash) ?? null };
  }

  private async sos(id: number, scope: Scope): Promise<CustomerColumns & { id: number }> {
    const where = new Where(scope, 'c.organization_id').andIf(id, (p) => `c.id = ${p}`);
    const [sos] = await this.database.query<(CustomerColumns & { id: number })[]>(
      `SELECT c.id, ${customerColumns} FROM sos_call c LEFT JOIN vehicle v ON v.id = c.vehicle_id ${sosCustomer} WHERE ${where.sql}`,
      where.parameters,
    );
    if (sos === undefined) throw new Problem('NOT_FOUND');
    return sos;
  }
}

interface SheetRow {
  id: number;
  fileId: string;
  number: string;
  at: Date;
  by: string | null;
  version: number;
  evidence: Pick<SosEvidence, 'sha256' | 'bytes' | 'language'>;
}
