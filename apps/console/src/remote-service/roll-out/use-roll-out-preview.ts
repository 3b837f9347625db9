import { rollOuts } from '@headland/contracts/roll-out';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/session/session';
import { useSettled } from '../../lib/use-settled';
import { commas, lines, type RollOutValues } from './roll-out-values';

/** Typed letters are waited for so long, ms. */
const settleMs = 300;

/** How the choice of the form goes with its program; nothing is asked before there is one. */
export function useRollOutPreview({ fileId, vehicleIds, vin, model, dealerId, online, withUnknown }: RollOutValues) {
  const ids = commas(vehicleIds).map(Number);
  const filter = {
    ...(vin === '' ? {} : { vin }),
    model: lines(model),
    ...(dealerId === '' ? {} : { dealerId: Number(dealerId) }),
    ...(online === 'true' || online === 'false' ? { online: online as 'true' | 'false' } : {}),
  };
  const asked = useSettled(
    JSON.stringify({
      fileId: Number(fileId),
      vehicleIds: ids,
      ...(ids.length > 0 ? {} : { filter }),
      withUnknown: withUnknown === 'true',
    }),
    settleMs,
  );
  return useQuery({
    queryKey: [rollOuts.preview.path, asked],
    queryFn: () =>
      call(rollOuts.preview, {
        body: JSON.parse(asked) as Parameters<typeof call<typeof rollOuts.preview>>[1]['body'],
      }),
    placeholderData: keepPreviousData,
    enabled: fileId !== '',
  });
}
