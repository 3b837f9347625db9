import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { silentDays } from '@headland/contracts/production';
import { releaseYearFits } from './model';
import { isDealer } from './organization';
import { dayOf, plusDays } from './zone-day';

/**
 * A unit from the plant: a machine of a model, with or without a device. It belongs to the organization that built it
 * until it is shipped to an agency or dealer; from then on that one has access to it. A device is not installed in the
 * future, and a unit is built before it is shipped. A sold unit cannot be moved.
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

/** Field → message key of invalid values. Unchanged values are not checked again. `dealerType` null: none is chosen. */
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
  // a replacement device is installed after the shipment: only the first one comes before it
  const sameDevice = !changed('deviceId') && after.deviceId !== null;
  if (after.shippedOn !== null && (changed('shippedOn') || (sameDevice && changed('matchedOn')))) {
    if (after.deviceId !== null && after.matchedOn !== null && after.shippedOn < after.matchedOn)
      errors.shippedOn = 'field.beforeMatching';
    else if (after.soldOn !== null && after.shippedOn > after.soldOn) errors.shippedOn = 'field.afterSale';
  }
  return errors;
}

/**
 * Why it cannot be moved to another organization, or back to the plant, or null. An open SOS must not change its
 * organization.
 */
export function moveRefusal(
  before: Unit,
  after: Unit,
  { moves, openSos }: { moves: boolean; openSos: boolean },
): ErrorCode | null {
  const unshipped = before.shippedOn !== null && after.shippedOn === null;
  if (before.soldOn !== null && (moves || unshipped)) return 'VEHICLE_SOLD';
  return moves && openSos ? 'VEHICLE_HAS_OPEN_SOS' : null;
}

/** Whether the device is overdue: installed, shipped more than a week ago, and silent for a week. Times in epoch ms. */
export function isSilent(
  { deviceId, shippedOn }: Pick<Unit, 'deviceId' | 'shippedOn'>,
  lastSeenAt: number | null,
  now: number,
  timeZone: string,
): boolean {
  if (deviceId === null || shippedOn === null || plusDays(shippedOn, silentDays) >= dayOf(now, timeZone)) return false;
  return lastSeenAt === null || now - lastSeenAt > silentDays * 24 * 3_600_000;
}
