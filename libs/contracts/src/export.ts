import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, IdParams, many, t100 } from './fields';

/**
 * Lists as workbooks, or as PDF for paper: the filtered rows in the shown order, columns and language, times in the
 * caller's zone. The dashboard is one of them: a worksheet for each tile, or a report.
 */
export const exportLimit = 100_000;
/**
 * Up to here the workbook is created in the request; beyond it by a job, and a notification is sent when it is ready.
 */
export const exportAtOnce = 5_000;
/** Of a PDF, whose pages are set row by row. */
export const pdfAtOnce = 500;
/** A PDF has these first rows and says how many more there are: what is longer is not read on paper. */
export const pdfRowLimit = 5_000;
/** A PDF has these first columns and says which are missing: more cannot be read on a page. */
export const pdfColumnLimit = 16;
export const exportFormats = ['xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
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
  'courseSamples',
  'courseMeans',
  'notices',
  'faqs',
  'posts',
  'gptBanners',
  'gptChats',
  'categories',
  'shopBanners',
  'parts',
  'dash',
] as const;
export type ExportList = (typeof exportLists)[number];

/** Rows of a workbook of measured data. */
export const bulkExportLimit = 1_000_000;

export const exportStates = ['queued', 'running', 'ready', 'failed', 'cancelled'] as const;
export const ListExport = z.object({
  id,
  list: z.enum(exportLists),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  /** rows of the file, of measured data estimated until it is ready, and how many of them are written */
  total: z.number(),
  written: z.number(),
  /** of the file: `{key}_{YYYYMMDD-HHmm}.xlsx`, or `.pdf` */
  name: z.string(),
});
export type ListExport = z.output<typeof ListExport>;

const filter = z.record(z.string(), z.union([z.string().max(200), z.array(z.string().max(200)).max(100)])).default({});
/** An export as its owner finds it again. */
export const OwnExport = ListExport.extend({
  filter,
  createdAt: z.string(),
  /** when the file is removed */
  endsAt: z.string(),
  /** why it failed; the reference is that of the log */
  problem: z
    .object({
      /** of the error catalogue */
      code: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      reference: z.string().nullable(),
    })
    .nullable(),
});
export type OwnExport = z.output<typeof OwnExport>;

export const ExportBody = z.object({
  list: z.enum(exportLists),
  /** measured data, which has many thousands of rows, is no PDF */
  format: z.enum(exportFormats).default('xlsx'),
  /** the query of the list's own endpoint, parsed by its schema; page and size are ignored */
  filter,
  /** the shown columns in their order; empty: all */
  columns: z.array(z.string().max(40)).max(60).default([]),
  /** of distances and speeds, as the asking screen shows them; none: those of the member's record */
  units: z.enum(['km', 'mile']).optional(),
  /** purpose, if a list requires it: recorded */
  purpose: t100.optional(),
});
export type ExportBody = z.output<typeof ExportBody>;

export const exports = {
  create: endpoint({
    method: 'POST',
    path: '/api/exports',
    allow: 'member',
    summary:
      'Writes a list as a workbook or PDF; needs what the list itself needs. Ready in the answer, or queued when it is large',
    body: ExportBody,
    data: ListExport,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/exports',
    allow: 'member',
    summary: 'Own exports of these lists, newest first, at most 50',
    query: z.object({ list: many(z.enum(exportLists)) }),
    data: z.array(OwnExport).max(50),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/exports/:id',
    allow: 'member',
    summary: 'How far an own export is',
    params: IdParams,
    data: ListExport,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/exports/:id/cancel',
    allow: 'member',
    summary: 'Stops an own export that is queued or running; one that has ended stays as it is',
    params: IdParams,
    data: ListExport,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exports/:id/file',
    allow: 'member',
    summary: 'The file of an own export: a workbook, or a PDF where that was asked for',
    params: IdParams,
    stream: exportTypes.xlsx,
  }),
};
