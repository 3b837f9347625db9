import { consumableAlarms, vehicles, vehicleStates } from '@headland/contracts/vehicle';
import { inDistanceUnit, toKm } from '@headland/domain/distance-unit';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { useUnits } from '../../lib/session/member';
import { query, useCan } from '../../lib/session/session';
import { CountedFilters } from '../../ui/counted-filters';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { FilterNumbers } from '../../ui/filter-numbers';
import { OrganizationFilter, useOrganizationNodes } from '../../ui/organization-filter';
import { StateMark } from '../../ui/state-mark';
import type { List } from '../../ui/use-list';

type Flag = 'true' | 'false' | undefined;
const works = ['idle', 'work', 'drive'] as const;

/** The filters of the vehicle list; each lands in the address. A customer's name is asked for only by those who may read customers. */
export function VehicleFilters({ list }: { list: List<typeof vehicles.list> }) {
  const { t } = useI18n();
  const can = useCan();
  const { filter, set } = list;
  const { data: models = [] } = useQuery(query(vehicles.models));
  const dealers = useOrganizationNodes();
  const flag = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : String(value));
  // the list counts in km, whatever the account reads
  const units = useUnits();
  const shown = (km: number | undefined): number | undefined =>
    km === undefined ? km : Math.round(inDistanceUnit(km, units) * 10) / 10;
  const inKm = (n: number | undefined): number | undefined =>
    n === undefined ? n : Math.round(toKm(n, units) * 1000) / 1000;
  return (
    <FilterBar onReset={list.reset}>
      <FilterText label={t('vehicle.vin')} value={filter.vin} width="132px" onApply={(vin) => set({ vin })} />
      <FilterToggle
        brief={t('watch.mine')}
        on={filter.mine === true}
        icon={<Star size={13} fill={filter.mine === true ? 'currentColor' : 'none'} />}
        onApply={(on) => set({ mine: on ? 'true' : undefined })}
      >
        {t('watch.mine')}
      </FilterToggle>
      <FilterMany
        label={t('vehicle.model')}
        values={filter.model}
        options={models.map((m) => ({ value: m, label: m }))}
        onApply={(model) => set({ model })}
      />
      {dealers.length > 1 && (
        <OrganizationFilter
          label={t('vehicle.dealer')}
          value={filter.dealerId}
          onApply={(dealerId) => set({ dealerId })}
        />
      )}
      {can('customer:R') && (
        <FilterText
          label={t('vehicle.customer')}
          value={filter.customer}
          width="96px"
          onApply={(customer) => set({ customer })}
        />
      )}
      <FilterSelect
        label={t('vehicle.engine')}
        value={flag(filter.engineOn)}
        onApply={(on) => set({ engineOn: on as Flag })}
        options={[
          { value: 'true', label: t('vehicle.on') },
          { value: 'false', label: t('vehicle.off') },
        ]}
      />
      <FilterMany
        label={t('vehicle.work')}
        values={filter.work}
        options={works.map((value) => ({ value, label: t(`state.${value}`) }))}
        onApply={(work) => set({ work })}
      />
      <FilterSelect
        label={t('vehicle.connection')}
        value={flag(filter.online)}
        onApply={(online) => set({ online: online as Flag })}
        options={[
          { value: 'true', label: t('vehicle.online') },
          { value: 'false', label: t('state.offline') },
        ]}
      />
      {/* other screens link here by state; engine, work and connection are the same for manual filtering */}
      {filter.state.length > 0 && (
        <FilterMany
          label={t('vehicle.state')}
          values={filter.state}
          options={vehicleStates.map((s) => ({ value: s, label: t(`state.${s}`) }))}
          onApply={(state) => set({ state })}
        />
      )}
      {/* the map leads here for what it cannot show */}
      {filter.placed !== undefined && (
        <FilterToggle on onApply={() => set({ placed: undefined })}>
          {t(filter.placed ? 'vehicle.placed' : 'vehicle.noPosition')}
        </FilterToggle>
      )}
      <CountedFilters filter={filter} set={set} without={['dealerId']} />
      <FilterToggle
        on={filter.openFault === true}
        icon={<StateMark state="today" />}
        onApply={(on) => set({ openFault: on ? 'true' : undefined })}
      >
        {t('vehicle.openFault')}
      </FilterToggle>
      <FilterToggle
        on={filter.openSos === true}
        icon={<StateMark state="now" />}
        onApply={(on) => set({ openSos: on ? 'true' : undefined })}
      >
        SOS
      </FilterToggle>
      <FilterMany
        label={t('vehicle.consumable')}
        values={filter.consumable}
        options={consumableAlarms.map((value) => ({ value, label: t(`cycleState.${value}`) }))}
        onApply={(consumable) => set({ consumable })}
      />
      <FilterNumbers
        label={t('sensor.engineHours')}
        unit="h"
        from={filter.hoursFrom}
        to={filter.hoursTo}
        onApply={({ from, to }) => set({ hoursFrom: text(from), hoursTo: text(to) })}
      />
      <FilterNumbers
        label={t('sensor.odometer')}
        unit={t(`unit.${units}`)}
        from={shown(filter.mileageFrom)}
        to={shown(filter.mileageTo)}
        onApply={({ from, to }) => set({ mileageFrom: text(inKm(from)), mileageTo: text(inKm(to)) })}
      />
      <FilterDates
        label={t('vehicle.lastStart')}
        of={vehicles.list.query}
        start="startedFrom"
        filter={filter}
        onApply={set}
      />
    </FilterBar>
  );
}

const text = (n: number | undefined): string | undefined => (n === undefined ? undefined : String(n));
