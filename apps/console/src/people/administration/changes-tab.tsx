import { chakra } from '@chakra-ui/react';
import { administration, type ChangeRow, countedTo } from '@headland/contracts/administration';
import { features } from '@headland/contracts/access';
import { changeListColumns } from '@headland/i18n/columns/changes';
import { actorLabel, fieldLabel, kindLabel } from '@headland/i18n/record-labels';
import { type ReactNode, useMemo } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { BriefTime } from '../../ui/brief-time';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { Facts, Panel, Section } from '../../ui/panel';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { Cut, Faint, Moment, Narrow } from './cells';
import { knownFields, shownValue } from './change-labels';

/** Which fields of administered records were changed, by whom, from what to what. */
export function ChangesTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(administration.changes);
  const { filter: f, set } = list;
  const open = list.rows.find((r) => r.id === list.openId);
  const columns = useColumns();
  return (
    <ListPage<ChangeRow>
      title={t('screen.memberHistory')}
      exportAs="changes"
      countedTo={countedTo}
      list={list}
      tabs={tabs}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterDates label={t('history.period')} of={administration.changes.query} filter={f} onApply={set} />
          <FilterText label={t('history.who')} value={f.who} onApply={(who) => set({ who })} width="140px" />
          <FilterMany
            label={t('history.screen')}
            values={f.screen}
            options={features.map((value) => ({ value, label: t(`feature.${value}`) }))}
            onApply={(screen) => set({ screen })}
          />
          <FilterText label={t('history.record')} value={f.record} onApply={(record) => set({ record })} />
          <FilterSelect
            label={t('history.field')}
            value={f.field}
            options={fieldOptions(i18n, f.field)}
            onApply={(field) => set({ field })}
          />
          <FilterText label={t('history.text')} value={f.text} onApply={(text) => set({ text })} width="190px" />
        </FilterBar>
      }
      table={{ columns, phone: phoneOf(i18n), idOf }}
      detail={
        open ? (
          <ChangePanel
            row={open}
            same={list.rows.filter((r) => r.number === open.number)}
            i18n={i18n}
            onClose={() => list.open(null)}
          />
        ) : null
      }
      empty={{ title: t('history.emptyChanges'), text: t('history.emptyChangesText') }}
    />
  );
}

const idOf = (row: ChangeRow): number => row.id;

/** A field from the address is offered, too, even without a label. */
const fieldOptions = ({ t }: I18n, chosen: string | undefined) =>
  [...new Set<string>([...knownFields, ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
    value,
    label: fieldLabel(t, value),
  }));

function useColumns(): Column<ChangeRow>[] {
  const i18n = useI18n();
  const { t } = i18n;
  const c = useListColumns(changeListColumns);
  return useMemo(
    () => [
      { ...c.at, width: '164px', cell: (r) => <Moment at={r.at} /> },
      { ...c.who, cell: (r) => <Cut width="120px">{whoText(t, r.who)}</Cut> },
      { ...c.screen, yields: true, cell: (r) => <Cut width="150px">{t(`feature.${r.screen}`)}</Cut> },
      {
        ...c.record,
        identity: true,
        cell: (r) => (
          <>
            <Faint>{kindLabel(t, r.kind)} </Faint>
            {r.record}
          </>
        ),
      },
      { ...c.field, title: t('history.field'), cell: (r) => <What row={r} i18n={i18n} /> },
      { ...c.change, title: t('history.change'), cell: (r) => <OldNew row={r} i18n={i18n} /> },
      { ...c.reason, yields: true, cell: (r) => (r.reason === null ? '–' : <Cut width="180px">{r.reason}</Cut>) },
      { ...c.address, yields: true },
    ],
    [i18n, t, c],
  );
}

/** Two lines. */
const phoneOf = (i18n: I18n): Column<ChangeRow>[] => {
  const { t } = i18n;
  return [
    {
      key: 'change',
      title: t('history.tab.changes'),
      cell: (r) => (
        <Narrow
          first={
            <>
              <b>{r.record}</b> · {whatText(i18n, r)}
            </>
          }
          end={<BriefTime at={r.at} />}
          second={
            <>
              {whoText(t, r.who)}
              {r.field !== null && (
                <>
                  {' · '}
                  <OldNew row={r} i18n={i18n} />
                </>
              )}
            </>
          }
        />
      ),
    },
  ];
};

/** The field of a change; of a record that came or went, that first. */
const whatText = ({ t }: I18n, { act, field, kind }: ChangeRow): string =>
  [
    act === 'changed' && field !== null ? null : t(`changeAct.${act}`),
    field === null ? null : fieldLabel(t, field, kind),
  ]
    .filter((w) => w !== null)
    .join(' · ');
const What = ({ row, i18n }: { row: ChangeRow; i18n: I18n }) => (
  <span title={row.field ?? undefined}>{whatText(i18n, row)}</span>
);

function OldNew({ row, i18n: { t } }: { row: ChangeRow; i18n: I18n }) {
  if (row.field === null) return '–';
  const from = shownValue(t, row.from, row.kind);
  const to = shownValue(t, row.to, row.kind);
  return (
    <chakra.span title={`${from} → ${to}`}>
      {/* what was not there before has no old value worth a word */}
      {!(row.act === 'created' && row.from === null) && (
        <>
          <chakra.span color="ink3">{from}</chakra.span>
          <span aria-hidden> → </span>
          <span className="sr">{t('history.becomes')}</span>
        </>
      )}
      <chakra.span fontWeight="500">{to}</chakra.span>
    </chakra.span>
  );
}

function ChangePanel({
  row,
  same,
  i18n,
  onClose,
}: {
  row: ChangeRow;
  same: ChangeRow[];
  i18n: I18n;
  onClose: () => void;
}) {
  const { t } = i18n;
  const others = same.filter((r) => r.id !== row.id && r.field !== null);
  return (
    <Panel
      title={row.record}
      label={row.record}
      over={`${kindLabel(t, row.kind)} · ${t(`changeAct.${row.act}`)}`}
      under={`${momentText(row.at)} · ${whoText(t, row.who)}`}
      onClose={onClose}
    >
      <Section>
        <Facts
          rows={[
            [t('history.screen'), t(`feature.${row.screen}`)],
            ...(row.field === null
              ? []
              : ([
                  [t('history.field'), fieldLabel(t, row.field, row.kind)],
                  [t('history.from'), shownValue(t, row.from, row.kind)],
                  [t('history.to'), shownValue(t, row.to, row.kind)],
                ] as const)),
            [t('history.reason'), row.reason ?? '–'],
            [t('history.address'), row.address ?? '–'],
            [t('eventLog.number'), row.number],
          ]}
        />
      </Section>
      {others.length > 0 && (
        <Section title={t('history.sameStep')}>
          <Facts
            rows={others.map(
              (r) => [fieldLabel(t, r.field ?? '', r.kind), <OldNew key={r.id} row={r} i18n={i18n} />] as const,
            )}
          />
        </Section>
      )}
    </Panel>
  );
}

const whoText = (t: I18n['t'], who: string | null): string => (who === null ? t('history.system') : actorLabel(t, who));
