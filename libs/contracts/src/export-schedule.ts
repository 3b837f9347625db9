import { z } from 'zod';
import { endpoint } from './endpoint';
import { ExportBody, exportFormats, exportLists } from './export';
import { id, IdParams, t50, timeZone } from './fields';

/**
 * A list or the dashboard as a workbook or PDF at set times: written as if its member had asked for it then, and announced by e-mail with a link
 * to it. The e-mail has no rows: whoever reads it logs in.
 */
export const scheduleEvery = ['day', 'week', 'month'] as const;
export const ScheduleTimes = z.object({
  /** `month`: on its first day */
  every: z.enum(scheduleEvery),
  /** of `week`; 0 is Sunday */
  weekday: z.number().int('field.invalid').min(0, 'field.invalid').max(6, 'field.invalid'),
  /** by the clock on the wall of the zone */
  hour: z.number().int('field.invalid').min(0, 'field.invalid').max(23, 'field.invalid'),
  timeZone,
});
export type ScheduleTimes = z.output<typeof ScheduleTimes>;
const named = { name: t50, ...ScheduleTimes.shape };

export const ExportSchedule = z.object({
  id,
  list: z.enum(exportLists),
  format: z.enum(exportFormats),
  ...named,
  /** null: it has stopped */
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  /** of the error catalogue: why it has stopped */
  problem: z.string().nullable(),
});
export type ExportSchedule = z.output<typeof ExportSchedule>;

export const schedulesOfOne = 20;

export const exportSchedules = {
  list: endpoint({
    method: 'GET',
    path: '/api/export-schedules',
    allow: 'member',
    summary: 'Own schedules, by name',
    data: z.array(ExportSchedule).max(schedulesOfOne),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/export-schedules',
    allow: 'member',
    summary: 'Writes a list as a workbook or PDF at set times; needs what the list itself needs, now and at each time',
    // a period may be a name: `from: '@week'` moves with the days
    body: ExportBody.extend(named),
    data: ExportSchedule,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/export-schedules/:id',
    allow: 'member',
    summary: 'Other times or another name; one that has stopped goes on, with the rights that its member has now',
    params: IdParams,
    body: z.object(named),
    data: ExportSchedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/export-schedules/:id',
    allow: 'member',
    summary: 'Ends a schedule; files that it has written stay as long as any',
    params: IdParams,
    data: z.object({ removed: z.literal(true) }),
  }),
};
