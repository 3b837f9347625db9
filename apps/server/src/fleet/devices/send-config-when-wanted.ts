import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { downTopic } from '@headland/contracts/device/envelope';
import { configOf, type ConfigBasis } from '@headland/domain/device';
import { CONFIG, sessionUrl, type Config } from '../../platform/config';
import { Listener } from '../../platform/database/listener';
import { SingleDuties, type SingleDuty } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';
import { RetainedLink } from '../../platform/mqtt/retained-link';

/** Messages on their way to the broker at the same time; as many rows are read and marked with one statement each. */
const atOnce = 250;
/** How long it waits at the most where no notification wakes it, and after something failed. */
const pollMs = 5_000;
const patienceMs = 1_000;
/** What a broker received last before a crash may not have been persisted: Mosquitto writes every 5 minutes (infra/mosquitto). */
const doubtful = '10 minutes';

interface Wish {
  key: number;
  id: string;
  status: string;
  intervalS: number;
  type: number;
  rollover: NonNullable<ConfigBasis['model']>['rollover'] | null;
  remoteControl: string | null;
  /** to the microsecond, which a Date does not hold */
  wanted: string;
}

/**
 * Keeps the retained `down/config` of every device as interval, type and model want it. Who changes one of them sets `device.config_wanted_at`
 * in the same transaction; the jobs process is woken by it, and what it did not come to is found again by the column. It counts as sent once the broker
 * has acknowledged it. Of a device that is not in use the broker's copy is removed. A broker that lost its state is sent everything anew.
 */
@Injectable()
export class SendConfigWhenWanted implements SingleDuty {
  readonly name = 'configs of devices';
  private listener: Listener | null = null;
  private link: RetainedLink | null = null;
  private stopped = false;
  private wake: () => void = () => undefined;
  private woken = false;
  /** what has to be sent once more on this connection: everything, the doubtful part, or nothing */
  private again: 'all' | 'doubtful' | null = null;
  private working: Promise<void> = Promise.resolve();

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.register(this);
  }

  start(): void {
    this.stopped = false;
    const { MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD } = this.config;
    const rouse = (): void => this.rouse();
    this.listener = new Listener(sessionUrl(this.config), { config_wanted: rouse }, rouse, this.log);
    this.listener.start();
    this.link = new RetainedLink({
      url: MQTT_URL,
      username: MQTT_USERNAME,
      password: MQTT_PASSWORD,
      clientId: 'headland-config',
      onConnect: (kept) => {
        // an unfinished repetition is not finished by losing the connection
        this.again = kept && this.again !== 'all' ? 'doubtful' : 'all';
        this.rouse();
      },
      log: this.log,
    });
    this.link.start();
    this.working = this.work(this.link);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.rouse();
    await this.listener?.stop();
    await this.link?.stop();
    await this.working;
  }

  private rouse(): void {
    this.woken = true;
    this.wake();
  }

  private async work(link: RetainedLink): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      try {
        if (link.connected) {
          await this.repeat(link);
          while (!this.stopped && (await this.sendWanted(link))) continue;
        }
        await this.rest(pollMs);
      } catch (error) {
        if (!this.stopped)
          this.log.warn({ error: (error as Error).message }, 'configs of devices: not all were sent, trying again');
        await this.rest(patienceMs);
      }
    }
  }

  /** Until somebody wants something, at most so long. */
  private async rest(ms: number): Promise<void> {
    if (this.stopped || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The next configurations; returns whether there were any. */
  private async sendWanted(link: RetainedLink): Promise<boolean> {
    const requests = await this.database.query<Wish[]>(
      `SELECT d.key, d.id, d.status, d.interval_s AS "intervalS", d.type, m.rollover, m.remote_control AS "remoteControl", d.config_wanted_at::text AS wanted
       FROM device d LEFT JOIN vehicle v ON v.device_id = d.id LEFT JOIN model m ON m.id = v.model_id
       WHERE d.config_wanted_at IS NOT NULL AND (d.config_sent_at IS NULL OR d.config_sent_at < d.config_wanted_at) ORDER BY d.config_wanted_at LIMIT ${atOnce}`,
    );
    if (requests.length === 0) return false;
    const messages = requests.map((w) => ({ ...w, config: payloadOf(w) }));
    const outcomes = await Promise.allSettled(messages.map((m) => link.publish(downTopic(m.id, 'config'), m.config)));
    const taken = messages.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    // a configuration that has changed meanwhile does not count as sent
    if (taken.length > 0)
      await this.database.query(
        `UPDATE device d SET config_sent_at = greatest(clock_timestamp(), d.config_wanted_at), config_sent = NULLIF(u.config, '')::jsonb
         FROM unnest($1::int[], $2::text[], $3::text[]) AS u (key, wanted, config) WHERE d.key = u.key AND d.config_wanted_at = u.wanted::timestamptz`,
        [taken.map((m) => m.key), taken.map((m) => m.wanted), taken.map((m) => m.config)],
      );
    const failed = outcomes.find((o) => o.status === 'rejected');
    if (failed) throw failed.reason;
    return true;
  }

  /** What a broker may have forgotten, as it was sent. Its session is recorded only when all of it has been sent: an interrupted attempt begins anew. */
  private async repeat(link: RetainedLink): Promise<void> {
    const { again } = this;
    if (again === null) return;
    const doubt = again === 'doubtful' ? `AND config_sent_at > now() - interval '${doubtful}'` : '';
    let last = 0;
    let published = 0;
    for (;;) {
      const rows = await this.database.query<{ key: number; id: string; config: string }[]>(
        `SELECT key, id, config_sent::text AS config FROM device WHERE key > $1 AND config_sent IS NOT NULL ${doubt} ORDER BY key LIMIT ${atOnce}`,
        [last],
      );
      await Promise.all(rows.map((r) => link.publish(downTopic(r.id, 'config'), r.config)));
      published += rows.length;
      if (rows.length < atOnce) break;
      last = rows.at(-1)?.key ?? last;
    }
    await link.remember();
    // a connection that was lost and came back meanwhile has requested its own state
    if (this.again === again) this.again = null;
    if (published > 0)
      this.log.info(
        { devices: published, forgotten: again === 'all' },
        'configs of devices sent once more to a broker that came back',
      );
  }
}

/** Empty for a device that is out of use: the broker forgets what it kept for it. */
const payloadOf = ({ status, intervalS, type, rollover, remoteControl }: Wish): string =>
  status === 'in_use'
    ? JSON.stringify(
        configOf({
          intervalS,
          type,
          model: rollover === null || remoteControl === null ? null : { rollover, remoteControl },
        }),
      )
    : '';
