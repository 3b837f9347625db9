import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { upTopic } from '@headland/contracts/device/envelope';
import { nearestPlace } from '@headland/domain/places';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { StandBy } from '../../platform/jobs/stand-by';
import { LOG } from '../../platform/log';
import { clientIdOf } from '../../platform/mqtt/client-id';
import { decodeUp, upTopicOf } from '../../platform/mqtt/decode';
import { DeviceLink } from '../../platform/mqtt/device-link';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { AlertsIngest } from './alerts-ingest';

const topics = [upTopic('+', 'sos'), upTopic('+', 'fault')];
/** Every such process subscribes: a live status gives the clock offset of a device that raises an SOS. */
const status = upTopic('+', 'status');
/** Unacknowledged messages in this process: enough that one device's backlog does not block the next device. */
const receiveMaximum = 2_000;
/**
 * Presses and faults of one device that are committed: its offline backlog at once, then more than a person can press.
 */
const rate = { burst: 200, perSecond: 100 };
/**
 * Transactions of one device: at once while a person presses, then every 50 ms what has come. Each costs other
 * devices' SOS a share of the processor.
 */
const batches = { burst: 20, perSecond: 20 };

/**
 * Transport of SOS and faults: own process, own connection, own broker session, so that no telemetry is ahead of them.
 */
@Injectable()
export class AlertsLink implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly ingest: AlertsIngest,
    private readonly health: Health,
    private readonly gate: GarbageGate,
    private readonly standBy: StandBy,
  ) {
    standBy.register('alerts', { start: (dealt) => this.subscribe(dealt), stop: (lost) => this.unsubscribe(lost) });
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'alerts')) return;
    // the gazetteer sorts itself on first use; not during an SOS
    nearestPlace(0, 0);
    this.health.add(
      'broker (alerts)',
      () => !this.standBy.worksAt('alerts') || this.link?.connected === true || 'no connection to the broker',
    );
  }

  private subscribe(dealt: boolean): void {
    const { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password } = this.config;
    const own = dealt ? topics.map((topic) => `$share/alerts/${topic}`) : topics;
    const link = new DeviceLink({
      url,
      username,
      password,
      clientId: clientIdOf(this.config, 'alerts', dealt),
      endsWithConnection: dealt,
      topics: [...own, status],
      receiveMaximum,
      maxBatch: 200,
      perDevice: true,
      rate,
      batches,
      note: (pending) => this.ingest.note(pending),
      decode: (topic, payload) => {
        if (upTopicOf(topic)?.kind !== 'status') return this.gate.decode(topic, payload);
        // one that cannot be read is put aside by ingest
        const decoded = decodeUp(topic, payload);
        return decoded.ok ? decoded : null;
      },
      onBatch: (batch) => this.ingest.commit(batch),
      log: this.log,
    });
    this.link = link;
    this.ingest.begin();
    this.ingest.answerWith((topic, payload) => link.publish(topic, payload));
    link.start();
  }

  private async unsubscribe(lost: boolean): Promise<void> {
    this.ingest.stop();
    await this.link?.stop(lost);
    this.link = null;
  }

  async onApplicationShutdown(): Promise<void> {
    this.ingest.stop();
    await this.standBy.end();
  }
}
