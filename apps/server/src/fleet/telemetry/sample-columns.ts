import { columnName } from '../../platform/database/columns-of';
import { on, slot, workWords, type SlotName, type TelemetryRows } from '../../platform/mqtt/telemetry-rows';
import { copyOf, recordsOf, type BinaryWriter, type PgType } from './binary-writer';
import { signals } from './signal-columns.reads';

/** A column of a batch: how the value of a row is written. */
interface Column {
  name: string;
  type: PgType;
  write: (writer: BinaryWriter, rows: SampleColumns, row: number) => void;
}

/** The rows of a batch: of each, what belongs to it beside its sample, and where its sample is. */
export class SampleColumns {
  readonly key: number[] = [];
  readonly vehicle: (number | null)[] = [];
  /** corrected, epoch ms */
  readonly ts: number[] = [];
  readonly receivedAt: number[] = [];
  readonly boot: number[] = [];
  readonly seq: number[] = [];
  private readonly values: Float64Array[] = [];
  private readonly at: number[] = [];

  get length(): number {
    return this.key.length;
  }

  /** The place of the new row. */
  add(
    { boot, seq, values }: TelemetryRows,
    at: number,
    key: number,
    vehicle: number | null,
    ts: number,
    receivedAt: number,
  ): number {
    this.vehicle.push(vehicle);
    this.ts.push(ts);
    this.receivedAt.push(receivedAt);
    this.boot.push(boot);
    this.seq.push(seq);
    this.values.push(values);
    this.at.push(at);
    return this.key.push(key) - 1;
  }

  /** Whether one of the last `n` rows is of this time. */
  hasOfLast(n: number, ts: number): boolean {
    for (let i = this.ts.length - n; i < this.ts.length; i++) if (this.ts[i] === ts) return true;
    return false;
  }

  /** NaN: not measured. */
  value(row: number, place: number): number {
    return (this.values[row] as Float64Array)[(this.at[row] as number) + place] as number;
  }

  /** All rows as COPY reads them into `rowColumns`. */
  copy(): Buffer {
    return copyOf(this.length, rowColumns.length, rowBytes, (writer, row) => {
      for (let i = 0; i < rowColumns.length; i++) (rowColumns[i] as Column).write(writer, this, row);
    });
  }

  /** These rows as an array of `telemetry_sample`, whose number is `oid`. */
  records(oid: number, rows: readonly number[]): Buffer {
    return recordsOf(oid, recordTypes, recordBytes, rows, (writer, row, field) =>
      (recordColumns[field] as Column).write(writer, this, row),
    );
  }
}

const measured = (name: SlotName, type: 'float4' | 'float8'): Column => {
  const place = slot[name];
  return {
    name: columnName(name),
    type,
    write:
      type === 'float4'
        ? (w, rows, row) => w.float4(rows.value(row, place))
        : (w, rows, row) => w.float8(rows.value(row, place)),
  };
};
const isOn = (value: number): boolean | null => (Number.isNaN(value) ? null : value === on);

/** What a row of telemetry is written with. */
export const rowColumns: readonly Column[] = [
  { name: 'device_key', type: 'int4', write: (w, rows, row) => w.int4(rows.key[row] as number) },
  { name: 'vehicle_id', type: 'int4', write: (w, rows, row) => w.int4(rows.vehicle[row] as number | null) },
  { name: 'ts', type: 'timestamptz', write: (w, rows, row) => w.time(rows.ts[row] as number) },
  { name: 'device_ts', type: 'int8', write: (w, rows, row) => w.int8(rows.value(row, slot.ts)) },
  { name: 'received_at', type: 'timestamptz', write: (w, rows, row) => w.time(rows.receivedAt[row] as number) },
  { name: 'boot', type: 'int4', write: (w, rows, row) => w.int4(rows.boot[row] as number) },
  { name: 'seq', type: 'int4', write: (w, rows, row) => w.int4(rows.seq[row] as number) },
  measured('lat', 'float8'),
  measured('lon', 'float8'),
  measured('heading', 'float4'),
  measured('speed', 'float4'),
  { name: 'engine', type: 'bool', write: (w, rows, row) => w.bool(isOn(rows.value(row, slot.engine))) },
  { name: 'work', type: 'text', write: (w, rows, row) => w.text(workWords[rows.value(row, slot.work)]) },
  measured('rpm', 'float4'),
  measured('engineHours', 'float8'),
  measured('odometer', 'float8'),
  measured('fuelUsed', 'float8'),
  ...signals.map((signal) => measured(signal, 'float4')),
];
/** A row with all of its values, and their lengths. */
const rowBytes = 2 + rowColumns.length * 4 + 3 * 8 + 4 * 4 + 5 * 8 + 4 * (rowColumns.length - 14) + 6;

/** Fields of the type `telemetry_sample`; an engine runs with its key on only, and one that stands says nothing of the key. */
const recordColumns: readonly Column[] = [
  ...rowColumns,
  {
    name: 'key_on',
    type: 'bool',
    write: (w, rows, row) => {
      const key = isOn(rows.value(row, slot.key));
      w.bool(key === null && rows.value(row, slot.engine) === on ? true : key);
    },
  },
];
const recordTypes: readonly PgType[] = recordColumns.map(({ type }) => type);
const recordBytes = rowBytes + 8 + recordTypes.length * 4 + 5;
