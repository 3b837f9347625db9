import { Injectable } from '@nestjs/common';
import { Problem } from './problem';
import type { AppCaller } from './who';

/** What reads an app token: set by the slice of the app's sessions. */
type Read = (token: string) => Promise<Pick<AppCaller, 'customerId' | 'sessionId'>>;

/** Reads the token of a customer's app, for the guard. Throws Problem NO_TOKEN, BAD_TOKEN, E0802 (expired) or E0105 (the session ended). */
@Injectable()
export class AppReader {
  private how: Read | null = null;

  register(how: Read): void {
    this.how = how;
  }

  async read(header: string | undefined): ReturnType<Read> {
    const token = /^Bearer (\S+)$/u.exec(header ?? '')?.[1];
    if (token === undefined) throw new Problem('NO_TOKEN');
    if (this.how === null) throw new Error('no slice reads app tokens');
    return this.how(token);
  }
}
