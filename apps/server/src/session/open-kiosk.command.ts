import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../platform/clock';
import { Problem } from '../platform/problem';
import { hashToken } from '../platform/random-token';
import { claimsOf } from './jwt-session-reader';
import { kioskKey } from './live-sessions';
import { Tokens } from './tokens';

/** A wall display's own token against a short access token. A revoked one is told its name, so that the screen can say who it was. */
export class OpenKiosk extends Command<Reply<typeof kiosks.open>> {
  constructor(readonly token: string | undefined) {
    super();
  }
}

@CommandHandler(OpenKiosk)
export class OpenKioskHandler implements ICommandHandler<OpenKiosk> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly tokens: Tokens,
  ) {}

  async execute({ token }: OpenKiosk): Promise<Reply<typeof kiosks.open>> {
    if (!token) throw new Problem('NO_TOKEN');
    const [kiosk] = await this.database.query<{ id: number; name: string; sound: boolean; organizationId: number; organization: string; revoked: boolean }[]>(
      `SELECT k.id, k.name, k.sound, k.organization_id AS "organizationId", o.name AS organization, k.revoked_at IS NOT NULL AS revoked
       FROM kiosk k JOIN organization o ON o.id = k.organization_id WHERE k.token_hash = $1`,
      [hashToken(token)],
    );
    if (kiosk === undefined) throw new Problem('BAD_TOKEN');
    const { id, name, sound, organizationId, organization } = kiosk;
    if (kiosk.revoked) throw new Problem('BAD_TOKEN', { name });
    await this.database.query('UPDATE kiosk SET last_seen_at = $2 WHERE id = $1', [id, this.now()]);
    return { accessToken: await this.tokens.signAccess(claimsOf({ kind: 'kiosk', kioskId: id, name, organizationId }, kioskKey(id))), name, organization, sound };
  }
}
