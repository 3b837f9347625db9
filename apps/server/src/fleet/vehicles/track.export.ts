import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { vehicles } from '@headland/contracts/vehicle';
import { correctionOn } from '@headland/domain/meter';
import { dayBounds } from '@headland/domain/zone-day';
import type { MessageKey } from '@headland/i18n/catalogue';
import { devicesOf, correctionsOf } from '../../maintenance/hours/meter.reads';
import { type ExportColumn, ExportRegistry } from '../../platform/exports/export-registry';
import { rowsOf } from '../../platform/database/cursor';
import { selectSignals, type Sensor, type SignalRow } from '../telemetry/signal-columns.reads';
import { mustSee } from './vehicle.reads';

interface Sample extends SignalRow {
  ts: Date;
  lat: number | null;
  lon: number | null;
  heading: number | null;
  speed: number | null;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number | null;
  engineHours: number | null;
  odometer: number | null;
  fuelUsed: number | null;
  hoursCorrection: number;
  odometerCorrection: number;
}

/** One day of a vehicle as it was measured, a row each ten seconds: a machine's whole memory of that day. */
@Injectable()
export class TrackExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'track',
      file: 'track',
      title: 'vehicle.tab.track',
      endpoint: vehicles.track,
      open: async ({ id, day }, caller) => {
        await mustSee(database, caller.scope, id);
        const corrections = await correctionsOf(database, id);
        const hours = correctionOn(corrections, 'hours', day);
        const km = correctionOn(corrections, 'odometer', day);
        const { from, to } = dayBounds(day, caller.timeZone);
        const parameters = [id, new Date(from), new Date(to), await devicesOf(database, id)];
        const measured = `FROM telemetry t WHERE t.device_key = ANY ($4::int[]) AND t.vehicle_id = $1 AND t.ts >= $2 AND t.ts < $3`;
        return {
          count: async (tx) =>
            (await tx.query<{ total: number }[]>(`SELECT count(*)::int AS total ${measured}`, parameters))[0]?.total ??
            0,
          rows: async function* (tx) {
            const sql = `SELECT t.ts, t.lat, t.lon, t.heading, t.speed, t.engine, t.work, t.rpm, t.engine_hours AS "engineHours", t.odometer, t.fuel_used AS "fuelUsed", ${selectSignals('t')}
              ${measured} ORDER BY t.ts, t.boot, t.seq`;
            for await (const batch of rowsOf<Omit<Sample, 'hoursCorrection' | 'odometerCorrection'>>(
              tx,
              sql,
              parameters,
            ))
              yield batch.map((r): Sample => ({
                ...r,
                engineHours: r.engineHours === null ? null : r.engineHours + hours,
                odometer: r.odometer === null ? null : r.odometer + km,
                hoursCorrection: hours,
                odometerCorrection: km,
              }));
          },
        };
      },
      columns: [
        { key: 'ts', title: 'vehicle.history.at', kind: 'moment', value: (r) => r.ts },
        { key: 'lat', title: 'export.lat', kind: 'number', decimals: 6, value: (r) => r.lat },
        { key: 'lon', title: 'export.lon', kind: 'number', decimals: 6, value: (r) => r.lon },
        { key: 'heading', title: 'sensor.heading', kind: 'number', unit: '°', value: (r) => r.heading },
        { key: 'speed', title: 'sensor.speed', kind: 'number', decimals: 1, unit: 'speed', value: (r) => r.speed },
        {
          key: 'engine',
          title: 'vehicle.engine',
          kind: 'text',
          value: (r, c) => (r.engine === null ? null : c.t(r.engine ? 'vehicle.on' : 'vehicle.off')),
        },
        {
          key: 'work',
          title: 'vehicle.work',
          kind: 'text',
          value: (r, c) => (r.work === null ? null : c.t(`state.${r.work}`)),
        },
        { key: 'rpm', title: 'sensor.rpm', kind: 'number', value: (r) => r.rpm },
        {
          key: 'engineHours',
          title: 'sensor.engineHours',
          kind: 'number',
          decimals: 2,
          unit: 'h',
          value: (r) => r.engineHours,
        },
        {
          key: 'odometer',
          title: 'sensor.odometer',
          kind: 'number',
          decimals: 2,
          unit: 'distance',
          value: (r) => r.odometer,
        },
        { key: 'fuelUsed', title: 'sensor.fuelUsed', kind: 'number', decimals: 2, unit: 'L', value: (r) => r.fuelUsed },
        ...sensorColumns.map(({ key, unit, decimals = 0 }): ExportColumn<Sample> => ({
          key,
          title: `sensor.${key}` as MessageKey,
          kind: 'number',
          decimals,
          ...(unit ? { unit } : {}),
          value: (r) => r[key],
        })),
        ...(['x', 'y', 'z'] as const).map((axis): ExportColumn<Sample> => ({
          key: `tilt.${axis}`,
          title: `vehicle.tilt${axis.toUpperCase() as 'X' | 'Y' | 'Z'}`,
          kind: 'number',
          decimals: 1,
          unit: '°',
          value: (r) => r[`tilt${axis.toUpperCase() as 'X' | 'Y' | 'Z'}`],
        })),
        {
          key: 'hoursCorrection',
          title: 'vehicle.hoursCorrection',
          kind: 'number',
          decimals: 1,
          unit: 'h',
          extra: true,
          value: (r) => r.hoursCorrection || null,
        },
        {
          key: 'odometerCorrection',
          title: 'vehicle.odometerCorrection',
          kind: 'number',
          decimals: 1,
          unit: 'distance',
          extra: true,
          value: (r) => r.odometerCorrection || null,
        },
      ],
    });
  }
}

const sensorColumns: readonly {
  key: Sensor;
  unit?: '%';
  decimals?: number;
}[] = [
  { key: 'load', unit: '%', decimals: 1 },
  { key: 'coolant', decimals: 1 },
  { key: 'oilTemp', decimals: 1 },
  { key: 'exhaustTemp' },
  { key: 'oilPressure' },
  { key: 'railPressure' },
  { key: 'fuelLevel', unit: '%', decimals: 1 },
  { key: 'defLevel', unit: '%', decimals: 1 },
  { key: 'dpfSoot', unit: '%', decimals: 1 },
  { key: 'battery', decimals: 2 },
  { key: 'hitch', unit: '%' },
  { key: 'pto' },
];
