import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { Listener } from '../database/listener';

/**
 * A catalogue that this process answers from, and that can be replaced while it runs. An administrator's choice reaches every process by NOTIFY; after a
 * lost connection it is read again. A version that this build refuses (kept under older rules) is not used: what was in use stays, and the log says so.
 */
export abstract class CatalogueInUse<K extends { version: number }>
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private present: K;
  private reading: Promise<void> = Promise.resolve();
  private readonly listener: Listener;

  protected constructor(
    private readonly about: { name: string; channel: string; shipped: K },
    config: Config,
    private readonly log: Logger,
  ) {
    this.present = about.shipped;
    const again = (): void => void this.read();
    this.listener = new Listener(config.DATABASE_URL, { [about.channel]: again }, again, log);
  }

  /** The number of the version that was chosen. */
  protected abstract chosen(): Promise<number>;
  /** What stands under that number; the shipped one where there is none. Throws for one that is refused. */
  protected abstract stored(version: number): Promise<K>;

  get now(): K {
    return this.present;
  }

  /** No message is heard and no question answered before the right catalogue is there. */
  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
    await this.reading;
  }

  /** One after the other, so that an older answer cannot overtake a newer one. */
  read(): Promise<void> {
    this.reading = this.reading
      .then(() => this.readOnce())
      .catch((error: unknown) =>
        this.log.warn({ error }, `the ${this.about.name} could not be read; the one in use stays`),
      );
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const version = await this.chosen();
    if (version === this.present.version) return;
    this.present = await this.stored(version);
    this.log.info({ version: this.present.version }, `${this.about.name} in use`);
  }
}
