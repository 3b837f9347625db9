import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, IdParams, t100 } from './fields';

/** Lists as workbooks: the filtered rows in the shown order, columns and language, times in the caller's zone. */
export const exportLimit = 100_000;
/**
 * Up to here the workbook is created in the request; beyond it by a job, and a notification is sent when it is ready.
 */
export const exportAtOnce = 5_000;
/** Every list that can be exported. The name is that of its `export` in the slice that owns it. */
export const exportLists = [
  'vehicles',
  'faults',
  'sos',
  'consumables',
  'organizations',
  'users',
  'models',
  'devices',
  'production',
  'sales',
  'customers',
  'transfers',
  'access',
  'changes',
  'events',
  'quarantine',
  'track',
  'serviceHistory',
  'recording',
  'testCurve',
  'remote',
  'reprogram',
  'flashRuns',
  'rollOuts',
  'rollOutVehicles',
  'afterService',
  'serviceJobs',
  'serviceWrites',
  'driveData',
  'driveDays',
  'driveTrips',
  'operationModels',
  'operationCustomers',
  'operationFaults',
  'operationSos',
  'operationRepairs',
] as const;
export type ExportList = (typeof exportLists)[number];

export const exportStates = ['queued', 'running', 'ready', 'failed'] as const;
export const ListExport = z.object({
  id,
  list: z.enum(exportLists),
  state: z.enum(exportStates),
  /** rows of the filter, and how many of them are written */
  total: z.number(),
  written: z.number(),
  /** of the file: `{key}_{YYYYMMDD-HHmm}.xlsx` */
  name: z.string(),
});
export type ListExport = z.output<typeof ListExport>;

export const ExportBody = z.object({
  list: z.enum(exportLists),
  /** the query of the list's own endpoint, parsed by its schema; page and size are ignored */
  filter: z.record(z.string(), z.union([z.string().max(200), z.array(z.string().max(200)).max(100)])).default({}),
  /** the shown columns in their order; empty: all */
  columns: z.array(z.string().max(40)).max(60).default([]),
  /** purpose, if a list asks for it: recorded */
  purpose: t100.optional(),
});
export type ExportBody = z.output<typeof ExportBody>;

export const exports = {
  create: endpoint({
    method: 'POST',
    path: '/api/exports',
    allow: 'member',
    summary:
      'Writes a list as a workbook; needs what the list itself needs. Ready in the answer, or queued when it is large',
    body: ExportBody,
    data: ListExport,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/exports/:id',
    allow: 'member',
    summary: 'How far an own export is',
    params: IdParams,
    data: ListExport,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exports/:id/file',
    allow: 'member',
    summary: 'The workbook of an own export',
    params: IdParams,
    stream: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
};
