import { chakra } from '@chakra-ui/react';
import type { ProductionRow } from '@headland/contracts/production';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { Figure } from '../../ui/figure';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/** What the list of units shows of each. */
export function useUnitColumns(): { columns: Column<ProductionRow>[]; phone: Column<ProductionRow>[] } {
  const { t } = useI18n();
  return useMemo(() => {
    const day = (key: 'matchedOn' | 'shippedOn' | 'soldOn'): Column<ProductionRow> => ({
      key,
      title: t(`production.${key}`),
      sort: key,
      cell: (r) => <Num>{r[key] ?? '–'}</Num>,
    });
    const deviceStatus: Column<ProductionRow> = {
      key: 'deviceStatus',
      title: t('production.deviceStatus'),
      cell: (r) =>
        r.deviceStatus === null ? (
          '–'
        ) : (
          <StateLabel state={r.deviceStatus === 'in_use' ? 'normal' : 'off'}>
            {t(`production.deviceStatus.${r.deviceStatus}`)}
          </StateLabel>
        ),
    };
    return {
      columns: [
        {
          key: 'vin',
          title: t('production.vin'),
          sort: 'vin',
          identity: true,
          width: '176px',
          cell: (r) => <Num strong>{r.vin}</Num>,
        },
        { key: 'model', title: t('production.model'), sort: 'model', cell: (r) => r.model },
        { key: 'modelType', title: t('production.modelType'), cell: (r) => t(`modelType.${r.modelType}`) },
        {
          key: 'releaseYear',
          title: t('production.releaseYear'),
          sort: 'releaseYear',
          align: 'right',
          cell: (r) => <Num>{r.releaseYear}</Num>,
        },
        {
          key: 'horsepower',
          title: t('production.horsepower'),
          align: 'right',
          cell: (r) => <Figure value={r.horsepower} unit="PS" />,
        },
        { key: 'transmission', title: t('production.transmission'), cell: (r) => r.transmission ?? '–' },
        { key: 'deviceId', title: t('production.deviceId'), cell: (r) => <Num>{r.deviceId ?? '–'}</Num> },
        deviceStatus,
        day('matchedOn'),
        day('shippedOn'),
        { key: 'dealer', title: t('production.dealer'), sort: 'dealer', cell: (r) => r.dealer?.name ?? '–' },
        day('soldOn'),
        { key: 'customer', title: t('production.customer'), cell: (r) => r.customer?.name ?? '–' },
      ],
      phone: [
        {
          key: 'vin',
          title: t('production.vin'),
          sort: 'vin',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <Num strong>{r.vin}</Num>
              <chakra.small display="block" color="ink3">
                {r.model} · {r.dealer?.name ?? t('production.atPlant')}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          key: 'matchedOn',
          title: t('production.matchedOn'),
          sort: 'matchedOn',
          width: '104px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <Num>{r.matchedOn ?? '–'}</Num>
              <chakra.small display="block" color="ink3" className="num">
                {r.deviceId ?? t('production.noDevice')}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    };
  }, [t]);
}

const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
