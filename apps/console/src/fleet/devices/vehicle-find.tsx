import { type DeviceDetail, devices } from '@headland/contracts/device';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { useSettled } from '../../lib/use-settled';
import type { FieldProps } from '../../ui/field-frame';
import { FindField } from '../../ui/find-field';

const settleMs = 200;

interface Props {
  field: Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'name'>;
  /** of the chosen vehicle; '' for none */
  vin: string;
  disabled: boolean;
  help: ReactNode;
  /** the vehicle that it is in now: it stays choosable after another one was picked */
  current: DeviceDetail['vehicle'];
  onPick: (id: string, vin: string) => void;
}

/** Vehicles without a device, found by a part of their VIN. */
export function VehicleFind({ field, vin, disabled, help, current, onPick }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState<string | null>(null);
  const asked = useSettled(text, settleMs, { nullAtOnce: true });
  const { data = [], isFetching } = useQuery({
    ...query(devices.vehicles, { query: { text: asked ?? '' } }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const fits = current !== null && current.vin.toLowerCase().includes((asked ?? '').toLowerCase());
  const hits = [
    ...(fits ? [{ id: String(current.id), label: current.vin, note: current.model }] : []),
    ...data.map((v) => ({ id: String(v.id), label: v.vin, note: `${v.model} · ${v.dealer}` })),
  ];
  return (
    <FindField
      label={t('device.vin')}
      placeholder={t('device.vehicleFind')}
      required={false}
      help={help}
      disabled={disabled}
      {...field}
      shown={vin}
      hits={hits}
      busy={isFetching || text !== asked}
      onFind={setText}
      onChange={(id, hit) => onPick(id, hit?.label ?? '')}
    />
  );
}
