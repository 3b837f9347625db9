import { catalogue } from '@headland/contracts/fault-catalogue';
import { faultLookUp, lookUpFault, type LookUpFault, parseFaultCatalogue } from '@headland/domain/fault-catalogue';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/session/session';

/** A newly activated catalogue is loaded with the next page that shows codes. */
const freshMs = 60_000;

/** Meanings of codes by the catalogue in use; by the shipped one until it is loaded, or if that fails. */
export function useFaultMeaning(): LookUpFault {
  const { data } = useQuery({ ...query(catalogue.inUse, {}), staleTime: freshMs });
  return useMemo(() => meaningOf(data?.records), [data]);
}

function meaningOf(records: unknown): LookUpFault {
  if (records === undefined) return lookUpFault;
  try {
    return faultLookUp(parseFaultCatalogue(records));
  } catch {
    // a page older than the server may not understand the catalogue; it must not crash during a session
    return lookUpFault;
  }
}
