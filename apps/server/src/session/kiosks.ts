import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { Kiosk, kiosks } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, inScope, type Caller, type Scope } from '../platform/who';
import { hashKioskToken, newKioskToken } from './kiosk-token';
import { Tokens } from './tokens';

type Row = z.output<typeof Kiosk>;
const select = `SELECT k.id, k.name, k.organization_id AS "organizationId", o.name AS organization, k.sound, k.issued_at AS "issuedAt", k.issued_by AS "issuedBy",
  k.last_seen_at AS "lastSeenAt", k.revoked_at AS "revokedAt" FROM kiosk k JOIN organization o ON o.id = k.organization_id`;

/** Wall displays: a token of their own, scoped, revocable, and good for nothing but the live picture. */
@Injectable()
export class Kiosks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: Tokens,
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Throws Problem NO_TOKEN, or E0105 for a revoked or unknown one. */
  async open(token: string | undefined): Promise<Reply<typeof kiosks.open>> {
    if (token === undefined || token === '') throw new Problem('NO_TOKEN');
    const [row] = await this.database.query<{ id: number; name: string; organization_id: number; organization: string; sound: boolean }[]>(
      'SELECT k.id, k.name, k.organization_id, o.name AS organization, k.sound FROM kiosk k JOIN organization o ON o.id = k.organization_id WHERE k.token_hash = $1 AND k.revoked_at IS NULL',
      [hashKioskToken(token)],
    );
    if (row === undefined) throw new Problem('E0105');
    await this.database.query('UPDATE kiosk SET last_seen_at = $2 WHERE id = $1', [row.id, this.now()]);
    const accessToken = await this.tokens.access({
      sub: `kiosk:${row.id}`, sid: `kiosk:${row.id}`, name: row.name, roles: ['KIOSK'], groupType: 'KIOSK', organizationId: row.organization_id, kiosk: row.id,
    });
    return { accessToken, name: row.name, organization: row.organization, sound: row.sound };
  }

  list(scope: Scope): Promise<Row[]> {
    const params: unknown[] = [];
    return this.read(this.database, `WHERE ${inScope(scope, 'k.organization_id', params)} ORDER BY k.revoked_at IS NOT NULL, k.id DESC`, params);
  }

  async issue(body: Parsed<typeof kiosks.issue>['body'], who: Caller): Promise<Reply<typeof kiosks.issue>> {
    const token = newKioskToken();
    return this.change.run(actorOf(who), async (tx, emit) => {
      const params: unknown[] = [body.organizationId];
      const known = await tx.query<unknown[]>(`SELECT 1 FROM organization o WHERE o.id = $1 AND ${inScope(who.scope, 'o.id', params)}`, params);
      if (known.length === 0) throw new Problem('NOT_FOUND');
      const [row] = await tx.query<{ id: number }[]>('INSERT INTO kiosk (name, token_hash, organization_id, sound, issued_by, issued_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id', [
        body.name, hashKioskToken(token), body.organizationId, body.sound, who.name, this.now(),
      ]);
      const id = row?.id ?? 0;
      emit('kiosk.issued', { kioskId: id }, { organizationId: body.organizationId });
      return { ...(await this.one(tx, id, who.scope)), token };
    });
  }

  async revoke(id: number, who: Caller): Promise<Row> {
    return this.change.run(actorOf(who), async (tx, emit) => {
      const kiosk = await this.one(tx, id, who.scope);
      if (kiosk.revokedAt !== null) return kiosk;
      await tx.query('UPDATE kiosk SET revoked_at = $2 WHERE id = $1', [id, this.now()]);
      await tx.query("SELECT pg_notify('session_ended', $1)", [`kiosk:${id}`]);
      emit('kiosk.revoked', { kioskId: id }, { organizationId: kiosk.organizationId });
      return this.one(tx, id, who.scope);
    });
  }

  private async one(tx: EntityManager, id: number, scope: Scope): Promise<Row> {
    const params: unknown[] = [id];
    const [row] = await this.read(tx, `WHERE k.id = $1 AND ${inScope(scope, 'k.organization_id', params)}`, params);
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row;
  }

  private async read(from: Pick<EntityManager, 'query'>, where: string, params: unknown[]): Promise<Row[]> {
    const rows = await from.query<(Omit<Row, 'issuedAt' | 'lastSeenAt' | 'revokedAt'> & { issuedAt: Date; lastSeenAt: Date | null; revokedAt: Date | null })[]>(`${select} ${where}`, params);
    return rows.map((r) => ({ ...r, issuedAt: r.issuedAt.toISOString(), lastSeenAt: r.lastSeenAt?.toISOString() ?? null, revokedAt: r.revokedAt?.toISOString() ?? null }));
  }
}
