import type { Envelope, Page } from '@headland/contracts/endpoint';
import { accessHeader, refreshHeader, session } from '@headland/contracts/session';
import { type CodeMessage, logIn, LoginRefused } from '@headland/testing/log-in';
import { StopWith } from '../../../src/run/stop-with';
import { password } from '../world/registry';

/** Where login codes arrive. */
export type Codes = () => Promise<CodeMessage[]>;
/** Result of a request: its data, or its error code. */
export interface Answered<T> {
  status: number;
  data: T | null;
  page: Page | null;
  code: string | null;
  values: Record<string, unknown>;
}
const answerWithinMs = 30_000;

/** One member who is logged in for the whole run: an access token lives 15 minutes and is renewed as in a browser. */
export class MemberSession {
  private renewing: Promise<void> | null = null;

  private constructor(
    readonly url: string,
    readonly account: string,
    private tokens: { accessToken: string; refreshToken: string },
  ) {}

  static async open(url: string, account: string, codes: Codes): Promise<MemberSession> {
    try {
      return new MemberSession(url, account, await logIn(url, { id: account, password }, codes));
    } catch (error) {
      throw error instanceof LoginRefused ? new StopWith(`cannot log in as ${account}: ${error.message}`) : error;
    }
  }

  get token(): string {
    return this.tokens.accessToken;
  }

  /** Concurrent renewals are merged: a refresh token is good for one use. */
  renew(): Promise<void> {
    return (this.renewing ??= this.renewNow().finally(() => (this.renewing = null)));
  }

  async ask<T>(
    endpoint: { method: string; path: string },
    given: { params?: Record<string, number>; query?: Record<string, string>; body?: object } = {},
  ): Promise<Answered<T>> {
    const used = this.token;
    const answer = await this.send<T>(endpoint, given);
    if (answer.code !== 'E0802') return answer;
    if (used === this.token) await this.renew();
    return this.send<T>(endpoint, given);
  }

  private async send<T>(
    { method, path }: { method: string; path: string },
    { params = {}, query = {}, body }: Parameters<MemberSession['ask']>[1] = {},
  ): Promise<Answered<T>> {
    const at = path.replace(/:(\w+)/gu, (_, name: string) => String(params[name]));
    // the days that it states are those of UTC
    const search = new URLSearchParams({ timeZone: 'UTC', ...query });
    const response = await fetch(`${this.url}${at}?${search}`, {
      method,
      headers: { [accessHeader]: this.token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const fresh = response.headers.get(accessHeader);
    if (fresh !== null) this.tokens = { ...this.tokens, accessToken: fresh };
    const envelope = (await response.json()) as Envelope<T> & { page?: Page };
    if (envelope.success)
      return { status: response.status, data: envelope.data, page: envelope.page ?? null, code: null, values: {} };
    return {
      status: response.status,
      data: null,
      page: null,
      code: envelope.error.code,
      values: envelope.error.values ?? {},
    };
  }

  private async renewNow(): Promise<void> {
    const { accessToken, refreshToken } = this.tokens;
    const response = await fetch(this.url + session.refresh.path, {
      headers: { [accessHeader]: accessToken, [refreshHeader]: refreshToken },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const envelope = (await response.json()) as Envelope<{ accessToken: string; refreshToken: string }>;
    if (!envelope.success) throw new StopWith(`the session of ${this.account} was not renewed: ${envelope.error.code}`);
    this.tokens = envelope.data;
  }
}
