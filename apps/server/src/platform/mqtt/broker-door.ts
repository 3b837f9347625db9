import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import express, { type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { deviceIdPattern } from '@headland/contracts/device/envelope';
import { databaseNowMs } from '../clock';
import { CONFIG, runs, sessionUrl, type Config } from '../config';
import { LOG } from '../log';
import { hashToken } from '../random-token';
import { WrongAttempts } from '../wrong-attempts';
import { verifyDeviceSecret } from './device-secret';
import { DeviceAccessCache } from './embedded-broker/device-access-cache';

/** Where a broker asks whether a client may connect. */
export const brokerDoorPath = '/broker/authenticate';

/** What EMQX is told to send (infra/emqx/emqx.conf). */
const Credentials = z.object({ username: z.string().max(200), password: z.string().max(500) });

/**
 * The HTTP authenticator of EMQX: devices by their secrets, the server by its password. Served by the alerts process on its
 * health port, for callers with BROKER_AUTH_TOKEN alone: where it is away nobody could take an SOS either. Devices it has
 * read stay known while PostgreSQL is away. What it cannot tell it answers with 503, which the broker takes for a refusal.
 */
@Injectable()
export class BrokerDoor implements OnApplicationShutdown {
  private readonly devices: DeviceAccessCache | null;
  private readonly attempts = new WrongAttempts();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    const isOpen = config.BROKER_AUTH_TOKEN !== undefined && runs(config, 'alerts');
    this.devices = isOpen ? new DeviceAccessCache(sessionUrl(config), () => undefined, log) : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.devices?.stop();
  }

  /** Hands on everything but its own path. */
  handler(): RequestHandler[] {
    const { devices } = this;
    if (devices === null) return [];
    const readBody = express.json({ limit: '4kb' });
    return [
      (request, response, next) => {
        if (request.method !== 'POST' || request.path !== brokerDoorPath) return next();
        if (!this.isBroker(request)) return void response.status(401).end();
        readBody(request, response, (error?: unknown) => {
          const given = Credentials.safeParse(error === undefined ? request.body : null);
          if (!given.success) return void response.status(400).end();
          this.mayConnect(given.data, devices).then(
            (may) => response.json({ result: may ? 'allow' : 'deny', is_superuser: false }),
            (cause: unknown) => {
              this.log.warn({ error: (cause as Error).message }, 'broker: a client cannot be checked');
              response.status(503).end();
            },
          );
        });
      },
    ];
  }

  private async mayConnect(
    { username, password }: z.output<typeof Credentials>,
    devices: DeviceAccessCache,
  ): Promise<boolean> {
    if (username === this.config.MQTT_USERNAME) return isSame(password, this.config.MQTT_PASSWORD);
    if (!deviceIdPattern.test(username)) return false;
    const device = await devices.find(username);
    if (device?.inUse !== true) return false;
    // by name, not by address: every device comes by the same proxy
    const hash = hashToken(`${username} ${password}`);
    const now = databaseNowMs();
    try {
      this.attempts.mayTry(username, hash, now);
    } catch {
      return false;
    }
    const isRight = verifyDeviceSecret(password, device.secretHash);
    if (isRight) this.attempts.right(hash);
    else this.attempts.wrong(username, hash, now);
    return isRight;
  }

  private isBroker({ headers }: Request): boolean {
    return isSame(headers.authorization ?? '', `Bearer ${this.config.BROKER_AUTH_TOKEN ?? ''}`);
  }
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
