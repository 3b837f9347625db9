import { chakra } from '@chakra-ui/react';
import type { ProductionRow } from '@headland/contracts/production';
import { productionListColumns } from '@headland/i18n/columns/production';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { Figure } from '../../ui/figure';
import { useListColumns } from '../../ui/list-columns';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/** What the list of units shows of each. */
export function useUnitColumns(): { columns: Column<ProductionRow>[]; phone: Column<ProductionRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(productionListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.vin, identity: true, width: '176px', cell: (r) => <chakra.b fontWeight="600">{r.vin}</chakra.b> },
        c.model,
        c.modelType,
        c.releaseYear,
        { ...c.horsepower, cell: (r) => <Figure value={r.horsepower} unit="PS" /> },
        c.transmission,
        c.deviceId,
        {
          ...c.deviceStatus,
          cell: (r) =>
            r.deviceStatus === null ? (
              '–'
            ) : (
              <StateLabel state={r.deviceStatus === 'in_use' ? 'normal' : 'off'}>
                {t(`production.deviceStatus.${r.deviceStatus}`)}
              </StateLabel>
            ),
        },
        c.matchedOn,
        c.shippedOn,
        c.dealer,
        c.soldOn,
        c.customer,
      ],
      phone: [
        {
          ...c.vin,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <chakra.b fontWeight="600">{r.vin}</chakra.b>
              <chakra.small display="block" color="ink3">
                {r.model} · {r.dealer?.name ?? t('production.atPlant')}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          ...c.matchedOn,
          width: '104px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              {r.matchedOn ?? '–'}
              <chakra.small display="block" color="ink3">
                {r.deviceId ?? t('production.noDevice')}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [t, c],
  );
}
