import { catalogue, type CatalogueGap } from '@headland/contracts/fault-catalogue';
import { chakra } from '@chakra-ui/react';
import { fmiPhrase } from '@headland/domain/fault-catalogue-fmi';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';

type Row = CatalogueGap & { id: number };

/** Reported codes that are not in the catalogue: to be requested from the maker. */
export function CatalogueGaps() {
  const { t, number, of } = useI18n();
  const { data, error, refetch } = useQuery(query(catalogue.gaps, {}));
  const rows = useMemo<Row[]>(() => (data ?? []).map((gap, id) => ({ ...gap, id })), [data]);
  const columns = useMemo<Column<Row>[]>(
    () => [
      { key: 'code', title: t('catalogue.gap.code'), cell: (g) => <b className="num">{g.code}</b> },
      { key: 'spn', title: 'SPN', align: 'right', cell: (g) => <span className="num">{g.spn ?? '–'}</span> },
      { key: 'fmi', title: 'FMI', cell: (g) => (g.fmi === null ? '–' : `${g.fmi} ${of(fmiPhrase(g.fmi))}`) },
      {
        key: 'count',
        title: t('catalogue.gap.count'),
        align: 'right',
        cell: (g) => <span className="num">{number(g.count)}</span>,
      },
      {
        key: 'vehicles',
        title: t('catalogue.gap.vehicles'),
        align: 'right',
        cell: (g) => <span className="num">{number(g.vehicles)}</span>,
      },
      {
        key: 'first',
        title: t('catalogue.gap.first'),
        cell: (g) => <span className="num">{momentText(g.firstAt)}</span>,
      },
      { key: 'last', title: t('catalogue.gap.last'), cell: (g) => <span className="num">{momentText(g.lastAt)}</span> },
    ],
    [t, number, of],
  );
  return (
    <Section title={t('catalogue.gaps')}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : rows.length === 0 ? (
        <chakra.p color="ink3">{t('catalogue.noGaps')}</chakra.p>
      ) : (
        <Table label={t('catalogue.gaps')} columns={columns} rows={rows} idOf={(g) => g.id} />
      )}
    </Section>
  );
}
