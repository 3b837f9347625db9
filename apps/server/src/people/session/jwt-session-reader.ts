import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AccessClaims } from '@headland/contracts/session';
import { scopeIsGlobal } from '@headland/domain/access';
import { CLOCK, type Clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import { SessionReader, type FoundSession } from '../../platform/session-reader';
import { kioskKey, LiveSessions, type LiveSession } from './live-sessions';
import { renewSeconds, Tokens } from './tokens';

/** Reads the access token of a call or a socket: signature first, then whether its session still lives, then whether it needs renewing. */
@Injectable()
export class JwtSessionReader extends SessionReader {
  constructor(
    private readonly tokens: Tokens,
    private readonly live: LiveSessions,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    super();
  }

  async read(token: string | undefined): Promise<FoundSession> {
    const { claims, expiresAt } = await this.tokens.readAccess(token);
    const session = await this.sessionOf(claims);
    if (session === null) throw new Problem('E0105');
    const now = this.now().getTime();
    // the stream ends in that moment, too; a wall display whose time is up is out, like a revoked one
    const endsAt = session.expiresAt?.getTime() ?? Infinity;
    if (endsAt <= now) throw new Problem(session.kind === 'kiosk' ? 'E0105' : 'E0802');
    const isOld = expiresAt - now / 1000 < renewSeconds;
    return {
      caller: callerOf(session, claims.sid),
      fresh: isOld ? await this.tokens.signAccess(claimsOf(session, claims.sid)) : null,
      expiresAt: Math.min(expiresAt, endsAt / 1000),
    };
  }

  private async kioskOf(kioskId: number, tokenNumber: number): Promise<LiveSession | null> {
    const session = await this.live.kiosk(kioskId);
    return session?.kind === 'kiosk' && session.tokenNumber === tokenNumber ? session : null;
  }

  private sessionOf(claims: AccessClaims): Promise<LiveSession | null> {
    if (claims.kiosk !== undefined) return this.kioskOf(claims.kiosk, claims.kioskToken ?? 1);
    return z.uuid().safeParse(claims.sid).success ? this.live.member(claims.sid) : Promise.resolve(null);
  }
}

export function claimsOf(session: LiveSession, sid: string): AccessClaims {
  const { name, organizationId } = session;
  if (session.kind === 'kiosk')
    return {
      sub: kioskKey(session.kioskId),
      sid,
      name,
      roles: ['KIOSK'],
      groupType: 'KIOSK',
      organizationId,
      kiosk: session.kioskId,
      kioskToken: session.tokenNumber,
    };
  const { loginId, groupType, role } = session;
  return { sub: loginId, sid, name, roles: [`${groupType}_${role}`], groupType, organizationId };
}

function callerOf(session: LiveSession, sid: string): FoundSession['caller'] {
  const { name, organizationId } = session;
  const own = { all: false as const, organizationId };
  if (session.kind === 'kiosk')
    return {
      userId: null,
      loginId: kioskKey(session.kioskId),
      name,
      groupType: 'KIOSK',
      role: null,
      organizationId,
      sessionId: sid,
      kioskId: session.kioskId,
      scope: own,
    };
  const { userId, loginId, groupType, role } = session;
  return {
    userId,
    loginId,
    name,
    groupType,
    role,
    organizationId,
    sessionId: sid,
    kioskId: null,
    scope: scopeIsGlobal(groupType) ? { all: true } : own,
  };
}
