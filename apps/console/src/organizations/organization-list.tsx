import { chakra } from '@chakra-ui/react';
import { groupTypes } from '@headland/contracts/access';
import { type OrganizationRow, organizations } from '@headland/contracts/organization';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../lib/text';
import { useMedia } from '../lib/use-media';
import { useCan } from '../session/session';
import { Button } from '../ui/button';
import { FilterBar, FilterMany, FilterText, FilterToggle } from '../ui/filter-bar';
import type { Column } from '../ui/table';
import { useList } from '../ui/use-list';
import { ListFrame, numbered } from './list-frame';
import type { ScreenState } from './use-screen';

export function OrganizationList({ screen, tabs }: { screen: ScreenState; tabs: (total: number | undefined) => ReactNode }) {
  const { t } = useWords();
  const can = useCan();
  const list = useList(organizations.list);
  const f = list.filter;
  const columns = useColumns(list.rows, list.page, screen.shown !== null);
  return (
    <ListFrame<OrganizationRow>
      title={t('organization.tab.organizations')}
      list={list}
      kind="org"
      screen={screen}
      tabs={tabs(list.result.data && list.page.total)}
      filtered={f.name !== undefined || f.erpCode !== undefined || f.type.length > 0}
      filters={
        <FilterBar onReset={screen.reset}>
          <FilterText label={t('organization.field.name')} value={f.name} onApply={(name) => list.set({ name })} />
          <FilterText label={t('organization.field.erpCode')} value={f.erpCode} onApply={(erpCode) => list.set({ erpCode })} />
          <FilterMany
            label={t('organization.field.type')}
            values={f.type}
            options={groupTypes.map((value) => ({ value, label: t(`groupType.${value}`) }))}
            onApply={(type) => list.set({ type })}
          />
          {screen.underId !== null && (
            <FilterToggle on={f.below !== false} onApply={(on) => list.set({ below: on ? undefined : 'false' })}>
              {t('organization.below')}
            </FilterToggle>
          )}
        </FilterBar>
      }
      table={{ columns, idOf: (r) => r.id, signature: (r) => r.version }}
      empty={{
        title: t('organization.empty'),
        text: t('organization.emptyText'),
        ...(can(organizations.create.allow) ? { action: <Button onClick={() => screen.show({ kind: 'org', id: 0, edit: true })}>{t('organization.new')}</Button> } : {}),
      }}
    />
  );
}

function useColumns(rows: readonly OrganizationRow[], page: { number: number; size: number; total: number }, split: boolean): Column<OrganizationRow>[] {
  const { t, number } = useWords();
  const phone = !useMedia('(min-width: 768px)');
  return useMemo(() => {
    const no = numbered(rows, page);
    const name: Column<OrganizationRow> = { key: 'name', title: t('organization.field.name'), sort: 'name', cell: (r) => <b>{r.name}</b> };
    if (phone)
      return [
        {
          ...name,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <b>{r.name}</b>
              <chakra.small display="block" color="ink3">
                {t(`groupType.${r.type}`)}
                {r.parent ? ` · ${r.parent.name}` : ''}
              </chakra.small>
            </chakra.span>
          ),
        },
        { key: 'users', title: t('organization.users'), align: 'right', width: '64px', cell: (r) => <span className="num">{number(r.users)}</span> },
        { key: 'vehicles', title: t('organization.vehicles'), align: 'right', width: '64px', cell: (r) => <span className="num">{number(r.vehicles)}</span> },
      ];
    const all: (Column<OrganizationRow> & { wide?: boolean })[] = [
      { key: 'no', title: t('common.no'), align: 'right', width: '56px', wide: true, cell: (r) => <span className="num">{number(no(r))}</span> },
      name,
      { key: 'type', title: t('organization.field.type'), cell: (r) => t(`groupType.${r.type}`) },
      { key: 'parent', title: t('organization.field.parentId'), width: '140px', wide: true, cell: (r) => r.parent?.name ?? '–' },
      { key: 'erpCode', title: t('organization.field.erpCode'), width: '104px', cell: (r) => <span className="num">{r.erpCode ?? '–'}</span> },
      { key: 'address', title: t('organization.field.address'), wide: true, cell: (r) => [r.address, r.addressDetail].filter(Boolean).join(' ') || '–' },
      { key: 'users', title: t('organization.users'), align: 'right', width: '72px', cell: (r) => <span className="num">{number(r.users)}</span> },
      { key: 'vehicles', title: t('organization.vehicles'), align: 'right', width: '80px', cell: (r) => <span className="num">{number(r.vehicles)}</span> },
    ];
    return all.filter((c) => !split || !c.wide);
  }, [rows, page, split, phone, t, number]);
}
