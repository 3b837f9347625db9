import { datePairs } from '@headland/contracts/date-pair';
import type { ExportBody } from '@headland/contracts/export';
import type { ScheduleTimes } from '@headland/contracts/export-schedule';
import { withPeriods } from '@headland/domain/moving-period';
import type { ExportRegistry } from '../../platform/exports/export-registry';

interface At extends Pick<ScheduleTimes, 'every' | 'timeZone'> {
  now: Date;
}

/** A scheduled export as it is asked for at a moment: periods with names have their dates. */
export function datedBody(registry: ExportRegistry, body: ExportBody, { every, timeZone, now }: At): ExportBody {
  const schema = registry.find(body.list)?.endpoint.query;
  const filter = { ...body.filter };
  // a monthly file is made on the first of the month, which has only some hours by then
  if (every === 'month')
    for (const { from } of datePairs(schema)) if (filter[from] === '@month') filter[from] = '@lastMonth';
  return { ...body, filter: withPeriods(schema, filter, { now: now.getTime(), timeZone }) };
}
