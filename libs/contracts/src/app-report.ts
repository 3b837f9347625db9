import { z } from 'zod';
import { appReportPaths as paths } from './app-report-paths';
import { endpoint } from './endpoint';
import { id, IdParams, paging } from './fields';
import { severities } from './fault';

/**
 * The monthly report of a machine for its owner, by days of the caller's zone, of the own time alone. In a month
 * without data every figure is null. Distances are in km; `units` is what the customer's country reads.
 */
export const reportMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'field.date');
const units = z.enum(['km', 'mile']);

export const MonthFigures = z.object({
  /** of the engine-hour meter */
  operatingHours: z.number().nullable(),
  /** days with a running engine */
  operatingDays: z.number().nullable(),
  distanceKm: z.number().nullable(),
  /** of the engine: idle, work and drive */
  runMs: z.number().nullable(),
  fuelL: z.number().nullable(),
  /** whole numbers that add up to 100 */
  idlePercent: z.number().nullable(),
  workPercent: z.number().nullable(),
  drivePercent: z.number().nullable(),
  /** running engine by load: 0–25, 25–50, 50–75 and 75–100 % */
  loadMs: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** of the running engine */
  meanRpm: z.number().nullable(),
});

export const AppReport = z.object({
  vehicleId: z.number(),
  model: z.string(),
  vin: z.string(),
  /** YYYY-MM */
  month: z.string(),
  timeZone: z.string(),
  /** the month is not over */
  soFar: z.boolean(),
  units,
  figures: MonthFigures,
  /** of the month before; of a month that is not over, of its same days */
  before: z.object({ month: z.string(), figures: MonthFigures }),
  /** days with a running engine */
  days: z.array(z.object({ day: z.string(), runMs: z.number() })),
  /** newest first; `name` in the language of the call */
  errors: z.array(
    z.object({ code: z.string(), name: z.string(), severity: z.enum(severities), occurredAt: z.string() }),
  ),
});
export type AppReport = z.output<typeof AppReport>;

const period = { operatingHours: z.number().nullable(), distanceKm: z.number().nullable() };
/** A machine with its last 12 months, the current one first. */
export const AppReportVehicle = z.object({
  id: z.number(),
  model: z.string(),
  vin: z.string(),
  /** whether the model has a picture */
  pictured: z.boolean(),
  units,
  /** of the 12 months together */
  total: z.object(period),
  months: z.array(z.object({ month: z.string(), ...period })),
});
export type AppReportVehicle = z.output<typeof AppReportVehicle>;

/** `email`: where it goes; null: none is on record. */
export const ReportMail = z.object({ monthly: z.boolean(), email: z.string().nullable() });
export type ReportMail = z.output<typeof ReportMail>;

const query = z.object({ month: reportMonth.optional() });
const byPath = z.object({ vinId: id, accessToken: z.string() });
const pdf = 'application/pdf';

const example: AppReport = {
  vehicleId: 4093,
  model: 'HL 6-110',
  vin: 'HDLT6A11NSK004093',
  month: '2026-10',
  timeZone: 'Asia/Seoul',
  soFar: false,
  units: 'km',
  figures: {
    operatingHours: 156.7,
    operatingDays: 22,
    distanceKm: 412.6,
    runMs: 561_960_000,
    fuelL: 1386.2,
    idlePercent: 17,
    workPercent: 61,
    drivePercent: 22,
    loadMs: [101_520_000, 231_120_000, 180_360_000, 48_960_000],
    meanRpm: 1640,
  },
  before: {
    month: '2026-09',
    figures: {
      operatingHours: 135.1,
      operatingDays: 19,
      distanceKm: 380.2,
      runMs: 484_560_000,
      fuelL: 1201.5,
      idlePercent: 20,
      workPercent: 58,
      drivePercent: 22,
      loadMs: [93_600_000, 198_000_000, 151_200_000, 41_760_000],
      meanRpm: 1612,
    },
  },
  days: [
    { day: '2026-10-02', runMs: 22_320_000 },
    { day: '2026-10-03', runMs: 25_560_000 },
  ],
  errors: [{ code: 'E0389', name: 'Urea pressure low', severity: 'major', occurredAt: '2026-10-21T06:42:00.000Z' }],
};

export const appReports = {
  list: endpoint({
    method: 'GET',
    path: paths.list,
    allow: 'app',
    summary: 'The caller’s machines with operating time and distance of the last 12 months',
    query: z.object({ ...paging }),
    data: AppReportVehicle,
    page: true,
    example: [
      {
        ...{ id: 4093, model: 'HL 6-110', vin: 'HDLT6A11NSK004093', pictured: true, units: 'km' },
        total: { operatingHours: 1201.4, distanceKm: 3890.1 },
        months: [
          { month: '2026-11', operatingHours: 88.2, distanceKm: 240.3 },
          { month: '2026-10', operatingHours: 156.7, distanceKm: 412.6 },
        ],
      },
    ],
  }),
  report: endpoint({
    method: 'GET',
    path: paths.report,
    allow: 'app',
    summary: 'The monthly report of a machine, by default of the previous month',
    params: IdParams,
    query,
    data: AppReport,
    example,
  }),
  reportByPath: endpoint({
    method: 'GET',
    path: paths.reportByPath,
    allow: 'app',
    pathToken: true,
    summary:
      'The same report without a header: vinId is the id of the machine, accessToken a path token of it (ten minutes, then E0802)',
    params: byPath,
    query,
    data: AppReport,
    example,
  }),
  pdf: endpoint({
    method: 'GET',
    path: paths.pdf,
    allow: 'app',
    summary: 'The monthly report as PDF, in the language of the call',
    params: IdParams,
    query,
    stream: pdf,
  }),
  pdfByPath: endpoint({
    method: 'GET',
    path: paths.pdfByPath,
    allow: 'app',
    pathToken: true,
    summary: 'The same PDF without a header; `lang` chooses its language, since a link has no header for it either',
    params: byPath,
    query: query.extend({ lang: z.enum(['ko', 'en']).optional() }),
    stream: pdf,
  }),
  image: endpoint({
    method: 'GET',
    path: paths.image,
    allow: 'app',
    summary: 'The picture of a machine’s model, 320 px',
    params: IdParams,
    stream: 'image/webp',
  }),
  mail: endpoint({
    method: 'GET',
    path: paths.mail,
    allow: 'app',
    summary: 'Whether the monthly report comes by e-mail, and to which address',
    data: ReportMail,
    example: { monthly: true, email: 'minsu@example.com' },
  }),
  setMail: endpoint({
    method: 'PUT',
    path: paths.mail,
    allow: 'app',
    summary: 'Asks for the monthly report by e-mail, or ends it; needs an e-mail address on record',
    body: z.object({ monthly: z.boolean() }),
    data: ReportMail,
    example: { monthly: true, email: 'minsu@example.com' },
  }),
};
