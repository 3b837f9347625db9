import { chakra, Flex } from '@chakra-ui/react';
import { type ModelStep, models } from '@headland/contracts/model';
import { isMessageKey } from '@headland/i18n/catalogue';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Search } from '../lib/search';
import { type Say, useWords, type Words } from '../lib/text';
import { momentText } from '../lib/time';
import { useMedia } from '../lib/use-media';
import { query } from '../session/session';
import { Pager } from '../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { type Column, Table } from '../ui/table';
import { readFilter } from '../ui/use-list';

/** Who changed what of a model, field by field, newest first. The page stands in the address. */
export function ModelHistory({ id }: { id: number }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { filter } = readFilter(models.history.query, useSearch({ strict: false }) as Search);
  const { data, error, refetch } = useQuery({ ...query(models.history, { params: { id }, query: filter }), placeholderData: keepPreviousData });
  const columns = useColumns();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (data.rows.length === 0) return <EmptyState title={t('model.historyEmpty')} text={t('model.historyEmptyText')} />;
  return (
    <Flex direction="column">
      <Table label={t('model.history')} columns={columns} rows={data.rows} idOf={numberOf} />
      <Pager
        page={data.page}
        onChange={({ page, size }) => void navigate({ to: '.', search: { ...(page === 1 ? {} : { page: String(page) }), size: String(size) } as never, replace: true })}
      />
    </Flex>
  );
}

const numberOf = (step: ModelStep): number => step.number;

function useColumns(): Column<ModelStep>[] {
  const { t } = useWords();
  const phone = !useMedia('(min-width: 768px)');
  return useMemo(() => {
    const what = ({ name }: ModelStep): string => {
      const key = `event.${name}`;
      return isMessageKey(key) ? t(key) : name;
    };
    const at = (r: ModelStep) => (
      <chakra.span className="num" color="ink2">
        {momentText(r.at)}
      </chakra.span>
    );
    if (phone)
      return [
        {
          key: 'step',
          title: t('model.historyChanges'),
          cell: (r) => (
            <chakra.div py="2" whiteSpace="normal" overflowWrap="anywhere">
              {at(r)} · {what(r)} · {r.by ?? '–'}
              {tells(r) && <Changes step={r} />}
            </chakra.div>
          ),
        },
      ];
    return [
      { key: 'at', title: t('model.historyAt'), width: '172px', cell: at },
      { key: 'what', title: t('model.historyWhat'), width: '96px', cell: what },
      { key: 'changes', title: t('model.historyChanges'), cell: (r) => (tells(r) ? <Changes step={r} /> : '–') },
      { key: 'by', title: t('model.historyBy'), width: '140px', cell: (r) => r.by ?? '–' },
    ];
  }, [t, phone]);
}

/** Of a new model everything is new: the page says it. */
const tells = ({ name, changes }: ModelStep): boolean => name !== 'record.created' && changes.length > 0;

function Changes({ step }: { step: ModelStep }) {
  const words = useWords();
  const { t } = words;
  return (
    <chakra.ul py={{ base: '1', md: '2' }} pl="0" listStyleType="none" display="grid" gap="0.5" whiteSpace="normal">
      {step.changes.map((c) => (
        <li key={c.field}>
          <chakra.span color="ink3">{fieldText(t, c.field)} </chakra.span>
          {valueText(words, c.field, c.from)}
          <span aria-hidden> → </span>
          <span className="sr">{t('history.becomes')}</span>
          <chakra.span fontWeight="500">{valueText(words, c.field, c.to)}</chakra.span>
        </li>
      ))}
    </chakra.ul>
  );
}

/** `rollover.1.x` is a limit, `Engine oil · cycleHours` a cell of an item; every other field has a word of its own. */
function fieldText(t: Say, field: string): string {
  const [, type, axis] = /^rollover\.(\d)\.([xyz])$/u.exec(field) ?? [];
  if (type !== undefined && axis !== undefined) return `${t('model.rollover')} ${t('model.deviceType', { n: type })} ${axis.toUpperCase()}`;
  if (field === 'order') return t('model.item.orderField');
  const [item, column] = cellOf(field);
  const key = item === null ? `model.field.${field}` : `model.item.${column}`;
  const word = isMessageKey(key) ? t(key) : column;
  return item === null ? word : `${item} · ${word}`;
}

/** The name of an item may hold the separator, the name of a column does not. */
function cellOf(field: string): [item: string | null, column: string] {
  const at = field.lastIndexOf(' · ');
  return at < 0 ? [null, field] : [field.slice(0, at), field.slice(at + 3)];
}

function valueText({ t, number }: Pick<Words, 't' | 'number'>, field: string, value: string | null): string {
  if (value === null) return t('model.nothing');
  if (field.startsWith('rollover.')) return `${value}°`;
  const [item, column] = cellOf(field);
  if (item !== null && column !== 'name' && column !== 'maintenance')
    return column === 'cycleDays' ? `${number(Number(value))} ${t('model.item.days')}` : `${number(Number(value))} h`;
  const prefix = choices[column];
  const key = `${prefix}.${value}`;
  return prefix !== undefined && isMessageKey(key) ? t(key) : value;
}
/** Fields whose values are words of the catalogue. */
const choices: Record<string, string | undefined> = { type: 'modelType', machine: 'machine', remoteControl: 'remoteControl', maintenance: 'maintenance' };
