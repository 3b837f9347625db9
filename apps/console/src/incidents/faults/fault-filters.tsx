import { faults, severities } from '@headland/contracts/fault';
import { ArrowUp } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { CountedFilters } from '../../ui/counted-filters';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { OrganizationFilter } from '../../ui/organization-filter';
import { StateMark } from '../../ui/state-mark';
import type { List } from '../../ui/use-list';
import { hasDates, startOfTab, statusesOf } from './fault-tabs';

/** The filters of the fault lists; each lands in the address. */
export function FaultFilters({ list }: { list: List<typeof faults.list> }) {
  const { t } = useI18n();
  const f = list.filter;
  return (
    <FilterBar
      onReset={() => {
        list.reset();
        list.set(startOfTab(f.tab));
      }}
      end={
        f.sort === 'priority' ? undefined : (
          <Button kind="link" icon={<ArrowUp size={14} />} onClick={() => list.setSort('priority', 'asc')}>
            {t('fault.priority')}
          </Button>
        )
      }
    >
      <FilterText label={t('fault.vin')} value={f.vin} onApply={(vin) => list.set({ vin })} />
      <FilterText label={t('fault.text')} value={f.text} onApply={(text) => list.set({ text })} width="180px" />
      {/* on from the beginning: before those that may wait behind a button */}
      {hasDates(f.tab) && <FilterDates label={t('fault.range')} of={faults.list.query} filter={f} onApply={list.set} />}
      <FilterMany
        label={t('fault.severity')}
        values={f.severity}
        options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
        onApply={(severity) => list.set({ severity })}
      />
      <FilterMany
        label={t('fault.status')}
        values={f.status}
        options={statusesOf[f.tab].map((value) => ({ value, label: t(`faultStatus.${value}`) }))}
        onApply={(status) => list.set({ status })}
      />
      <OrganizationFilter label={t('fault.agency')} value={f.agencyId} onApply={(agencyId) => list.set({ agencyId })} />
      <FilterText label={t('fault.person')} value={f.person} onApply={(person) => list.set({ person })} width="130px" />
      <FilterSelect
        label={t('fault.cleared')}
        value={f.cleared === undefined ? undefined : String(f.cleared)}
        options={[
          { value: 'true', label: t('recordValue.true') },
          { value: 'false', label: t('recordValue.false') },
        ]}
        onApply={(cleared) => list.set({ cleared: cleared as 'true' | 'false' | undefined })}
      />
      <FilterText label={t('fault.model')} value={f.model} onApply={(model) => list.set({ model })} width="130px" />
      <CountedFilters filter={f} set={list.set} />
      {f.tab !== 'completed' && (
        <FilterToggle
          on={f.overdue === true}
          icon={<StateMark state="now" />}
          onApply={(on) => list.set({ overdue: on ? 'true' : undefined })}
        >
          {t('fault.overdue')}
        </FilterToggle>
      )}
    </FilterBar>
  );
}
