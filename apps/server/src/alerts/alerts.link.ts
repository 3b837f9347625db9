import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { upTopic } from '@headland/contracts/device/envelope';
import { nearestPlace } from '@headland/domain/places';
import { CONFIG, runs, type Config } from '../platform/config';
import { Health } from '../platform/health';
import { LOG } from '../platform/log';
import { DeviceLink } from '../platform/mqtt/device-link';
import { AlertsIngest } from './alerts-ingest';

const topics = [upTopic('+', 'sos'), upTopic('+', 'fault')];
/** Only listened to, by every such process: a live one tells how far the clock of a device that calls for help is off. */
const status = upTopic('+', 'status');
/** Unacknowledged messages with this process; the rest waits in the broker. */
const receiveMaximum = 100;

/** The way of SOS calls and faults: own process, own connection, own session at the broker, so that no telemetry is ever before them. */
@Injectable()
export class AlertsLink implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly ingest: AlertsIngest,
    private readonly health: Health,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'alerts')) return;
    const { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password, MQTT_SHARED: shared } = this.config;
    const clientId = shared ? `headland-alerts-${process.env.HOSTNAME ?? process.pid}` : 'headland-alerts';
    const own = shared ? topics.map((topic) => `$share/alerts/${topic}`) : topics;
    const link = new DeviceLink({
      url,
      username,
      password,
      clientId,
      topics: [...own, status],
      receiveMaximum,
      maxBatch: receiveMaximum,
      onBatch: (batch) => this.ingest.commit(batch),
      log: this.log,
    });
    this.link = link;
    this.ingest.answerWith((topic, payload) => link.publish(topic, payload));
    // the gazetteer sorts itself once; not while somebody waits for help
    nearestPlace(0, 0);
    link.start();
    this.health.add('broker (alerts)', () => link.connected || 'no connection to the broker');
  }

  async onApplicationShutdown(): Promise<void> {
    this.ingest.stop();
    await this.link?.stop();
  }
}
