import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { fleetTokenSeconds } from '@headland/contracts/fleet-api';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';

const issuer = 'headland';
const audience = 'headland-fleet';
const algorithm = 'HS256';
const type = 'fleet+jwt';
const Claims = z.object({ sub: z.string(), version: z.number().int() });
export interface FleetClaims {
  clientId: string;
  /** of the secret that it was issued for */
  version: number;
}

/** Access tokens of the Fleet API. Key, audience and kind are not those of staff or app, so that none passes for another. */
@Injectable()
export class FleetTokens {
  private readonly key: Uint8Array;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.key = createHmac('sha256', config.JWT_SECRET).update('fleet-tokens').digest();
  }

  sign({ clientId, version }: FleetClaims): Promise<string> {
    const now = Math.floor(this.now().getTime() / 1000);
    return new SignJWT({ version })
      .setProtectedHeader({ alg: algorithm, typ: type })
      .setSubject(clientId)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + fleetTokenSeconds)
      .sign(this.key);
  }

  /** Throws Problem E0802 (expired) or BAD_TOKEN. */
  async read(token: string): Promise<FleetClaims> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        issuer,
        audience,
        algorithms: [algorithm],
        typ: type,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: this.now(),
      });
      const { sub, version } = Claims.parse(payload);
      return { clientId: sub, version };
    } catch (error) {
      throw new Problem(error instanceof errors.JWTExpired ? 'E0802' : 'BAD_TOKEN', {}, undefined, { cause: error });
    }
  }
}
