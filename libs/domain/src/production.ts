import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { silentDays } from '@headland/contracts/production';
import { releaseYearFits } from './model';
import { dayOf, plusDays } from './zone-day';

/**
 * A unit as the plant builds it: a machine of a model, with or without a device. It belongs to the organisation that built it until it is
 * shipped to an agency or dealer; from then on those see it, and no longer those of another. A device is installed on a day that has been,
 * and what is shipped was built before. What has been sold stays where it was sold.
 */
export interface Unit {
  deviceId: string | null;
  matchedOn: string | null;
  releaseYear: number;
  shippedOn: string | null;
  /** agency or dealer it was shipped to */
  dealerId: number | null;
  soldOn: string | null;
}

/** Organisations that a unit can be shipped to. */
export const isDealer = (type: GroupType): boolean => type === 'AGENCY' || type === 'DEALER';

/** Field → message key of what must not stand there. What is as it was is not judged again. `dealerType` null: none is chosen. */
export function unitErrors(
  before: Unit,
  after: Unit,
  dealerType: GroupType | null,
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const changed = (...fields: (keyof Unit)[]): boolean => fields.some((f) => before[f] !== after[f]);
  if (changed('deviceId', 'matchedOn') && after.deviceId !== null) {
    if (after.matchedOn === null) errors.matchedOn = 'field.req';
    else if (after.matchedOn > today) errors.matchedOn = 'field.pastDay';
  }
  if (changed('releaseYear') && !releaseYearFits(after.releaseYear, today)) errors.releaseYear = 'field.yearRange';
  if (changed('shippedOn', 'dealerId')) {
    if (after.shippedOn !== null && dealerType === null) errors.dealerId = 'field.req';
    if (after.shippedOn === null && dealerType !== null) errors.shippedOn = 'field.req';
    if (dealerType !== null && !isDealer(dealerType)) errors.dealerId = 'field.notAgency';
  }
  // a device that is exchanged in the field is installed after the shipment: only the first one comes before it
  const sameDevice = !changed('deviceId') && after.deviceId !== null;
  if (after.shippedOn !== null && (changed('shippedOn') || (sameDevice && changed('matchedOn')))) {
    if (after.deviceId !== null && after.matchedOn !== null && after.shippedOn < after.matchedOn)
      errors.shippedOn = 'field.beforeMatching';
    else if (after.soldOn !== null && after.shippedOn > after.soldOn) errors.shippedOn = 'field.afterSale';
  }
  return errors;
}

/** Why it cannot go to another organisation, or back to the plant, or null where it can. A call for help must not change hands while it is open. */
export function moveRefusal(
  before: Unit,
  after: Unit,
  { moves, openSos }: { moves: boolean; openSos: boolean },
): ErrorCode | null {
  const unshipped = before.shippedOn !== null && after.shippedOn === null;
  if (before.soldOn !== null && (moves || unshipped)) return 'VEHICLE_SOLD';
  return moves && openSos ? 'VEHICLE_HAS_OPEN_SOS' : null;
}

/** Whether the device should have been heard of: installed, shipped more than a week ago, and nothing for a week. Times in epoch ms. */
export function isSilent(
  { deviceId, shippedOn }: Pick<Unit, 'deviceId' | 'shippedOn'>,
  lastSeenAt: number | null,
  now: number,
  timeZone: string,
): boolean {
  if (deviceId === null || shippedOn === null || plusDays(shippedOn, silentDays) >= dayOf(now, timeZone)) return false;
  return lastSeenAt === null || now - lastSeenAt > silentDays * 24 * 3_600_000;
}
