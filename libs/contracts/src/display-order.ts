import { z } from 'zod';

/** The place of a record among those of its group, from 1. A taken place moves the others down; one beyond the end is the end. */
export const displayOrder = z.coerce.number<string | number>('field.order').int('field.order').min(1, 'field.order');

/** Moves a record to another place; `version` as loaded. */
export const ReorderBody = z.object({ displayOrder, version: z.number().int() });
export type ReorderBody = z.output<typeof ReorderBody>;
export const Reordered = z.object({ id: z.number(), version: z.number(), displayOrder: z.number() });
export type Reordered = z.output<typeof Reordered>;
