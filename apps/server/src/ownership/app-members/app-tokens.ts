import { createHmac, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { z } from 'zod';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';

const accessSeconds = 15 * 60;
/** A path is visible in histories and on screens, too. */
export const pathSeconds = 10 * 60;
export const refreshSeconds = 30 * 86_400;
const issuer = 'headland';
const audience = 'headland-app';
const algorithm = 'HS256';
const accessType = 'app+jwt';
const pathType = 'app-path+jwt';
const refreshType = 'app-rt+jwt';
const Claims = z.object({ sid: z.uuid(), customer: z.number().int() });
type Claims = z.output<typeof Claims>;
const PathClaims = Claims.extend({ vehicle: z.number().int() });
type PathClaims = z.output<typeof PathClaims>;

/** The two tokens of a session of the app. Their key, audience and kinds are not those of staff, so that neither passes for the other. */
@Injectable()
export class AppTokens {
  private readonly key: Uint8Array;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.key = createHmac('sha256', config.JWT_SECRET).update('app-tokens').digest();
  }

  signAccess(claims: Claims): Promise<string> {
    return this.sign({ ...claims }, accessType, accessSeconds);
  }

  /** For calls about one vehicle whose token is in the path. */
  signPath(claims: PathClaims): Promise<string> {
    return this.sign({ ...claims }, pathType, pathSeconds);
  }

  /** Never the same twice. */
  signRefresh(claims: Claims): Promise<string> {
    return this.sign({ ...claims, jti: randomUUID() }, refreshType, refreshSeconds);
  }

  /** Throws Problem E0802 (expired) or BAD_TOKEN. */
  async readAccess(token: string): Promise<Claims> {
    return this.read(token, accessType, Claims).catch(refuse);
  }

  /** The same of one in a path. */
  async readPath(token: string): Promise<PathClaims> {
    return this.read(token, pathType, PathClaims).catch(refuse);
  }

  /** Throws Problem E0803. */
  async readRefresh(token: string): Promise<Claims> {
    try {
      return await this.read(token, refreshType, Claims);
    } catch (error) {
      throw new Problem('E0803', {}, undefined, { cause: error });
    }
  }

  private async read<T>(token: string, typ: string, claims: z.ZodType<T>): Promise<T> {
    const { payload } = await jwtVerify(token, this.key, {
      issuer,
      audience,
      algorithms: [algorithm],
      typ,
      requiredClaims: ['exp', 'iat'],
      currentDate: this.now(),
    });
    return claims.parse(payload);
  }

  private sign(claims: JWTPayload, typ: string, seconds: number): Promise<string> {
    const now = Math.floor(this.now().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.key);
  }
}

function refuse(error: unknown): never {
  throw new Problem(error instanceof errors.JWTExpired ? 'E0802' : 'BAD_TOKEN', {}, undefined, { cause: error });
}
