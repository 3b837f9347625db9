import { chakra } from '@chakra-ui/react';
import { type DeviceDetail, devices, UnregisterDeviceBody } from '@headland/contracts/device';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useInvalidate } from '../../ui/use-action';
import { call } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea, TextField } from '../../ui/field';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

const Reason = UnregisterDeviceBody.pick({ reason: true });

/** For good, so the id must be typed and a reason given; a state that forbids it is named. */
export function UnregisterDevice({ device: d }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        kind="danger"
        disabled={d.locked !== null}
        reason={d.locked === null ? undefined : t(`device.lock.${d.locked}`)}
        onClick={() => setAsking(true)}
      >
        {t('device.unregister')}
      </Button>
      {asking && <Ask device={d} onClose={() => setAsking(false)} />}
    </>
  );
}

function Ask({ device: d, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useI18n();
  const cache = useQueryClient();
  const invalidate = useInvalidate(devices.list);
  const form = useForm(Reason, { reason: '' });
  const [typed, setTyped] = useState('');
  const send = (): Promise<unknown> =>
    form.submit(async ({ reason }) => {
      const gone = await call(devices.unregister, { params: { id: d.id }, body: { version: d.version, reason } });
      // who sees a part may not see it any more: what became of it is shown from the answer
      cache.setQueriesData({ queryKey: [devices.get.path] }, (old: DeviceDetail | undefined) =>
        old?.id === gone.id ? gone : old,
      );
      invalidate();
      toast(t('device.toast.unregistered', { id: d.deviceId }));
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('device.unregisterTitle', { id: d.deviceId })}
      confirm={{
        label: t('device.unregister'),
        danger: true,
        busy: form.busy,
        disabled: typed.trim() !== d.deviceId,
        onConfirm: () => void send(),
      }}
      width="480px"
    >
      <chakra.div display="grid" gap="3">
        <p>{d.vehicle === null ? t('device.unregisterAlone') : t('device.unregisterFrom', { vin: d.vehicle.vin })}</p>
        <chakra.p fontWeight="500" color="ink">
          {t('device.unregisterFinal')}
        </chakra.p>
        {form.problem && <ActError error={form.problem} />}
        <TextArea label={t('device.reason')} maxLength={1500} {...form.field('reason')} />
        <TextField label={t('device.typeId', { id: d.deviceId })} value={typed} onChange={setTyped} />
      </chakra.div>
    </Dialog>
  );
}
