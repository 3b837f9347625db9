import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { LOG } from '../../platform/log';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { claimsOf } from './jwt-session-reader';
import { forgetOldScreens, sawScreen } from './see-kiosk-screen.command';
import { Tokens } from './tokens';

/**
 * A wall display's own token against a short access token, whose session is for this one screen. For a revoked or expired token
 * the answer has its name, so that the screen can show it.
 */
export class OpenKiosk extends Command<Reply<typeof kiosks.open>> {
  constructor(
    readonly token: string | undefined,
    readonly address: string,
  ) {
    super();
  }
}

interface Row {
  id: number;
  tokenNumber: number;
  name: string;
  sound: boolean;
  organizationId: number;
  organization: string;
  expiresAt: Date | null;
  revoked: boolean;
}

@CommandHandler(OpenKiosk)
export class OpenKioskHandler implements ICommandHandler<OpenKiosk> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly tokens: Tokens,
  ) {}

  async execute({ token, address }: OpenKiosk): Promise<Reply<typeof kiosks.open>> {
    if (!token) throw new Problem('NO_TOKEN');
    const [kiosk] = await this.database.query<Row[]>(
      `SELECT k.id, k.token_number AS "tokenNumber", k.name, k.sound, k.organization_id AS "organizationId", o.name AS organization, k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked
       FROM kiosk k JOIN organization o ON o.id = k.organization_id WHERE k.token_hash = $1`,
      [hashToken(token)],
    );
    if (kiosk === undefined) throw new Problem('BAD_TOKEN');
    const { id, tokenNumber, name, sound, organizationId, organization, expiresAt } = kiosk;
    const now = this.now();
    if (kiosk.revoked || (expiresAt !== null && expiresAt <= now)) throw new Problem('BAD_TOKEN', { name });
    const sessionId = randomUUID();
    try {
      await sawScreen(this.database, { kioskId: id, sessionId, address }, now);
      await forgetOldScreens(this.database, id, now);
    } catch (error) {
      // a heartbeat only: where nothing can be written the wall shows its calls all the same
      this.log.warn({ error, kiosk: id }, 'the heartbeat of a wall was not written');
    }
    const accessToken = await this.tokens.signAccess(
      claimsOf({ kind: 'kiosk', kioskId: id, tokenNumber, name, organizationId, expiresAt }, sessionId),
    );
    return { accessToken, name, organization, sound };
  }
}
