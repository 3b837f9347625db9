import { chakra } from '@chakra-ui/react';
import { groupTypes } from '@headland/contracts/access';
import { type OrganizationRow, organizations } from '@headland/contracts/organization';
import { organizationListColumns } from '@headland/i18n/columns/organizations';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText, FilterToggle } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListExport } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { ListFrame } from './list-frame';
import type { ScreenState } from './use-screen';

export function OrganizationList({ screen }: { screen: ScreenState }) {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(organizations.list);
  const f = list.filter;
  const table = { ...useColumns(), idOf, signature };
  return (
    <ListFrame<OrganizationRow>
      title={t('organization.tab.organizations')}
      list={list}
      kind="org"
      screen={screen}
      filtered={f.name !== undefined || f.erpCode !== undefined || f.type.length > 0}
      filters={
        <FilterBar onReset={screen.reset} end={<ListExport brief as="organizations" list={list} table={table} />}>
          <FilterText label={t('organization.field.name')} value={f.name} onApply={(name) => list.set({ name })} />
          <FilterText
            label={t('organization.field.erpCode')}
            value={f.erpCode}
            onApply={(erpCode) => list.set({ erpCode })}
          />
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
      table={table}
      empty={{
        title: t('organization.empty'),
        text: t('organization.emptyText'),
        ...(can(organizations.create.allow)
          ? {
              action: (
                <Button onClick={() => screen.show({ kind: 'org', id: 0, edit: true })}>{t('organization.new')}</Button>
              ),
            }
          : {}),
      }}
    />
  );
}

const idOf = (row: OrganizationRow): number => row.id;
const signature = (row: OrganizationRow): number => row.version;

function useColumns(): { columns: Column<OrganizationRow>[]; phone: Column<OrganizationRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(organizationListColumns);
  return useMemo(() => {
    // in the workbook beside the address
    const { postalCode, ...shown } = c;
    return {
      columns: Object.values<Column<OrganizationRow>>({
        ...shown,
        name: { ...c.name, cell: (r) => <b>{r.name}</b> },
        parent: { ...c.parent, width: '140px', yields: true },
        erpCode: { ...c.erpCode, width: '104px' },
        address: { ...c.address, yields: true, exports: [postalCode.key, c.address.key] },
        users: { ...c.users, width: '72px' },
        vehicles: { ...c.vehicles, width: '80px' },
      } satisfies typeof shown),
      phone: [
        {
          ...c.name,
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
        { ...c.users, width: '64px' },
        { ...c.vehicles, width: '64px' },
      ],
    };
  }, [t, c]);
}
