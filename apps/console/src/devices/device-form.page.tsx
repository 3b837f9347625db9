import { chakra, Flex } from '@chakra-ui/react';
import { ChangeDeviceBody, type DeviceDetail, devices, deviceTypes } from '@headland/contracts/device';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords, type Words } from '../lib/text';
import { dayText } from '../lib/time';
import { serverNow } from '../lib/clock';
import { useReread } from '../lib/use-act';
import { call } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { ChangedMeanwhile } from '../ui/changed-meanwhile';
import { RadioGroup, TextArea, TextField } from '../ui/field';
import { LeaveGuard } from '../ui/leave-guard';
import { LockedNote } from '../ui/locked-note';
import { Card, Page } from '../ui/panel';
import { ErrorState } from '../ui/states';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import { WithDevice } from './use-device';
import { VehicleFind } from './vehicle-find';

const intervals = [30, 60] as const;
/** The version is the form's own affair, not a field of it. */
const Form = ChangeDeviceBody.omit({ version: true });

/** What was loaded stays below what one types: later reads of the same device change neither, only Reload does. */
export function DeviceFormPage() {
  return <WithDevice>{(device, look) => <Edit key={device.id} newest={device} look={look} />}</WithDevice>;
}

function Edit({ newest, look }: { newest: DeviceDetail; look: () => Promise<DeviceDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  if (start.status !== 'in_use') return <Locked device={start} />;
  return <Change key={start.version} start={start} newest={newest} onLook={() => void look()} onReload={() => void look().then((now) => now && setStart(now))} />;
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
  onLook: () => void;
  onReload: () => void;
}
function Change({ start, newest, onLook, onReload }: ChangeProps) {
  const words = useWords();
  const { t } = words;
  const reread = useReread(devices.list);
  const show = useShow(start.id);
  const form = useForm(Form, valuesOf(start));
  const [vin, setVin] = useState(start.vehicle?.vin ?? '');
  const { values } = form;
  const moved = values.vehicleId !== valuesOf(start).vehicleId;
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      const saved = await call(devices.change, { params: { id: start.id }, body: { ...body, version: start.version } });
      reread();
      toast(t('device.said.changed', { id: saved.deviceId }));
      show(true);
    });
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  const bySos = start.locked === 'sos';
  return (
    <Frame device={start} busy={form.busy} problem={form.problem} onSave={() => void save()} onCancel={() => show()}>
      {changed && <ChangedMeanwhile problem={changed} rows={differences(words, newest, values, vin)} onLook={onLook} onReload={onReload} />}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} />
      <Part title={t('device.numbers')}>
        <TextField label={t('device.sim')} inputMode="numeric" maxLength={20} help={t('device.simHelp')} {...form.field('sim')} />
        <TextField label={t('device.activation')} inputMode="numeric" maxLength={11} {...form.field('activation')} />
        <RadioGroup
          label={t('device.interval')}
          options={intervals.map((n) => ({ value: String(n), label: t('device.intervalN', { n }) }))}
          {...form.field('intervalSeconds')}
        />
        <RadioGroup label={t('device.type')} options={deviceTypes.map((n) => ({ value: String(n), label: t('device.typeN', { n }) }))} {...form.field('type')} />
      </Part>
      <Part title={t('device.vehicle')}>
        <VehicleFind
          field={form.field('vehicleId')}
          vin={vin}
          disabled={bySos}
          help={bySos ? t('device.lock.sos') : t('device.vehicleHelp')}
          onPick={(id, picked) => {
            form.set('vehicleId', id);
            setVin(picked);
          }}
          current={start.vehicle}
        />
        {moved && values.vehicleId !== '' && (
          <TextField
            label={t('device.matchedOn')}
            type="date"
            required={false}
            help={t('device.matchedOnHelp')}
            {...form.field('matchedOn')}
            placeholder={dayText(serverNow())}
          />
        )}
        {moved && (
          <chakra.p role="status" textStyle="dense" color="watch.ink" gridColumn="1 / -1">
            {moveText(words, start.vehicle?.vin ?? null, vin)}
          </chakra.p>
        )}
      </Part>
      <Card px="4" py="4">
        <TextArea label={t('device.reason')} help={t('device.reasonHelp')} maxLength={1500} {...form.field('reason')} />
      </Card>
    </Frame>
  );
}

/** Out of use: there is nothing to save here, and the page says why. */
function Locked({ device }: { device: DeviceDetail }) {
  const { t } = useWords();
  const show = useShow(device.id);
  return (
    <Frame device={device} busy={false} problem={null} onCancel={() => show()}>
      <LockedNote>{t('device.lock.notInUse')}</LockedNote>
    </Frame>
  );
}

/** To the page of the device, past the question whether to leave what has just been saved. */
function useShow(id: number): (saved?: boolean) => void {
  const navigate = useNavigate();
  return (saved = false) => void navigate({ to: '/deviceDetail/$number', params: { number: String(id) } as never, ignoreBlocker: saved, replace: saved });
}

function moveText({ t }: Pick<Words, 't'>, from: string | null, to: string): string {
  if (from === null) return t('device.vehicleEnters', { to });
  return to === '' ? t('device.vehicleLeaves', { from }) : t('device.vehicleMoves', { from, to });
}

function differences({ t }: Pick<Words, 't'>, now: DeviceDetail, yours: Values, vin: string): { label: string; now: string; yours: string }[] {
  const saved = valuesOf(now);
  return [
    { label: t('device.sim'), now: saved.sim, yours: yours.sim },
    { label: t('device.activation'), now: saved.activation, yours: yours.activation },
    { label: t('device.interval'), now: `${saved.intervalSeconds} s`, yours: `${yours.intervalSeconds} s` },
    { label: t('device.type'), now: t('device.typeN', { n: saved.type }), yours: t('device.typeN', { n: yours.type }) },
    { label: t('device.vehicle'), now: now.vehicle?.vin ?? '', yours: vin },
  ];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" role="group" aria-label={title} px="4" pb="4" pt="3">
      <chakra.h2 textStyle="strong" mb="3">
        {title}
      </chakra.h2>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(0,1fr)' }} alignItems="start">
        {children}
      </chakra.div>
    </Card>
  );
}

interface FrameProps {
  device: DeviceDetail;
  busy: boolean;
  problem: unknown;
  /** absent: nothing can be saved */
  onSave?: () => void;
  onCancel: () => void;
  children: ReactNode;
}
function Frame({ device, busy, problem, onSave, onCancel, children }: FrameProps) {
  const { t } = useWords();
  const formId = useId();
  const body = useRef<HTMLDivElement>(null);
  // what went wrong as a whole is said at the top
  useEffect(() => {
    if (problem && body.current) body.current.scrollTop = 0;
  }, [problem]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave?.();
  };
  return (
    <Page
      head={
        <Flex as="header" px="4" py="3" minH="14" gap="2" align="center" flexShrink={0}>
          <IconButton label={t('common.cancel')} icon={<ArrowLeft size={18} />} onClick={onCancel} ml="-2" />
          <chakra.div minW="0">
            <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
              {device.deviceId}
            </chakra.h1>
            <chakra.p textStyle="small" color="ink3">
              {t('device.editing')}
            </chakra.p>
          </chakra.div>
        </Flex>
      }
    >
      <chakra.div ref={body} flex="1" minH="0" overflowY="auto" px={{ base: '3', md: '4' }} pb="4" scrollPaddingBottom="16">
        <chakra.form id={formId} noValidate display="grid" gap="3" maxW="880px" gridTemplateColumns="minmax(0,1fr)" onSubmit={submit}>
          {children}
        </chakra.form>
      </chakra.div>
      <Flex as="footer" flexShrink={0} px="4" py="3" gap="2" align="center" justify="flex-end" borderTop="1px solid" borderColor="lineStrong" bg="sunken">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        {onSave && (
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('common.save')}
          </Button>
        )}
      </Flex>
    </Page>
  );
}
