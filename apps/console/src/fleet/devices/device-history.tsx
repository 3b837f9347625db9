import { type DeviceChange, devices } from '@headland/contracts/device';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useI18n, type I18n } from '../../lib/i18n';
import { type HistoryStep, type HistoryLabels, RecordHistory } from '../../ui/record-history';

/** Who changed what of a device and why, newest first: one row a field. */
export function DeviceHistory({ id }: { id: number }) {
  const { t } = useI18n();
  return (
    <RecordHistory
      endpoint={devices.history}
      id={id}
      label={t('device.history')}
      empty={{ title: t('device.history.empty'), text: t('device.history.emptyText') }}
      labels={labels}
      stepOf={stepOf}
    />
  );
}

/** The table knows its rows by numbers: here by their place. */
const stepOf = ({ what, at, by, reason, from, to }: DeviceChange, place: number): HistoryStep => ({
  number: place,
  at,
  by,
  reason,
  name: what.startsWith('record.') ? what : 'record.changed',
  changes: what.startsWith('record.') ? [] : [{ field: what, from, to }],
});

const labels: HistoryLabels = {
  /** The type of a device is not the type of an organisation, which has the shorter name. */
  field: ({ t }, field) => (field === 'type' ? t('device.type') : fieldOf(t, field)),
  value({ t }, field, value) {
    if (field === 'type') return t('device.typeN', { n: value });
    const key = `device.status.${value}`;
    return field === 'status' && isMessageKey(key) ? t(key) : value;
  },
};

function fieldOf(t: I18n['t'], field: string): string {
  const key = `recordField.${field}`;
  return isMessageKey(key) ? t(key) : field;
}
