import type { ExportBody } from '@headland/contracts/export';
import { withPeriods } from '@headland/domain/moving-period';
import type { ExportRegistry } from '../../platform/exports/export-registry';

/** A scheduled export as it is asked for at a moment: periods with names have their dates. */
export const datedBody = (
  registry: ExportRegistry,
  body: ExportBody,
  { now, timeZone }: { now: Date; timeZone: string },
): ExportBody => ({
  ...body,
  filter: withPeriods(registry.find(body.list)?.endpoint.query, body.filter, { now: now.getTime(), timeZone }),
});
