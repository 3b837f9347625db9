import { injectorProfiles } from '@headland/contracts/profile';
import {
  type InjectorProfile,
  parseInjectorProfile,
  shippedInjectorProfile,
} from '@headland/domain/after-service/injector-profile';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/session/session';

/** An administrator activates another version now and then: an open page loads it within this time. */
const freshMs = 60_000;
const options = { ...query(injectorProfiles.present, {}), staleTime: freshMs, refetchInterval: freshMs, select: read };

/** How injector codes are judged now; as shipped until that is there. The server judges by its own in any case. */
export const useInjectorProfile = (): InjectorProfile => useQuery(options).data ?? shippedInjectorProfile;

function read(file: { version: number }): InjectorProfile {
  try {
    return parseInjectorProfile(file);
  } catch {
    return shippedInjectorProfile;
  }
}
