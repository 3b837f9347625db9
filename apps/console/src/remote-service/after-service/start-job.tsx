import { chakra } from '@chakra-ui/react';
import { afterService, type ServiceJob, StartJobBody } from '@headland/contracts/after-service';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { DateField } from '../../ui/date-field';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextArea } from '../../ui/field';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { useFaultOptions } from './job-fault';

interface Props {
  vehicle: { id: number; vin: string };
  onClose: () => void;
  onStarted?: (job: ServiceJob) => void;
}
/** Why somebody goes to a machine, when, and the fault report that it is about. */
export function StartJob({ vehicle: { id, vin }, onClose, onStarted }: Props) {
  const { t } = useI18n();
  const invalidate = useInvalidate(afterService.startJob);
  const form = useForm(
    StartJobBody,
    { symptom: '', faultId: '', visitOn: dayText(serverNow()) },
    { draft: `service-job-${id}` },
  );
  const { data } = useQuery(query(afterService.job, { params: { id } }));
  const faults = useFaultOptions(data?.faults ?? []);
  const run = async (): Promise<void> => {
    let started: ServiceJob | null = null;
    if (!(await form.submit(async (body) => (started = await call(afterService.startJob, { params: { id }, body })))))
      return;
    invalidate();
    if (started !== null) {
      toast(t('serviceJob.started', { id: (started as ServiceJob).id }));
      onStarted?.(started);
    }
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('serviceJob.startOf', { vin })}
      confirm={{ label: t('serviceJob.start'), onConfirm: () => void run(), busy: form.busy }}
    >
      <chakra.div display="grid" gap="3">
        <TextArea label={t('serviceJob.symptom')} rows={4} maxLength={1500} {...form.field('symptom')} />
        <SelectField label={t('serviceJob.fault')} required={false} {...form.field('faultId')} options={faults} />
        <DateField label={t('serviceJob.visitOn')} {...form.field('visitOn')} />
        {form.problem && <ActError error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}
