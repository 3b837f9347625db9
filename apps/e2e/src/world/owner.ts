import { app, appHeader } from '@headland/contracts/app';
import type { Answer, Endpoint, Input } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { type Api, ask } from './api';
import { mailTo } from './mailbox';
import { somePhone } from './names';

/** An app customer of a journey: joined by SMS code, with the required terms. */
export class AppOwner {
  private constructor(
    readonly id: number,
    readonly name: string,
    readonly phone: string,
    /** the access token of the app */
    readonly token: string,
  ) {}

  /** A customer of the demo who uses the app, by the phone that the sale has. */
  static async logIn({ name, phone }: { name: string; phone: string }): Promise<AppOwner> {
    const smsId = await provenPhone(phone);
    const { customerId, accessToken } = await ask(app.login, { body: { smsId } });
    return new AppOwner(customerId, name, phone, accessToken);
  }

  static async join(name: string): Promise<AppOwner> {
    const phone = somePhone();
    const smsId = await provenPhone(phone);
    const joined = await ask(app.join, {
      body: { smsId, name, birthOn: '1970-03-01', terms: ['service', 'privacy', 'location'] },
    });
    return new AppOwner(joined.customerId, name, phone, joined.accessToken);
  }

  call = <E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Answer<E>> =>
    ask(endpoint, input, { [appHeader]: `Bearer ${this.token}` });

  /** Sells the vehicle to this customer as of yesterday, by the first agency. Returns the vehicle's id. */
  async buy(vin: string, clerk: Api): Promise<number> {
    const [vehicle] = (await clerk.call(vehicles.list, { query: { vin } })).rows;
    const [dealer] = (await clerk.call(organizations.list, { query: { type: 'AGENCY' } })).rows;
    if (vehicle === undefined || dealer === undefined) throw new Error(`No vehicle ${vin}, or no agency.`);
    const { version } = await clerk.call(sales.get, { params: { id: vehicle.id } });
    const soldOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await clerk.call(sales.change, {
      params: { id: vehicle.id },
      body: { version, soldOn, dealerId: dealer.id, customerId: this.id, memo: '' },
    });
    return vehicle.id;
  }
}
async function provenPhone(phone: string): Promise<string> {
  const { smsId } = await ask(app.sendCode, { body: { phone } });
  const { text } = await mailTo(phone, (mail) => sixDigits.test(mail.text));
  await ask(app.confirmCode, { body: { smsId, code: sixDigits.exec(text)?.[0] ?? '' } });
  return smsId;
}
const sixDigits = /(?<![\d-])\d{6}(?!\d)/u;
