import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { upTopic } from '@headland/contracts/device/envelope';
import { nearestPlace } from '@headland/domain/places';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { LOG } from '../../platform/log';
import { clientIdOf } from '../../platform/mqtt/client-id';
import { DeviceLink } from '../../platform/mqtt/device-link';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { AlertsIngest } from './alerts-ingest';

const topics = [upTopic('+', 'sos'), upTopic('+', 'fault')];
/** Only listened to, by every such process: a live one tells how far the clock of a device that calls for help is off. */
const status = upTopic('+', 'status');
/** Unacknowledged messages with this process: so many that what one device has sent in its haste does not keep the next from being read. */
const receiveMaximum = 2_000;
/** Presses and faults of one device that are committed: what it has gathered without a network at once, and then more than anybody presses. */
const rate = { burst: 200, perSecond: 100 };

/** The way of SOS calls and faults: own process, own connection, own session at the broker, so that no telemetry is ever before them. */
@Injectable()
export class AlertsLink implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly ingest: AlertsIngest,
    private readonly health: Health,
    private readonly gate: GarbageGate,
  ) {}

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'alerts')) return;
    const { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password, MQTT_SHARED: shared } = this.config;
    const own = shared ? topics.map((topic) => `$share/alerts/${topic}`) : topics;
    const link = new DeviceLink({
      url,
      username,
      password,
      clientId: clientIdOf(this.config, 'alerts'),
      topics: [...own, status],
      receiveMaximum,
      maxBatch: 200,
      perDevice: true,
      rate,
      note: (held) => this.ingest.note(held),
      decode: (topic, payload) => this.gate.decode(topic, payload),
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
