import { Injectable } from '@nestjs/common';
import { Problem } from './problem';
import type { FleetCaller } from './caller';

/** Reads an access token of the Fleet API: set by its slice. */
type Read = (token: string, address: string) => Promise<FleetCaller>;

/**
 * Reads the token of a client of the Fleet API, for the guard. Throws Problem NO_TOKEN, BAD_TOKEN (also of a client that
 * was revoked or has expired), E0802 (the token expired) or TOO_MANY_REQUESTS.
 */
@Injectable()
export class FleetReader {
  private how: Read | null = null;

  register(read: Read): void {
    this.how = read;
  }

  async read(header: string | undefined, address: string): Promise<FleetCaller> {
    const token = /^Bearer (\S+)$/iu.exec(header ?? '')?.[1];
    if (token === undefined) throw new Problem('NO_TOKEN');
    if (this.how === null) throw new Error('no slice reads tokens of the Fleet API');
    return this.how(token, address);
  }
}
