import { diagnosis, historyKinds, historyResults, type ServiceHistoryRow } from '@headland/contracts/diagnosis';
import { diagnosticTestIds } from '@headland/domain/diagnostic-test-ids';
import { limitLabel, measuredLabel, reasonLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { saveFile } from '../../lib/save-file';
import { useI18n, type I18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useAction } from '../../ui/use-action';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { useList, type List } from '../../ui/use-list';
import { clockText, formatterOf, stateOfResult } from './diagnosis-labels';

type HistoryList = List<typeof diagnosis.history>;

/** The history of one vehicle with its filter in the URL. */
export const useHistory = (vehicleId: number): HistoryList => useList(diagnosis.history, { params: { id: vehicleId } });

export function HistoryFilters({ list: { filter: f, set, reset } }: { list: HistoryList }) {
  const { t } = useI18n();
  const formatter = { t };
  return (
    <FilterBar onReset={reset}>
      <FilterDates label={t('serviceHistory.period')} of={diagnosis.history.query} filter={f} onApply={set} />
      <FilterMany
        label={t('serviceHistory.kind')}
        values={f.kind}
        options={historyKinds.map((value) => ({ value, label: t(`serviceHistory.kind.${value}`) }))}
        onApply={(kind) => set({ kind })}
      />
      <FilterMany
        label={t('serviceHistory.test')}
        values={f.test}
        options={diagnosticTestIds.map((value) => ({ value, label: testLabel(formatter, value) }))}
        onApply={(test) => set({ test })}
      />
      <FilterMany
        label={t('serviceHistory.result')}
        values={f.result}
        options={historyResults.map((value) => ({ value, label: t(`diagResult.${value}`) }))}
        onApply={(result) => set({ result })}
      />
      <FilterText label={t('serviceHistory.by')} value={f.by} onApply={(by) => set({ by })} width="150px" />
    </FilterBar>
  );
}

/** The filtered rows as CSV, beside the workbook. */
export function HistoryCsv({ vehicleId, list }: { vehicleId: number; list: HistoryList }) {
  const { t } = useI18n();
  const csv = useAction(diagnosis.historyCsv, {
    done: (file) => saveFile(file, 'history.csv', diagnosis.historyCsv.stream),
  });
  const { id: _, ...filter } = list.input;
  if (list.page.total === 0) return null;
  return (
    <Button
      icon={<FileText size={15} />}
      busy={csv.busy}
      onClick={() => csv.run({ params: { id: vehicleId }, query: filter as never })}
    >
      {t('serviceHistory.csv')}
    </Button>
  );
}

export const entryIdOf = (row: ServiceHistoryRow): number => row.entry;
export const entrySignature = (row: ServiceHistoryRow): string => `${row.state} ${row.result} ${row.endedAt}`;

export function useHistoryColumns(): { columns: Column<ServiceHistoryRow>[]; phone: Column<ServiceHistoryRow>[] } {
  const i18n = useI18n();
  return useMemo(() => ({ columns: columnsOf(i18n), phone: phoneOf(i18n) }), [i18n]);
}

function columnsOf(i18n: I18n): Column<ServiceHistoryRow>[] {
  const { t } = i18n;
  const formatter = formatterOf(i18n);
  return [
    {
      key: 'startedAt',
      title: t('serviceHistory.start'),
      sort: 'startedAt',
      width: '160px',
      identity: true,
      cell: (r) => <span className="num">{momentText(r.startedAt)}</span>,
    },
    {
      key: 'endedAt',
      title: t('serviceHistory.end'),
      width: '160px',
      yields: true,
      cell: (r) => <span className="num">{r.endedAt === null ? '–' : momentText(r.endedAt)}</span>,
    },
    {
      key: 'duration',
      title: t('serviceHistory.duration'),
      sort: 'duration',
      align: 'right',
      yields: true,
      cell: durationOf,
    },
    { key: 'kind', title: t('serviceHistory.kind'), cell: (r) => t(`serviceHistory.kind.${r.kind}`) },
    {
      key: 'service',
      title: t('serviceHistory.service'),
      hidden: true,
      cell: (r) => t(`serviceHistory.service.${r.service}`),
    },
    {
      key: 'test',
      title: t('serviceHistory.test'),
      cell: (r) => (r.test === null ? '–' : testLabel(formatter, r.test)),
    },
    { key: 'result', title: t('serviceHistory.result'), sort: 'result', cell: (r) => <Result row={r} i18n={i18n} /> },
    {
      key: 'measured',
      title: t('serviceHistory.measured'),
      align: 'right',
      yields: true,
      cell: (r) => <span className="num">{r.decisive === null ? '–' : measuredLabel(formatter, r.decisive)}</span>,
    },
    {
      key: 'limit',
      title: t('serviceHistory.limit'),
      align: 'right',
      yields: true,
      cell: (r) => <span className="num">{r.decisive === null ? '–' : limitLabel(formatter, r.decisive)}</span>,
    },
    {
      key: 'reason',
      title: t('serviceHistory.reason'),
      yields: true,
      cell: (r) => reasonLabel(formatter, r.reason) || '–',
    },
    {
      key: 'codes',
      title: t('serviceHistory.codes'),
      yields: true,
      cell: (r) => r.codes.map((c) => (r.kind === 'monitoring' ? (formatter.item(c)?.name ?? c) : c)).join(', ') || '–',
    },
    { key: 'by', title: t('serviceHistory.by'), cell: (r) => r.by },
    { key: 'organization', title: t('serviceHistory.organization'), yields: true, cell: (r) => r.organization },
    {
      key: 'session',
      title: t('serviceHistory.session'),
      align: 'right',
      yields: true,
      cell: (r) => <span className="num">{r.sessionId}</span>,
    },
  ];
}

const phoneOf = (i18n: I18n): Column<ServiceHistoryRow>[] => [
  {
    key: 'entry',
    title: i18n.t('serviceHistory.title'),
    cell: (r) => (
      <>
        <b>{r.test === null ? i18n.t(`serviceHistory.kind.${r.kind}`) : testLabel(i18n, r.test)}</b>{' '}
        <Result row={r} i18n={i18n} />
        <br />
        <span className="num">{momentText(r.startedAt)}</span> · {r.by}
      </>
    ),
  },
];

function Result({ row: { result }, i18n: { t } }: { row: ServiceHistoryRow; i18n: I18n }) {
  return result === null ? <>–</> : <StateLabel state={stateOfResult[result]}>{t(`diagResult.${result}`)}</StateLabel>;
}

const durationOf = (r: ServiceHistoryRow) =>
  r.endedAt === null ? (
    <Age since={r.startedAt} style="clock" />
  ) : (
    <span className="num">{clockText((Date.parse(r.endedAt) - Date.parse(r.startedAt)) / 1000)}</span>
  );
