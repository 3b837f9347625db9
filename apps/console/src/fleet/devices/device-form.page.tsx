import { chakra } from '@chakra-ui/react';
import { ChangeDeviceBody, type DeviceDetail, devices, deviceTypes } from '@headland/contracts/device';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { DateField } from '../../ui/date-field';
import { RadioGroup, TextArea, TextField } from '../../ui/field';
import { FormPage, FormPart } from '../../ui/form-page';
import { LockedNote } from '../../ui/locked-note';
import { Card } from '../../ui/panel';
import type { Difference } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { WithDevice } from './use-device';
import { VehicleFind } from './vehicle-find';

const intervals = [30, 60] as const;
/** The version is the form's own affair, not a field of it. */
const Form = ChangeDeviceBody.omit({ version: true });

export function DeviceFormPage() {
  return (
    <WithDevice fresh>
      {(device, refetch) => (
        <RecordEdit key={device.id} newest={device} refetch={refetch}>
          {(record) => (record.start.status === 'in_use' ? <Change {...record} /> : <Locked device={record.start} />)}
        </RecordEdit>
      )}
    </WithDevice>
  );
}

const valuesOf = (d: DeviceDetail) => ({
  sim: d.sim ?? '',
  activation: d.activation ?? '',
  intervalSeconds: String(d.intervalSeconds),
  type: String(d.type),
  vehicleId: d.vehicle === null ? '' : String(d.vehicle.id),
  matchedOn: '',
  reason: '',
});
type Values = ReturnType<typeof valuesOf>;

function Change({ start, newest, refresh, reload }: RecordState<DeviceDetail>) {
  const i18n = useI18n();
  const { t } = i18n;
  const navigate = useNavigate();
  const to = toRecord('/deviceDetail', start.id);
  const [vin, setVin] = useState(start.vehicle?.vin ?? '');
  const form = useRecordForm({
    schema: Form,
    start: valuesOf(start),
    changed: { refresh, reload, rows: (yours) => differences(i18n, newest, yours, vin) },
    send: (body) => call(devices.change, { params: { id: start.id }, body: { ...body, version: start.version } }),
    invalidates: [devices.list],
    toastText: ({ deviceId }) => t('device.toast.changed', { id: deviceId }),
    done: () => void navigate({ to, ...afterSave }),
  });
  const { values } = form;
  const moved = values.vehicleId !== valuesOf(start).vehicleId;
  const held = start.locked === 'notInUse' ? null : start.locked;
  return (
    <RecordFormPage
      form={form}
      title={start.deviceId}
      under={t('device.editing')}
      onCancel={() => void navigate({ to })}
      maxW="880px"
    >
      <FormPart title={t('device.numbers')}>
        <TextField
          label={t('device.sim')}
          inputMode="numeric"
          maxLength={20}
          help={t('device.simHelp')}
          {...form.field('sim')}
        />
        <TextField label={t('device.activation')} inputMode="numeric" maxLength={11} {...form.field('activation')} />
        <RadioGroup
          label={t('device.interval')}
          options={intervals.map((n) => ({ value: String(n), label: t('device.intervalN', { n }) }))}
          {...form.field('intervalSeconds')}
        />
        <RadioGroup
          label={t('device.type')}
          options={deviceTypes.map((n) => ({ value: String(n), label: t('device.typeN', { n }) }))}
          {...form.field('type')}
        />
      </FormPart>
      <FormPart title={t('device.vehicle')}>
        <VehicleFind
          field={form.field('vehicleId')}
          vin={vin}
          disabled={held !== null}
          help={held === null ? t('device.vehicleHelp') : t(`device.lock.${held}`)}
          onPick={(id, picked) => {
            form.set('vehicleId', id);
            setVin(picked);
          }}
          current={start.vehicle}
        />
        {moved && values.vehicleId !== '' && (
          <DateField
            label={t('device.matchedOn')}
            required={false}
            help={t('device.matchedOnHelp')}
            {...form.field('matchedOn')}
          />
        )}
        {moved && (
          <chakra.p role="status" textStyle="dense" color="watch.ink" gridColumn="1 / -1">
            {moveText(i18n, start.vehicle?.vin ?? null, vin)}
          </chakra.p>
        )}
      </FormPart>
      <Card px="4" py="4">
        <TextArea label={t('device.reason')} help={t('device.reasonHelp')} maxLength={1500} {...form.field('reason')} />
      </Card>
    </RecordFormPage>
  );
}

/** Out of use: there is nothing to save here, and the page gives the reason. */
function Locked({ device }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <FormPage
      title={device.deviceId}
      under={t('device.editing')}
      form={{ busy: false, problem: null }}
      onCancel={() => void navigate({ to: toRecord('/deviceDetail', device.id) })}
      maxW="880px"
    >
      <LockedNote>{t('device.lock.notInUse')}</LockedNote>
    </FormPage>
  );
}

function moveText({ t }: Pick<I18n, 't'>, from: string | null, to: string): string {
  if (from === null) return t('device.vehicleEnters', { to });
  return to === '' ? t('device.vehicleLeaves', { from }) : t('device.vehicleMoves', { from, to });
}

function differences({ t }: Pick<I18n, 't'>, now: DeviceDetail, yours: Values, vin: string): Difference[] {
  const saved = valuesOf(now);
  return [
    { label: t('device.sim'), now: saved.sim, yours: yours.sim },
    { label: t('device.activation'), now: saved.activation, yours: yours.activation },
    { label: t('device.interval'), now: `${saved.intervalSeconds} s`, yours: `${yours.intervalSeconds} s` },
    { label: t('device.type'), now: t('device.typeN', { n: saved.type }), yours: t('device.typeN', { n: yours.type }) },
    { label: t('device.vehicle'), now: now.vehicle?.vin ?? '', yours: vin },
  ];
}
