import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { GroupType, Role } from '@headland/contracts/access';
import { CONFIG, runs, sessionUrl, type Config } from '../../platform/config';
import { Listener } from '../../platform/database/listener';
import { LOG } from '../../platform/log';

/** The present account of a session, not that at the time the token was signed: a change of role or organisation counts at once. */
export type LiveSession =
  | {
      kind: 'member';
      userId: number;
      loginId: string;
      name: string;
      groupType: GroupType;
      role: Role;
      organizationId: number;
      expiresAt: Date;
    }
  | {
      kind: 'kiosk';
      kioskId: number;
      tokenNumber: number;
      name: string;
      organizationId: number;
      expiresAt: Date | null;
    };

/** How long an answer is believed. NOTIFY 'session_ended' ends it sooner; this bounds what a lost notification could do. */
const believedMs = 2_000;
export const kioskKey = (kioskId: number): string => `kiosk:${kioskId}`;

/** Whether a session or wall display still lives, asked with every call: kept for two seconds, forgotten at once when it ends. */
@Injectable()
export class LiveSessions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new Map<string, { at: number; session: LiveSession | null }>();
  private endings = 0;
  private listener: Listener | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'api')) return;
    this.listener = new Listener(
      sessionUrl(this.config),
      { session_ended: (caller) => this.forget(caller) },
      () => this.forgetAll(),
      this.log,
    );
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  member(sid: string): Promise<LiveSession | null> {
    return this.find(sid, () => this.readMember(sid));
  }

  kiosk(kioskId: number): Promise<LiveSession | null> {
    return this.find(kioskKey(kioskId), () => this.readKiosk(kioskId));
  }

  /** A session id, or `kiosk:<id>`. */
  forget(caller: string): void {
    this.endings++;
    this.known.delete(caller);
  }

  private forgetAll(): void {
    this.endings++;
    this.known.clear();
  }

  private async find(key: string, read: () => Promise<LiveSession | null>): Promise<LiveSession | null> {
    const now = performance.now();
    const known = this.known.get(key);
    if (known && now - known.at < believedMs) return known.session;
    const before = this.endings;
    const session = await read();
    // a notification that arrived during the read may be newer than its result
    if (before === this.endings) {
      if (this.known.size > 10_000) this.known.clear();
      this.known.set(key, { at: now, session });
    }
    return session;
  }

  private async readMember(sid: string): Promise<LiveSession | null> {
    const [row] = await this.database.query<Extract<LiveSession, { kind: 'member' }>[]>(
      `SELECT 'member' AS kind, u.id AS "userId", u.login_id AS "loginId", u.name, u.group_type AS "groupType", u.role, u.organization_id AS "organizationId", s.expires_at AS "expiresAt"
       FROM login_session s JOIN user_account u ON u.id = s.user_id WHERE s.id = $1 AND s.ended_at IS NULL AND u.active AND u.removed_at IS NULL`,
      [sid],
    );
    return row ?? null;
  }

  private async readKiosk(kioskId: number): Promise<LiveSession | null> {
    const [row] = await this.database.query<LiveSession[]>(
      `SELECT 'kiosk' AS kind, id AS "kioskId", token_number AS "tokenNumber", name, organization_id AS "organizationId", expires_at AS "expiresAt" FROM kiosk WHERE id = $1 AND revoked_at IS NULL`,
      [kioskId],
    );
    return row ?? null;
  }
}
