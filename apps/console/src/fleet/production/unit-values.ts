import { ProductionBody, type ProductionDetail } from '@headland/contracts/production';
import { unitErrors } from '@headland/domain/production';
import type { GroupType } from '@headland/contracts/access';

/** The fields of the form in their order, as texts. */
export const unitFields = [
  'deviceId',
  'matchedOn',
  'releaseYear',
  'horsepower',
  'transmission',
  'shippedOn',
  'dealerId',
  'memo',
] as const;
export type UnitValues = Record<(typeof unitFields)[number] | 'version', string>;

export const unitValues = (u: ProductionDetail): UnitValues => ({
  version: String(u.version),
  deviceId: u.deviceId ?? '',
  matchedOn: u.matchedOn ?? '',
  releaseYear: String(u.releaseYear),
  horsepower: String(u.horsepower),
  transmission: u.transmission ?? '',
  shippedOn: u.shippedOn ?? '',
  dealerId: u.dealer === null ? '' : String(u.dealer.id),
  memo: u.memo,
});

/** The schema of the server with its rules over this unit, so that the form shows the server's errors. */
export const unitForm = (
  start: ProductionDetail,
  typeOf: (organizationId: number) => GroupType | undefined,
  today: () => string,
) =>
  ProductionBody.superRefine((body, ctx) => {
    const before = { ...start, dealerId: start.dealer?.id ?? null };
    const type = body.dealerId === null ? null : typeOf(body.dealerId);
    // an organisation that is not in the tree (yet) is the server's to judge
    if (type === undefined) return;
    const after = { ...before, ...body, matchedOn: body.deviceId === null ? null : body.matchedOn };
    for (const [path, message] of Object.entries(unitErrors(before, after, type, today())))
      ctx.addIssue({ code: 'custom', path: [path], message });
  });
