import { chakra } from '@chakra-ui/react';
import { ChangeDeviceBody, type DeviceDetail, devices, deviceTypes } from '@headland/contracts/device';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import { useInvalidate } from '../../ui/use-action';
import { call } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { DateField } from '../../ui/date-field';
import { RadioGroup, TextArea, TextField } from '../../ui/field';
import { FormPage, FormPart } from '../../ui/form-page';
import { LeaveGuard } from '../../ui/leave-guard';
import { LockedNote } from '../../ui/locked-note';
import { Card } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { WithDevice } from './use-device';
import { VehicleFind } from './vehicle-find';

const intervals = [30, 60] as const;
/** The version is the form's own affair, not a field of it. */
const Form = ChangeDeviceBody.omit({ version: true });

/** What was loaded stays below what one types: later reads of the same device change neither, only Reload does. */
export function DeviceFormPage() {
  return <WithDevice>{(device, refetch) => <Edit key={device.id} newest={device} refetch={refetch} />}</WithDevice>;
}

function Edit({ newest, refetch }: { newest: DeviceDetail; refetch: () => Promise<DeviceDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  if (start.status !== 'in_use') return <Locked device={start} />;
  return (
    <Change
      key={start.version}
      start={start}
      newest={newest}
      onRefresh={() => void refetch()}
      onReload={() => void refetch().then((now) => now && setStart(now))}
    />
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

interface ChangeProps {
  start: DeviceDetail;
  newest: DeviceDetail;
  onRefresh: () => void;
  onReload: () => void;
}
function Change({ start, newest, onRefresh: onLook, onReload }: ChangeProps) {
  const words = useI18n();
  const { t } = words;
  const invalidate = useInvalidate(devices.list);
  const show = useShow(start.id);
  const form = useForm(Form, valuesOf(start));
  const [vin, setVin] = useState(start.vehicle?.vin ?? '');
  const { values } = form;
  const moved = values.vehicleId !== valuesOf(start).vehicleId;
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      const saved = await call(devices.change, { params: { id: start.id }, body: { ...body, version: start.version } });
      invalidate();
      toast(t('device.said.changed', { id: saved.deviceId }));
      show(true);
    });
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  const held = start.locked === 'notInUse' ? null : start.locked;
  return (
    <FormPage
      title={start.deviceId}
      under={t('device.editing')}
      form={form}
      onSave={() => void save()}
      onCancel={() => show()}
      maxW="880px"
    >
      {changed && (
        <ChangedMeanwhile
          problem={changed}
          rows={differences(words, newest, values, vin)}
          onRefresh={onLook}
          onReload={onReload}
        />
      )}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} />
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
            {moveText(words, start.vehicle?.vin ?? null, vin)}
          </chakra.p>
        )}
      </FormPart>
      <Card px="4" py="4">
        <TextArea label={t('device.reason')} help={t('device.reasonHelp')} maxLength={1500} {...form.field('reason')} />
      </Card>
    </FormPage>
  );
}

/** Out of use: there is nothing to save here, and the page says why. */
function Locked({ device }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const show = useShow(device.id);
  return (
    <FormPage
      title={device.deviceId}
      under={t('device.editing')}
      form={{ busy: false, problem: null }}
      onCancel={() => show()}
      maxW="880px"
    >
      <LockedNote>{t('device.lock.notInUse')}</LockedNote>
    </FormPage>
  );
}

/** To the page of the device, past the question whether to leave what has just been saved. */
function useShow(id: number): (saved?: boolean) => void {
  const navigate = useNavigate();
  return (saved = false) =>
    void navigate({
      to: toRecord('/deviceDetail', id),
      ignoreBlocker: saved,
      replace: saved,
    });
}

function moveText({ t }: Pick<I18n, 't'>, from: string | null, to: string): string {
  if (from === null) return t('device.vehicleEnters', { to });
  return to === '' ? t('device.vehicleLeaves', { from }) : t('device.vehicleMoves', { from, to });
}

function differences(
  { t }: Pick<I18n, 't'>,
  now: DeviceDetail,
  yours: Values,
  vin: string,
): { label: string; now: string; yours: string }[] {
  const saved = valuesOf(now);
  return [
    { label: t('device.sim'), now: saved.sim, yours: yours.sim },
    { label: t('device.activation'), now: saved.activation, yours: yours.activation },
    { label: t('device.interval'), now: `${saved.intervalSeconds} s`, yours: `${yours.intervalSeconds} s` },
    { label: t('device.type'), now: t('device.typeN', { n: saved.type }), yours: t('device.typeN', { n: yours.type }) },
    { label: t('device.vehicle'), now: now.vehicle?.vin ?? '', yours: vin },
  ];
}
