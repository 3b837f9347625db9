import { catalogue } from '@headland/contracts/fault-catalogue';
import { faultLookUp, lookUpFault, type LookUpFault, parseFaultCatalogue } from '@headland/domain/fault-catalogue';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/session/session';

/** A list that was taken into use meanwhile is asked for with the next page that shows codes. */
const freshMs = 60_000;

/** What codes mean by the catalogue in use; by the one that ships, until it is there and where it cannot be had. */
export function useFaultMeaning(): LookUpFault {
  const { data } = useQuery({ ...query(catalogue.inUse, {}), staleTime: freshMs });
  return useMemo(() => meaningOf(data?.records), [data]);
}

function meaningOf(records: unknown): LookUpFault {
  if (records === undefined) return lookUpFault;
  try {
    return faultLookUp(parseFaultCatalogue(records));
  } catch {
    // a page that is older than the server may not know what the list says; it must not go down with a session open
    return lookUpFault;
  }
}
