import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { upTopic } from '@headland/contracts/device/envelope';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { StandBy } from '../../platform/jobs/stand-by';
import { LOG } from '../../platform/log';
import { clientIdOf } from '../../platform/mqtt/client-id';
import { DeviceLink } from '../../platform/mqtt/device-link';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { Publisher } from '../../platform/mqtt/publisher';
import { AckSchedule } from '../../platform/mqtt/ack-schedule';
import { DiagnosisIngest } from './diagnosis-ingest';

const topics = (['diag', 'stream', 'flash'] as const).map((kind) => upTopic('+', kind));
const receiveMaximum = 200;

/**
 * Transport of sessions: in the ingest process, with a connection and a broker session of its own, so that telemetry is
 * never ahead of them.
 */
@Injectable()
export class DiagnosisLink implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;
  private readonly acks: AckSchedule;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly ingest: DiagnosisIngest,
    private readonly health: Health,
    private readonly gate: GarbageGate,
    publisher: Publisher,
    private readonly standBy: StandBy,
  ) {
    standBy.register('ingest', { start: (dealt) => this.subscribe(dealt), stop: (lost) => this.unsubscribe(lost) });
    this.acks = new AckSchedule((topic, payload) => publisher.publish(topic, payload));
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'ingest')) return;
    this.ingest.acknowledgeWith(this.acks);
    this.health.add(
      'broker (sessions)',
      () => !this.standBy.worksAt('ingest') || this.link?.connected === true || 'no connection to the broker',
    );
  }

  private subscribe(dealt: boolean): void {
    const { MQTT_URL: url, MQTT_USERNAME: username, MQTT_PASSWORD: password } = this.config;
    const link = new DeviceLink({
      url,
      username,
      password,
      clientId: clientIdOf(this.config, 'diagnosis', dealt),
      endsWithConnection: dealt,
      topics: dealt ? topics.map((topic) => `$share/diagnosis/${topic}`) : topics,
      receiveMaximum,
      maxBatch: receiveMaximum,
      perDevice: true,
      decode: (topic, payload) => this.gate.decode(topic, payload),
      onBatch: (batch) => this.ingest.commit(batch),
      log: this.log,
    });
    this.link = link;
    this.ingest.begin();
    this.acks.start();
    link.start();
  }

  private async unsubscribe(lost: boolean): Promise<void> {
    this.ingest.stop();
    await this.link?.stop(lost);
    this.link = null;
    this.acks.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.ingest.stop();
    await this.standBy.end();
  }
}
