import { chakra, Flex } from '@chakra-ui/react';
import type { Endpoint, Page } from '@headland/contracts/endpoint';
import { isMessageKey } from '@headland/i18n/catalogue';
import { actorLabel, fieldLabel, valueLabel } from '@headland/i18n/record-labels';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { Search } from '../lib/search';
import { useI18n, type I18n } from '../lib/i18n';
import { isMoment, momentText } from '../lib/time';
import { useMedia } from '../lib/use-media';
import { Pager } from './pager';
import { EmptyState, ErrorState, Skeleton } from './states';
import { type Column, Table } from './table';
import { useAnswer } from './use-answer';
import { readFilter } from './use-list';

/** One step of a record's life: who did what to it when, and each field as it read before and after. */
export interface HistoryStep {
  number: number;
  at: string;
  /** of the event: `record.changed` */
  name: string;
  /** null: the system */
  by: string | null;
  /** absent: this kind of record has none */
  reason?: string | null;
  changes: readonly { field: string; from: string | null; to: string | null }[];
}
/** What fields and values are called where the words of all records (`recordField.…`) do not fit. */
export interface HistoryLabels {
  field?: (i18n: I18n, field: string) => string;
  value?: (i18n: I18n, field: string, value: string) => string;
  /** of a field without a value, where that says something: for all models */
  nothing?: (i18n: I18n, field: string) => string | undefined;
}
type HistoryEndpoint = Endpoint & { params: z.ZodObject; query: z.ZodObject; data: z.ZodType; page: true };
type RowOf<E extends HistoryEndpoint> = z.output<E['data']>;
type Props<E extends HistoryEndpoint> = {
  endpoint: E;
  id: number;
  label: string;
  empty: { title: string; text?: string };
  /** kind of record, for its own words (`model`): a module's constant, like `words` and `stepOf` */
  kind?: string;
  labels?: HistoryLabels;
} & (RowOf<E> extends HistoryStep
  ? { stepOf?: (row: RowOf<E>) => HistoryStep }
  : { stepOf: (row: RowOf<E>, place: number) => HistoryStep });

/** Changes of a record, field by field, newest first. The page is in the address. */
export function RecordHistory<E extends HistoryEndpoint>({
  endpoint,
  id,
  label,
  empty,
  kind = '',
  labels = noLabels,
  stepOf,
}: Props<E>) {
  const navigate = useNavigate();
  const { filter } = readFilter<E['query']>(endpoint.query, useSearch({ strict: false }) as Search);
  const { data, error, refetch } = useAnswer(
    endpoint,
    { params: { id }, query: filter },
    { placeholderData: keepPreviousData },
  );
  const read = data as { rows: RowOf<E>[]; page: Page } | undefined;
  const rows = useMemo(() => {
    const step = stepOf as ((row: RowOf<E>, place: number) => HistoryStep) | undefined;
    return read?.rows.map((row, place) => step?.(row, place) ?? (row as HistoryStep)) ?? [];
  }, [read, stepOf]);
  const columns = useColumns(
    rows.some((r) => r.reason !== undefined),
    kind,
    labels,
  );
  if (!read) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (rows.length === 0) return <EmptyState title={empty.title} text={empty.text} />;
  return (
    <Flex direction="column">
      <Table label={label} columns={columns} rows={rows} idOf={numberOf} />
      <Pager
        page={read.page}
        onChange={({ page, size }) =>
          void navigate({
            to: '.',
            search: (old: Search) => ({
              ...old,
              page: page === 1 ? undefined : String(page),
              size: String(size),
            }),
            replace: true,
          })
        }
      />
    </Flex>
  );
}

const noLabels: HistoryLabels = {};
const numberOf = (step: HistoryStep): number => step.number;

function useColumns(reasons: boolean, kind: string, own: HistoryLabels): Column<HistoryStep>[] {
  const { t } = useI18n();
  const phone = !useMedia('(min-width: 768px)');
  return useMemo(() => {
    const at = (r: HistoryStep) => (
      <chakra.span className="num" color="ink2">
        {momentText(r.at)}
      </chakra.span>
    );
    const what = ({ name }: HistoryStep): string => {
      const key = `event.${name}`;
      return isMessageKey(key) ? t(key) : name;
    };
    const by = (r: HistoryStep): string => (r.by === null ? t('history.system') : actorLabel(t, r.by));
    const changes = (r: HistoryStep) =>
      r.changes.length === 0 ? '–' : <FieldChanges step={r} kind={kind} own={own} />;
    if (phone)
      return [
        {
          key: 'step',
          title: t('history.change'),
          cell: (r) => (
            <chakra.div py="2" whiteSpace="normal" overflowWrap="anywhere">
              {at(r)} · {what(r)} · {by(r)}
              {r.changes.length > 0 && changes(r)}
              {r.reason && <chakra.p color="ink2">{r.reason}</chakra.p>}
            </chakra.div>
          ),
        },
      ];
    return [
      { key: 'at', title: t('history.at'), width: '172px', cell: at },
      { key: 'what', title: t('history.step'), width: '96px', cell: what },
      { key: 'changes', title: t('history.change'), width: '240px', cell: changes },
      { key: 'by', title: t('history.who'), width: '160px', cell: by },
      ...(reasons
        ? [
            {
              key: 'reason',
              title: t('history.reason'),
              width: '180px',
              cell: (r: HistoryStep) => <Reason text={r.reason ?? null} />,
            },
          ]
        : []),
    ];
  }, [t, phone, reasons, kind, own]);
}

const Reason = ({ text }: { text: string | null }) => (
  <chakra.span display="block" whiteSpace="normal" maxW="420px" overflowWrap="anywhere">
    {text ?? '–'}
  </chakra.span>
);

interface ChangesProps {
  step: Pick<HistoryStep, 'name' | 'changes'>;
  kind: string;
  own?: HistoryLabels;
}
/** Each field that a step changed, as it read before and after. */
export function FieldChanges({ step, kind, own = noLabels }: ChangesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const field = (name: string): string => own.field?.(i18n, name) ?? fieldLabel(t, name, kind);
  const value = (name: string, text: string | null): string => {
    if (text === null || text === '') return own.nothing?.(i18n, name) ?? t('history.nothing');
    return own.value?.(i18n, name, text) ?? (isMoment(text) ? momentText(text) : valueLabel(t, text, kind));
  };
  return (
    <chakra.ul
      py={{ base: '1', md: '2' }}
      pl="0"
      listStyleType="none"
      display="grid"
      gap="0.5"
      whiteSpace="normal"
      overflowWrap="anywhere"
    >
      {step.changes.map((c) => (
        <li key={c.field}>
          <chakra.span color="ink3">{field(c.field)} </chakra.span>
          {/* of what is new there was nothing before */}
          {step.name !== 'record.created' && (
            <>
              {value(c.field, c.from)}
              <span aria-hidden> → </span>
              <span className="sr">{t('history.becomes')}</span>
            </>
          )}
          <chakra.span fontWeight="500">{value(c.field, c.to)}</chakra.span>
        </li>
      ))}
    </chakra.ul>
  );
}
