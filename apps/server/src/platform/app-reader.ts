import { Injectable } from '@nestjs/common';
import { Problem } from './problem';
import type { AppCaller } from './caller';

/** Reads an app token: set by the slice of the app's sessions. */
type Read = (token: string) => Promise<Pick<AppCaller, 'customerId' | 'sessionId'>>;
/** A token in the path of a request about one vehicle. */
type ReadPath = (token: string, vehicleId: number) => ReturnType<Read>;

/**
 * Reads the token of a customer's app, for the guard. Throws Problem NO_TOKEN, BAD_TOKEN, E0802 (expired) or E0105 (the
 * session ended).
 */
@Injectable()
export class AppReader {
  private how: { read: Read; readPath: ReadPath } | null = null;

  register(read: Read, readPath: ReadPath): void {
    this.how = { read, readPath };
  }

  async read(header: string | undefined): ReturnType<Read> {
    const token = /^Bearer (\S+)$/u.exec(header ?? '')?.[1];
    if (token === undefined) throw new Problem('NO_TOKEN');
    return this.reading().read(token);
  }

  /** Throws the same, and NOT_FOUND for a token of another vehicle. A string that is not a token counts as none. */
  async readPath(token: string | undefined, vehicle: string | undefined): ReturnType<Read> {
    if (token === undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/u.test(token)) throw new Problem('NO_TOKEN');
    return this.reading().readPath(token, Number(vehicle));
  }

  private reading(): { read: Read; readPath: ReadPath } {
    if (this.how === null) throw new Error('no slice reads app tokens');
    return this.how;
  }
}
