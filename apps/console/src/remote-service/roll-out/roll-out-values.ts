import { type RollOutBody, type RollOutDetail, RollOutFilter, RollOutPlan } from '@headland/contracts/roll-out';
import { day } from '@headland/contracts/fields';
import { z } from 'zod';
import { shiftDay } from '../../lib/calendar';
import { dayText } from '../../lib/time';

/** What the form holds, as texts: several of one kind are one text, apart by a comma (ids, shares) or a line (models). */
export interface RollOutValues extends Record<string, string> {
  name: string;
  fileId: string;
  vehicleIds: string;
  vin: string;
  model: string;
  dealerId: string;
  online: string;
  withUnknown: string;
  firstGroup: string;
  shares: string;
  next: string;
  holdHours: string;
  stopShare: string;
  validDay: string;
}
export const commas = (text: string): string[] => text.split(',').filter((part) => part !== '');
export const lines = (text: string): string[] => text.split('\n').filter((part) => part !== '');

const plan = RollOutPlan.shape;
const Texts = z.object({
  name: plan.name,
  fileId: z.coerce.number().int().min(1),
  vehicleIds: z.string().default(''),
  vin: RollOutFilter.shape.vin,
  model: z.string().default(''),
  dealerId: RollOutFilter.shape.dealerId,
  online: z.enum(['true', 'false']).optional(),
  withUnknown: z.string().default(''),
  firstGroup: plan.firstGroup,
  shares: z
    .string()
    .transform((text): (string | number)[] => commas(text))
    .pipe(plan.shares),
  next: z.enum(['ended', 'hold']),
  holdHours: plan.holdHours.unwrap().optional(),
  stopShare: plan.stopShare,
  validDay: day,
});
/** The form's texts as the server expects them. A day ends with it, where one is. */
export const RollOutForm = Texts.refine((f) => f.next === 'ended' || f.holdHours !== undefined, {
  error: 'field.rollOutHold',
  path: ['holdHours'],
}).transform(
  ({
    vehicleIds,
    vin,
    model,
    dealerId,
    online,
    withUnknown,
    next,
    holdHours,
    validDay,
    ...rest
  }): z.input<typeof RollOutBody> => {
    const ids = commas(vehicleIds).map(Number);
    return {
      ...rest,
      vehicleIds: ids,
      ...(ids.length > 0 ? {} : { filter: { vin, model: lines(model), dealerId, online } }),
      withUnknown: withUnknown === 'true',
      holdHours: next === 'hold' ? (holdHours ?? null) : null,
      validUntil: new Date(`${validDay}T23:59:59`).toISOString(),
    };
  },
);

/** The last day on which nothing is too late: 14 days, today among them. */
export const lastDay = (now: number): string => shiftDay(dayText(now), 13);
export const emptyValues = (now: number, given: Partial<RollOutValues> = {}): RollOutValues => ({
  name: '',
  fileId: '',
  vehicleIds: '',
  vin: '',
  model: '',
  dealerId: '',
  online: '',
  withUnknown: '',
  firstGroup: '5',
  shares: '20,30,50',
  next: 'ended',
  holdHours: '',
  stopShare: '10',
  validDay: shiftDay(dayText(now), 6),
  ...given,
});

export function valuesOf(r: RollOutDetail): RollOutValues {
  const { vin, model, dealerId, online } = r.filter ?? {};
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return {
    name: r.name,
    fileId: String(r.file.id),
    vehicleIds: r.vehicleIds.join(','),
    vin: text(vin),
    model: Array.isArray(model) ? model.join('\n') : '',
    dealerId: text(dealerId),
    online: text(online),
    withUnknown: r.withUnknown ? 'true' : '',
    firstGroup: String(r.firstGroup),
    shares: r.shares.join(','),
    next: r.holdHours === null ? 'ended' : 'hold',
    holdHours: r.holdHours === null ? '' : String(r.holdHours),
    stopShare: String(r.stopShare),
    validDay: dayText(r.validUntil),
  };
}
