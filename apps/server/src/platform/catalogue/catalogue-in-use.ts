import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { sessionUrl, type Config } from '../config';
import { Listener } from '../database/listener';

/**
 * A catalogue that can be replaced at run time. An administrator's choice reaches every process by NOTIFY; after a lost
 * connection it is reloaded. A version that this build rejects (stored under older rules) is not used: the previous one
 * stays, and an error is logged.
 */
export abstract class CatalogueInUse<K extends { version: number }>
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private present: K;
  private reading: Promise<void> = Promise.resolve();
  private readonly listener: Listener;

  protected constructor(
    private readonly catalogue: { name: string; channel: string; shipped: K },
    config: Config,
    private readonly log: Logger,
  ) {
    this.present = catalogue.shipped;
    const reload = (): void => void this.read();
    this.listener = new Listener(sessionUrl(config), { [catalogue.channel]: reload }, reload, log);
  }

  /** The number of the chosen version. */
  protected abstract chosen(): Promise<number>;
  /** The content of that version; the shipped one if there is none. Throws for a rejected one. */
  protected abstract stored(version: number): Promise<K>;

  get now(): K {
    return this.present;
  }

  /** No message and no request is handled before the right catalogue is loaded. */
  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.listener.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
    await this.reading;
  }

  /** One after the other, so that an older result cannot overwrite a newer one. */
  read(): Promise<void> {
    this.reading = this.reading
      .then(() => this.readOnce())
      .catch((error: unknown) =>
        this.log.warn({ error }, `the ${this.catalogue.name} could not be read; the one in use stays`),
      );
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const version = await this.chosen();
    if (version === this.present.version) return;
    this.present = await this.stored(version);
    this.log.info({ version: this.present.version }, `${this.catalogue.name} in use`);
  }
}
