import type { ShopOffer } from '@headland/contracts/owner-transfer';
import type { Tx } from '../../platform/database/rows';
import { Hook } from '../../platform/hook';

/** Parts by the name of the consumable item. */
export type ConsumableOffers = Map<string, ShopOffer[]>;

/** The shop, a slice above, adds what it offers for the consumables of a vehicle. */
export const offeringForConsumables = new Hook<
  [tx: Tx, of: { vehicleId: number; language: 'ko' | 'en'; offers: ConsumableOffers }]
>();
