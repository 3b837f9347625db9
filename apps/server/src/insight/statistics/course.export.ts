import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { courses } from '@headland/contracts/course';
import type { Parsed } from '@headland/contracts/endpoint';
import { bulkExportLimit } from '@headland/contracts/export';
import { dayBounds, dayOf } from '@headland/domain/zone-day';
import type { Caller } from '../../platform/caller';
import { type ExportColumn, ExportRegistry } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import type { CopiedField } from './copied-field';
import { type CourseVehicles, meanFields, meansOf } from './course-means.export';
import { sampleFields, samplesOf } from './course-samples.export';
import { vehiclesOf } from './course.reads';

/** The course of values as workbooks: samples of one vehicle, or means of five minutes of all that a model or a customer has. */
@Injectable()
export class CourseExport {
  constructor(
    registry: ExportRegistry,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    const bulk = { limit: bulkExportLimit, keptHours: 24 };
    registry.register({
      list: 'courseSamples',
      file: 'operationDataSamples',
      title: 'courseExport.samples',
      endpoint: courses.read,
      bulk,
      open: async (filter, caller, at) => {
        if (filter.vehicleId === undefined) throw new Problem('E0001', {}, { vehicleId: 'field.req' });
        return samplesOf(await this.vehiclesOf(filter, caller, at));
      },
      columns: columnsOf(sampleFields),
    });
    registry.register({
      list: 'courseMeans',
      file: 'operationDataMeans',
      title: 'courseExport.means',
      endpoint: courses.read,
      bulk,
      open: async (filter, caller, at) => meansOf(await this.vehiclesOf(filter, caller, at), bulk.limit),
      columns: columnsOf(meanFields),
    });
  }

  /** Throws NOT_FOUND for what is not in scope, by the scope of now, also when a job opens it. */
  private async vehiclesOf(
    { subject, id, vehicleId, from, to }: Parsed<typeof courses.read>['params'] & Parsed<typeof courses.read>['query'],
    caller: Caller,
    at: Date,
  ): Promise<CourseVehicles> {
    const where = vehiclesOf({ subject, id }, caller).andIf(vehicleId, (p) => `v.id = ${p}`);
    const vehicles = await this.database.query<CourseVehicles['vehicles']>(
      `SELECT v.id, v.vin, m.name AS model FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql} ORDER BY v.vin`,
      where.parameters,
    );
    if (vehicles.length === 0) throw new Problem('NOT_FOUND');
    const today = dayOf(at.getTime(), caller.timeZone);
    return {
      subject: { subject, id },
      vehicles,
      from: dayBounds(from ?? today, caller.timeZone).from,
      to: dayBounds(to ?? today, caller.timeZone).to,
    };
  }
}

const columnsOf = (fields: readonly CopiedField[]): readonly ExportColumn<string[]>[] =>
  fields.map(({ sql: _, value, ...column }, i) => ({
    ...column,
    value: value === undefined ? (row) => row[i] : (row, context) => (row[i] ? value(row[i], context) : null),
  }));
