import { EditJobBody, type ServiceJob } from '@headland/contracts/after-service';
import { z } from 'zod';

/**
 * The sheet of a job as texts. `parts` holds the keys of its rows in their order, `parts.p3.partCode` is a cell, so that a row keeps its cells and
 * their errors when it moves.
 */
export type JobValues = Record<string, string>;
export const partColumns = ['partCode', 'count'] as const;
export const cell = (row: string, column: (typeof partColumns)[number]): string => `parts.${row}.${column}`;
export const rowsOf = (values: JobValues): string[] => (values.parts ?? '').split(',').filter((key) => key !== '');

export const valuesOf = (job: ServiceJob): JobValues => ({
  symptom: job.symptom,
  faultId: job.fault === null ? '' : String(job.fault.id),
  visitOn: job.visitOn,
  workDone: job.workDone ?? '',
  labourMinutes: job.labourMinutes === null ? '' : String(job.labourMinutes),
  parts: job.parts.map((_, i) => `p${i + 1}`).join(),
  ...Object.fromEntries(
    job.parts.flatMap((part, i) => [
      [cell(`p${i + 1}`, 'partCode'), part.partCode],
      [cell(`p${i + 1}`, 'count'), String(part.count)],
    ]),
  ),
});

/** The key of one more row: used by no present or removed row. */
export function nextRow(values: JobValues): string {
  const used = Object.keys(values).map((name) => Number(/^parts\.p(\d+)\./u.exec(name)?.[1] ?? 0));
  return `p${Math.max(0, ...used) + 1}`;
}

/** The texts as the server expects them, checked by its own schema; errors are keyed by the name of the field. */
export const jobForm = (version: number) =>
  z.record(z.string(), z.string()).transform((texts, ctx): EditJobBody => {
    const rows = rowsOf(texts);
    const parsed = EditJobBody.safeParse({
      version,
      symptom: texts.symptom,
      faultId: texts.faultId === undefined ? null : Number(texts.faultId),
      visitOn: texts.visitOn,
      workDone: texts.workDone ?? '',
      labourMinutes: texts.labourMinutes ?? null,
      parts: rows.map((row) => ({ partCode: texts[cell(row, 'partCode')], count: texts[cell(row, 'count')] })),
    });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const [head, at, column] = path.map(String);
      const name =
        head === 'parts' && at !== undefined && column !== undefined
          ? cell(rows[Number(at)] ?? at, column as 'count')
          : String(head);
      ctx.addIssue({ code: 'custom', message, path: [name] });
    }
    return z.NEVER;
  });

/** The parts in one line: 2 × 1J77017020, 1 × … */
export const partsText = (values: JobValues): string =>
  rowsOf(values)
    .map((row) => `${values[cell(row, 'count')] ?? ''} × ${values[cell(row, 'partCode')] ?? ''}`)
    .join(', ');
