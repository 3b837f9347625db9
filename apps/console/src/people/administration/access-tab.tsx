import {
  accessActions,
  accessResults,
  administration,
  type AccessRow,
  countedTo,
} from '@headland/contracts/administration';
import { roles } from '@headland/contracts/access';
import { accessListColumns } from '@headland/i18n/columns/access';
import { type ReactNode, useMemo } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { BriefTime } from '../../ui/brief-time';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { Facts, Panel, Section } from '../../ui/panel';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { browserOf } from './browser-of';
import { Cut, Faint, Moment, Narrow } from './cells';
import { detailLabels } from './change-labels';

/** Who came in, was refused, went, or saw personal data. */
export function AccessTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(administration.access);
  const { filter: f, set } = list;
  const open = list.rows.find((r) => r.id === list.openId);
  const columns = useColumns();
  return (
    <ListPage<AccessRow>
      title={t('screen.memberHistory')}
      exportAs="access"
      countedTo={countedTo}
      list={list}
      tabs={tabs}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterDates label={t('history.period')} of={administration.access.query} filter={f} onApply={set} />
          <FilterText label={t('history.loginId')} value={f.loginId} onApply={(loginId) => set({ loginId })} />
          <FilterText label={t('history.name')} value={f.name} onApply={(name) => set({ name })} width="130px" />
          <OrganizationFilter
            label={t('history.organization')}
            value={f.organizationId}
            onApply={(organizationId) => set({ organizationId })}
          />
          <FilterMany
            label={t('history.role')}
            values={f.role}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            onApply={(role) => set({ role })}
          />
          <FilterMany
            label={t('history.action')}
            values={f.action}
            options={accessActions.map((value) => ({ value, label: t(`event.account.${value}`) }))}
            onApply={(action) => set({ action })}
          />
          <FilterSelect
            label={t('history.result')}
            value={f.result}
            options={accessResults.map((value) => ({ value, label: t(`accessResult.${value}`) }))}
            onApply={(result) => set({ result: accessResults.find((r) => r === result) })}
          />
          <FilterText label={t('history.address')} value={f.address} onApply={(address) => set({ address })} />
          <FilterText label={t('history.browser')} value={f.agent} onApply={(agent) => set({ agent })} />
        </FilterBar>
      }
      table={{ columns, phone: phoneOf(i18n), idOf }}
      detail={open ? <AccessPanel row={open} i18n={i18n} onClose={() => list.open(null)} /> : null}
      empty={{ title: t('history.emptyAccess'), text: t('history.emptyAccessText') }}
    />
  );
}

const idOf = (row: AccessRow): number => row.id;

function useColumns(): Column<AccessRow>[] {
  const i18n = useI18n();
  const c = useListColumns(accessListColumns);
  return useMemo(
    () => [
      { ...c.at, width: '164px', cell: (r) => <Moment at={r.at} /> },
      c.loginId,
      c.name,
      {
        ...c.organization,
        yields: true,
        cell: (r) => (r.organization === null ? '–' : <Cut width="160px">{r.organization}</Cut>),
      },
      { ...c.role, yields: true },
      { ...c.action, cell: (r) => <Action row={r} i18n={i18n} /> },
      { ...c.result, cell: (r) => <Result row={r} i18n={i18n} /> },
      { ...c.address, yields: true },
      {
        ...c.browser,
        yields: true,
        cell: (r) =>
          r.agent === null ? (
            '–'
          ) : (
            <Cut width="180px" title={r.agent}>
              {browserOf(r.agent) ?? '–'}
            </Cut>
          ),
      },
    ],
    [i18n, c],
  );
}

/** Two lines. */
const phoneOf = (i18n: I18n): Column<AccessRow>[] => {
  const { t } = i18n;
  return [
    {
      key: 'access',
      title: t('history.tab.access'),
      cell: (r) => (
        <Narrow
          first={
            <StateLabel state={r.result === 'refused' ? 'watch' : 'normal'}>
              {t(`event.account.${r.action}`)} · {r.name ?? r.loginId}
            </StateLabel>
          }
          end={<BriefTime at={r.at} />}
          second={[r.loginId, r.organization, r.address, browserOf(r.agent)].filter(Boolean).join(' · ')}
        />
      ),
    },
  ];
};

const roleOf = ({ t }: I18n, { role, groupType }: AccessRow): string =>
  [groupType && t(`groupType.${groupType}`), role && t(`role.${role}`)].filter(Boolean).join(' · ') || '–';

function Action({ row, i18n: { t } }: { row: AccessRow; i18n: I18n }) {
  return (
    <>
      {t(`event.account.${row.action}`)}
      {row.detail !== null && (
        <Faint>
          {' · '}
          {detailLabels(t, row.detail)}
        </Faint>
      )}
    </>
  );
}

const Result = ({ row, i18n: { t } }: { row: AccessRow; i18n: I18n }) => (
  <StateLabel state={row.result === 'refused' ? 'watch' : 'normal'}>{t(`accessResult.${row.result}`)}</StateLabel>
);

function AccessPanel({ row, i18n, onClose }: { row: AccessRow; i18n: I18n; onClose: () => void }) {
  const { t } = i18n;
  return (
    <Panel
      title={t(`event.account.${row.action}`)}
      over={<Result row={row} i18n={i18n} />}
      under={momentText(row.at)}
      onClose={onClose}
      label={t(`event.account.${row.action}`)}
    >
      <Section>
        <Facts
          rows={[
            [t('history.loginId'), row.loginId || '–'],
            [t('history.name'), row.name ?? '–'],
            [t('history.organization'), row.organization ?? '–'],
            [t('history.role'), roleOf(i18n, row)],
            [t('history.detail'), row.detail === null ? '–' : detailLabels(t, row.detail)],
            [t('history.address'), row.address ?? '–'],
            [t('history.browser'), browserOf(row.agent) ?? '–'],
            [t('history.agent'), row.agent ?? '–'],
          ]}
        />
      </Section>
    </Panel>
  );
}
