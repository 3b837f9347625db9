import type { Client } from 'pg';

/**
 * The table and the statement of the minimal path: 14 columns, partitioned by time, one unique key and one BRIN index, and an insert whose
 * arrays are written by hand, because that costs a quarter less than leaving it to the driver.
 */
const columns = [
  ['device_id', 'integer'],
  ['ts', 'timestamptz'],
  ['received_at', 'timestamptz'],
  ['boot', 'integer'],
  ['seq', 'integer'],
  ['lat', 'double precision'],
  ['lon', 'double precision'],
  ['heading', 'real'],
  ['speed', 'real'],
  ['engine', 'boolean'],
  ['work', 'text'],
  ['rpm', 'real'],
  ['engine_hours', 'double precision'],
  ['fuel_level', 'real'],
] as const;
export const columnCount = columns.length;

export const insertRows = {
  name: 'minimal-insert',
  text: `INSERT INTO minimal (${columns.map(([name]) => name).join(', ')}) SELECT * FROM unnest(${columns
    .map(([, type], i) => `$${i + 1}::${type}[]`)
    .join(', ')}) ON CONFLICT DO NOTHING`,
};

export async function createTable(client: Client, today: Date): Promise<void> {
  await client.query('DROP TABLE IF EXISTS minimal');
  await client.query(
    `CREATE TABLE minimal (${columns.map(([name, type]) => `${name} ${type}`).join(', ')}, UNIQUE (device_id, ts, seq)) PARTITION BY RANGE (ts)`,
  );
  await client.query('CREATE INDEX ON minimal USING brin (ts)');
  await client.query('CREATE TABLE minimal_default PARTITION OF minimal DEFAULT');
  for (let day = -1; day <= 1; day++) {
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + day));
    const to = new Date(from.getTime() + 86_400_000);
    const name = `minimal_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await client.query(
      `CREATE TABLE ${name} PARTITION OF minimal FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
    );
  }
}

/** The fields of the payload that the minimal path reads, without validation. */
export interface MinimalMessage {
  boot: number;
  seq: number;
  ts: number;
  samples: [
    {
      lat: number;
      lon: number;
      heading: number;
      speed: number;
      engine: string;
      work: string;
      rpm: number;
      engineHours: number;
      fuelLevel: number;
    },
  ];
}

/** One array literal a column. */
export class ColumnLiterals {
  private readonly lists: string[] = new Array<string>(columnCount).fill('');

  add(deviceId: number, m: MinimalMessage, receivedAt: string): void {
    const s = m.samples[0];
    const values = [
      deviceId,
      `"${new Date(m.ts).toISOString()}"`,
      receivedAt,
      m.boot,
      m.seq,
      s.lat,
      s.lon,
      s.heading,
      s.speed,
      s.engine === 'on' ? 't' : 'f',
      s.work,
      s.rpm,
      s.engineHours,
      s.fuelLevel,
    ];
    for (let i = 0; i < columnCount; i++) this.lists[i] += this.lists[i] === '' ? `${values[i]}` : `,${values[i]}`;
  }

  take(): string[] {
    return this.lists.map((list) => `{${list}}`);
  }
}
