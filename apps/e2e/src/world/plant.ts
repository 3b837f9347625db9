import { apiKeys } from '@headland/contracts/administration';
import { apiKeyHeader, factory, type FactoryDevice } from '@headland/contracts/factory';
import { type Api, ask } from './api';
import { capitals } from './names';

/** A factory for one journey: makes vehicles and devices by the factory interface, with a key of its own. */
export class Plant {
  private constructor(private readonly key: string) {}

  static async open(clerk: Api, tidy: (act: () => Promise<unknown>) => void): Promise<Plant> {
    const { id, key } = await clerk.call(apiKeys.issue, { body: { name: `E2E ${capitals()}` } });
    tidy(() => clerk.call(apiKeys.revoke, { params: { id } }));
    return new Plant(key);
  }

  /** Makes new vehicles; returns their VINs. */
  async build(model: string, count: number): Promise<string[]> {
    const series = capitals(6).replaceAll(/[IOQ]/gu, 'X');
    const vins = Array.from({ length: count }, (_, n) => `HDE${series}${String(n).padStart(8, '0')}`);
    for (let from = 0; from < count; from += 1000) {
      const vehicles = vins.slice(from, from + 1000).map((vin) => ({ vin, model, transmission: '12F/12R' }));
      await ask(factory.vehicles, { body: { vehicles } }, this.headers);
    }
    return vins;
  }

  /** A new device with its secret. */
  async makeDevice(): Promise<{ id: string; secret: string }> {
    const id = `E2E-${capitals(10)}`;
    const device: FactoryDevice = {
      id,
      type: 1,
      sim: String(Date.now()).padStart(18, '89'),
      activation: `010${String(Date.now()).slice(-8)}`,
    };
    const [made] = await ask(factory.devices, { body: { devices: [device] } }, this.headers);
    if (made?.secret === undefined) throw new Error('The plant received no secret.');
    return { id, secret: made.secret };
  }

  install(vin: string, deviceId: string): Promise<unknown> {
    return ask(factory.matches, { body: { matches: [{ vin, deviceId }] } }, this.headers);
  }

  private get headers(): Record<string, string> {
    return { [apiKeyHeader]: this.key };
  }
}
