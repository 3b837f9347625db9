import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { z } from 'zod';
import { AccessClaims } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';

export const accessSeconds = 15 * 60;
/** An access token with less left than this is renewed along the way. */
export const renewSeconds = 3 * 60;
const daySeconds = 86_400;
export const refreshSeconds = (autoLogin: boolean): number => (autoLogin ? 30 : 14) * daySeconds;

const issuer = 'headland';
const algorithm = 'HS256';
/** The `typ` of the header keeps one kind of token from passing as another. */
const accessType = 'at+jwt';
const refreshType = 'rt+jwt';
const changeType = 'pw+jwt';
const RefreshClaims = z.object({ sid: z.uuid() });
const ChangeClaims = z.object({ account: z.number(), of: z.string() });
/** How long the forced change of a password stays open. */
const changeSeconds = 10 * 60;

/** The two tokens of a session, and the one that opens a forced change of the password: signed, read, never stored in the clear. */
@Injectable()
export class Tokens {
  private readonly key: Uint8Array;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.key = new TextEncoder().encode(config.JWT_SECRET);
  }

  signAccess(claims: AccessClaims): Promise<string> {
    return this.sign({ ...claims }, accessType, accessSeconds);
  }

  /** Never the same twice. */
  signRefresh(sid: string, autoLogin: boolean): Promise<string> {
    return this.sign({ sid, jti: randomUUID() }, refreshType, refreshSeconds(autoLogin));
  }

  /** Throws Problem NO_TOKEN, E0802 (expired) or BAD_TOKEN. */
  async readAccess(token: string | undefined): Promise<{ claims: AccessClaims; expiresAt: number }> {
    if (token === undefined || token === '') throw new Problem('NO_TOKEN');
    try {
      return await this.verifyAccess(token);
    } catch (error) {
      throw new Problem(error instanceof errors.JWTExpired ? 'E0802' : 'BAD_TOKEN', {}, undefined, { cause: error });
    }
  }

  /** The session that both tokens name; the access token may have expired. Throws Problem NO_TOKEN or E0803. */
  async readPair(access: string | undefined, refresh: string | undefined): Promise<string> {
    if (!access || !refresh) throw new Problem('NO_TOKEN');
    try {
      const { sid } = RefreshClaims.parse((await this.verify(refresh, refreshType)).payload);
      const { claims } = await this.verifyAccess(access, { clockTolerance: refreshSeconds(true) });
      if (claims.sid === sid) return sid;
    } catch (error) {
      throw new Problem('E0803', {}, undefined, { cause: error });
    }
    throw new Problem('E0803');
  }

  /** The session that a refresh token names, null for one that is none. */
  async readRefresh(refresh: string): Promise<string | null> {
    try {
      return RefreshClaims.parse((await this.verify(refresh, refreshType)).payload).sid;
    } catch {
      return null;
    }
  }

  /** Names the password that is to be changed: once it is, the token opens nothing. */
  signChange(accountId: number, passwordHash: string): Promise<string> {
    return this.sign({ account: accountId, of: nameOf(passwordHash) }, changeType, changeSeconds);
  }

  /** Throws Problem CHANGE_TOKEN. */
  async readChange(token: string): Promise<{ accountId: number; isFor: (passwordHash: string | null) => boolean }> {
    try {
      const { account, of } = ChangeClaims.parse((await this.verify(token, changeType)).payload);
      return { accountId: account, isFor: (hash) => hash !== null && nameOf(hash) === of };
    } catch (error) {
      throw new Problem('CHANGE_TOKEN', {}, undefined, { cause: error });
    }
  }

  private async verifyAccess(
    token: string,
    options: JWTVerifyOptions = {},
  ): Promise<{ claims: AccessClaims; expiresAt: number }> {
    const { payload } = await this.verify(token, accessType, options);
    return { claims: AccessClaims.parse(payload), expiresAt: payload.exp ?? 0 };
  }

  private verify(token: string, typ: string, options: JWTVerifyOptions = {}): Promise<{ payload: JWTPayload }> {
    return jwtVerify(token, this.key, {
      issuer,
      audience: issuer,
      algorithms: [algorithm],
      typ,
      requiredClaims: ['exp', 'iat'],
      currentDate: this.now(),
      ...options,
    });
  }

  private sign(claims: JWTPayload, typ: string, seconds: number): Promise<string> {
    const now = Math.floor(this.now().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.key);
  }
}

const nameOf = (passwordHash: string): string => hashToken(passwordHash).slice(0, 16);
