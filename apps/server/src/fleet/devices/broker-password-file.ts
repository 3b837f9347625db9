import { open, rename } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, sessionUrl, type Config } from '../../platform/config';
import { openSnapshot, rowsOf } from '../../platform/database/cursor';
import { Listener } from '../../platform/database/listener';
import { SingleDuties, type SingleDuty } from '../../platform/jobs/single-duties';
import { LOG } from '../../platform/log';

/** Changes of this time are written together: a factory registers devices by the hundred. */
const gatherMs = 500;
/** Lines of one step: those of a large fleet are a hundred megabytes. */
const atOnce = 5_000;

/**
 * Keeps the password file of a Mosquitto broker as the registered devices are: one line `id:hash` for each device in use. Written by the jobs
 * process where MQTT_PASSWORD_FILE_OUT is set, at its start and after each change of a device; replaced whole, so the broker never reads half a file.
 */
@Injectable()
export class BrokerPasswordFile implements SingleDuty {
  readonly name = 'password file of the broker';
  private listener: Listener | null = null;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    if (config.MQTT_PASSWORD_FILE_OUT !== undefined) duties.register(this);
  }

  start(): void {
    this.stopped = false;
    this.listener = new Listener(
      sessionUrl(this.config),
      { device_access: () => this.later() },
      () => this.later(),
      this.log,
    );
    this.listener.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.listener?.stop();
    await this.writing;
  }

  private later(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.writing = this.writing
        .then(() => this.write())
        .catch((error: unknown) => {
          this.log.error({ error }, 'the password file of the broker was not written; trying again');
          if (!this.stopped) this.later();
        });
    }, gatherMs);
  }

  private async write(): Promise<void> {
    const file = this.config.MQTT_PASSWORD_FILE_OUT;
    if (file === undefined) return;
    let devices = 0;
    const snapshot = await openSnapshot(this.database);
    const written = await open(`${file}.new`, 'w', 0o640);
    try {
      const sql = "SELECT id, secret_hash FROM device WHERE status = 'in_use' ORDER BY id";
      for await (const rows of rowsOf<{ id: string; secret_hash: string }>(snapshot.tx, sql, [], atOnce)) {
        await written.writeFile(rows.map((r) => `${r.id}:${r.secret_hash}\n`).join(''));
        devices += rows.length;
      }
      // the broker reads it as another user of the same group, whatever the umask
      await written.chmod(0o640);
    } finally {
      await written.close();
      await snapshot.close();
    }
    await rename(`${file}.new`, file);
    this.log.info({ devices, file }, 'password file of the broker written');
  }
}
