import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { trafficDays } from '@headland/contracts/device';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { paced } from '../../platform/paced';
import { dayMs } from './telemetry-day';

const rowsAtOnce = 5_000;
const devicesAtOnce = 2_000;
const vehiclesAtOnce = 2_000;

/** Ends what grows with every start of a machine and lies in no partition. Runs in one jobs process, once a day, some rows at a time. */
@Injectable()
export class TelemetryRetention {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.every('telemetry retention', dayMs, 'telemetry retention failed; next try in a day', () => this.run());
  }

  async run(): Promise<void> {
    await this.removeEngineRuns(this.daysAgo(this.config.TELEMETRY_KEEP_DAYS));
    await this.removeFormerStarts(this.daysAgo(this.config.STREAM_KEEP_DAYS), this.daysAgo(trafficDays));
  }

  private daysAgo(days: number): Date {
    return new Date(this.now().getTime() - days * dayMs);
  }

  /**
   * As long as the telemetry beside them; the figures that were counted from them stay. Found by the index of the vehicles' histories: one by time alone
   * would cost each write, and a block range index wears out where rows fill the places of those that are gone.
   */
  private async removeEngineRuns(before: Date): Promise<void> {
    await this.removeRuns('SELECT ctid FROM engine_run WHERE vehicle_id IS NULL AND ts < $1', [before]);
    const [last] = await this.database.query<{ id: number | null }[]>('SELECT max(id) AS id FROM vehicle');
    for (let id = 0; id <= (last?.id ?? 0); id += vehiclesAtOnce)
      await this.removeRuns(
        `SELECT r.ctid FROM generate_series($2::int, $3::int) AS v(id),
           LATERAL (SELECT ctid FROM engine_run WHERE vehicle_id = v.id AND ts < $1 ORDER BY ts LIMIT ${rowsAtOnce}) r`,
        [before, id, id + vehiclesAtOnce - 1],
      );
  }

  private async removeRuns(found: string, parameters: unknown[]): Promise<void> {
    for (let removed = rowsAtOnce; removed === rowsAtOnce;)
      removed = await this.step(
        `DELETE FROM engine_run WHERE ctid = ANY(ARRAY(${found} LIMIT ${rowsAtOnce})) RETURNING 1`,
        parameters,
      );
  }

  /**
   * Ranges and clocks of starts that are over, and traffic that no page shows any more. The newest start of each device stays however old it is; a message that
   * comes after all begins new ranges.
   */
  private async removeFormerStarts(before: Date, trafficBefore: Date): Promise<void> {
    const [last] = await this.database.query<{ key: number | null }[]>('SELECT max(key) AS key FROM device');
    for (let key = 0; key <= (last?.key ?? 0); key += devicesAtOnce) {
      const range = [before, key, key + devicesAtOnce];
      await this.step(
        `DELETE FROM device_stream s WHERE device_key >= $2 AND device_key < $3 AND received_at < $1
           AND EXISTS (SELECT 1 FROM device_stream n WHERE n.device_key = s.device_key AND n.topic = s.topic AND n.boot > s.boot) RETURNING 1`,
        range,
      );
      await this.step(
        `DELETE FROM device_clock c WHERE device_key >= $2 AND device_key < $3 AND updated_at < $1
           AND EXISTS (SELECT 1 FROM device_clock n WHERE n.device_key = c.device_key AND n.boot > c.boot) RETURNING 1`,
        range,
      );
      await this.step(
        'DELETE FROM device_traffic WHERE device_key >= $2 AND device_key < $3 AND hour < $1 RETURNING 1',
        [trafficBefore, key, key + devicesAtOnce],
      );
    }
  }

  private async step(sql: string, parameters: unknown[]): Promise<number> {
    return (await paced(() => returning(this.database, sql, parameters))).length;
  }
}
