import { type ActiveFault } from '@headland/contracts/device/up';
import { faultCatalogue } from '@headland/domain/fault-catalogue';

/** The fault codes of the fleet's engines: those of the catalogue, as a control unit sends them. */
export type KnownFault = Omit<ActiveFault, 'count'>;
export const faultCodes: readonly KnownFault[] = faultCatalogue.records.map(({ code, spn, fmi, lamp }) => ({
  code,
  spn,
  fmi,
  lamp,
}));
