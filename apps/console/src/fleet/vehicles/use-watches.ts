import { vehicles } from '@headland/contracts/vehicle';
import { type Watch, type WatchBody, watches } from '@headland/contracts/watch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { toast } from '../../ui/toast';
import { useInvalidate } from '../../ui/use-action';

const { queryKey } = query(watches.list);
const none: WatchBody = { sos: false, fault: null, offlineHours: null, maintenance: false };

/** What the member is notified of about a vehicle; undefined: it is not in the own list. */
export function useWatch(vehicleId: number): Watch | undefined {
  const { data } = useQuery({ ...query(watches.list), staleTime: 300_000 });
  return data?.find((watch) => watch.vehicleId === vehicleId);
}

type Vehicle = Pick<Watch, 'vehicleId' | 'vin' | 'model'>;
/**
 * Puts a vehicle into the own list with what is to be notified, or takes it out (null). The star changes at once and back
 * if the server refuses; one after the other, so that the last press wins.
 */
export function useSetWatch(): (vehicle: Vehicle, body: Partial<WatchBody> | null) => void {
  const { problemLine } = useI18n();
  const cache = useQueryClient();
  const readVehicles = useInvalidate(vehicles.list);
  const fail = useCallback((error: unknown) => toast(problemLine(error), 'now'), [problemLine]);
  const { mutate } = useMutation({
    scope: { id: 'vehicle-watches' },
    mutationFn: async ({ vehicleId, body }: { vehicleId: number; body: WatchBody | null }) => {
      if (body === null) await call(watches.end, { params: { id: vehicleId } });
      else await call(watches.set, { params: { id: vehicleId }, body });
    },
    // the list of them alone, if it is that which is shown
    onSuccess: readVehicles,
    onError: (error) => {
      fail(error);
      void cache.invalidateQueries({ queryKey });
    },
  });
  return useCallback(
    ({ vehicleId, vin, model }, change) => {
      const apply = (): void => {
        const all = cache.getQueryData<Watch[]>(queryKey) ?? [];
        const before = all.find((watch) => watch.vehicleId === vehicleId);
        const body = change === null ? null : { ...none, ...(before && bodyOf(before)), ...change };
        const others = all.filter((watch) => watch.vehicleId !== vehicleId);
        void cache.cancelQueries({ queryKey });
        cache.setQueryData<Watch[]>(queryKey, body === null ? others : [...others, { vehicleId, vin, model, ...body }]);
        mutate({ vehicleId, body });
      };
      // pressed before it is known what was chosen: that must not be overwritten
      if (cache.getQueryData(queryKey) === undefined) cache.ensureQueryData(query(watches.list)).then(apply, fail);
      else apply();
    },
    [cache, mutate, fail],
  );
}

const bodyOf = ({ sos, fault, offlineHours, maintenance }: Watch): WatchBody => ({
  ...{ sos, fault, offlineHours, maintenance },
});
