import { type DeviceRow, devices, deviceStatuses, deviceTypes } from '@headland/contracts/device';
import { models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { type List, useList } from '../../ui/use-list';
import { useDeviceColumns } from './device-columns';
import { useLiveDevices } from './use-live-devices';

/** Devices in no vehicle are in no stream. */
const pollMs = 30_000;

/** Every terminal with its connection and its last communication, live; a row opens the page of its device. */
export function DeviceListPage() {
  const { t } = useI18n();
  const list = useList(devices.list, { refetchInterval: pollMs });
  const rows = useLiveDevices(list.rows);
  const { columns, phone } = useDeviceColumns();
  return (
    <ListPage<DeviceRow>
      title={t('screen.device')}
      list={{ ...list, rows }}
      exportAs="devices"
      to={(r) => toRecord('/deviceDetail', r.id)}
      filters={<DeviceFilters list={list} />}
      table={{ columns, phone, idOf, signature }}
      empty={{ title: t('device.empty'), text: t('device.emptyText') }}
    />
  );
}

const idOf = (row: DeviceRow): number => row.id;
/** Marked for two seconds: what a person would want to have seen, not each message. */
const signature = (row: DeviceRow): string =>
  `${row.status} ${row.online} ${row.firmware ?? ''} ${row.rssi ?? ''} ${row.vehicle?.id ?? ''}`;

function DeviceFilters({ list: { filter: f, set, reset } }: { list: List<typeof devices.list> }) {
  const { t } = useI18n();
  const { data: firmwares = [] } = useQuery(query(devices.firmwares));
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('device.id')} value={f.deviceId} onApply={(deviceId) => set({ deviceId })} />
      <FilterMany
        label={t('device.status')}
        values={f.status}
        options={deviceStatuses.map((value) => ({ value, label: t(`device.status.${value}`) }))}
        onApply={(status) => set({ status })}
      />
      <FilterSelect
        label={t('device.connection')}
        value={f.online === undefined ? undefined : String(f.online)}
        options={[
          { value: 'true', label: t('device.online') },
          { value: 'false', label: t('device.offline') },
        ]}
        onApply={(online) => set({ online: online as 'true' | 'false' | undefined })}
      />
      <FilterMany
        label={t('device.type')}
        values={f.type.map(String)}
        options={deviceTypes.map((n) => ({ value: String(n), label: t('device.typeN', { n }) }))}
        onApply={(type) => set({ type })}
      />
      <FilterMany
        label={t('device.firmware')}
        values={f.firmware}
        options={firmwares.map((value) => ({ value, label: value }))}
        onApply={(firmware) => set({ firmware })}
      />
      <FilterText
        label={t('device.sim')}
        value={f.sim}
        inputMode="numeric"
        onApply={(sim) => set({ sim })}
        width="190px"
      />
      <FilterText
        label={t('device.activation')}
        value={f.activation}
        inputMode="numeric"
        onApply={(activation) => set({ activation })}
        width="170px"
      />
      <FilterText label={t('device.vin')} value={f.vin} onApply={(vin) => set({ vin })} />
      <FilterMany
        label={t('device.model')}
        values={f.model}
        options={names.map(({ name }) => ({ value: name, label: name }))}
        onApply={(model) => set({ model })}
      />
      <FilterDates label={t('device.lastSeen')} of={devices.list.query} start="seenFrom" filter={f} onApply={set} />
      <FilterToggle
        on={f.skewed === true}
        icon={<Clock size={14} />}
        onApply={(on) => set({ skewed: on ? 'true' : undefined })}
      >
        {t('device.skewed')}
      </FilterToggle>
    </FilterBar>
  );
}
