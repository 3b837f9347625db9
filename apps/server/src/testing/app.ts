import { app, appHeader, type AppTokens } from '@headland/contracts/app';
import { customerTermNames } from '@headland/contracts/customer-terms';
import type { Answer, Endpoint, Input } from '@headland/contracts/endpoint';
import type { TestServer } from './server';

/** The header of a call of the customers' app, for `server.send` and `server.call(…, null, asApp(token))`. */
export const asApp = (accessToken: string): Record<string, string> => ({ [appHeader]: `Bearer ${accessToken}` });

/** The customers' app of a spec: everything through the door, with the codes that were texted. */
export class TestApp {
  constructor(private readonly server: TestServer) {}

  call<E extends Endpoint>(e: E, input: Input<E>, accessToken: string): Promise<Answer<E>> {
    return this.server.call(e, input, null, asApp(accessToken));
  }

  /** Verifies a phone; returns its challenge. */
  async prove(phone: string, country = '82'): Promise<string> {
    const { smsId } = await this.server.call(app.sendCode, { body: { phone, country } }, null);
    await this.server.call(app.confirmCode, { body: { smsId, code: await this.server.codeOf(smsId) } }, null);
    return smsId;
  }

  async join(
    phone: string,
    person: { name: string; birthOn?: string; id?: string; terms?: (typeof customerTermNames)[number][] },
  ): Promise<AppTokens> {
    const { name, birthOn = '1970-05-20', terms = [...customerTermNames], id } = person;
    return this.server.call(
      app.join,
      { body: { smsId: await this.prove(phone), name, birthOn, terms, ...(id === undefined ? {} : { id }) } },
      null,
    );
  }

  async logIn(phone: string): Promise<AppTokens> {
    return this.server.call(app.login, { body: { smsId: await this.prove(phone) } }, null);
  }
}
