import { chakra } from '@chakra-ui/react';
import { afterService, CloseJobBody, jobResults, type ServiceJob } from '@headland/contracts/after-service';
import { CompleteFaultBody, faults } from '@headland/contracts/fault';
import { serverNow } from '../../lib/clock';
import { useSeen } from '../../lib/use-seen';
import { ActProblem } from '../../ui/action-problem';
import { useInvalidate } from '../../ui/use-action';
import { DateField } from '../../ui/date-field';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { RadioGroup, TextArea } from '../../ui/field';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

export interface Completable {
  id: number;
  version: number;
  code: string;
  /** of the job: the work of the completion, and the day that is offered for it */
  workDone: string;
  visitOn: string;
}
interface Props {
  job: ServiceJob;
  onClose: () => void;
  /** it is closed; the accepted fault report that it was about, if this member may complete it */
  onClosed: (completable: Completable | null) => void;
}
const Body = CloseJobBody.omit({ version: true });

/** The end of a job: what was done and its result. After it the sheet is locked. */
export function CloseJob({ job: { id, version, workDone, visitOn, vehicle }, onClose, onClosed }: Props) {
  const { t } = useI18n();
  const invalidate = useInvalidate(afterService.job);
  const form = useForm(Body, { workDone: workDone ?? '', result: '' });
  const run = (): Promise<boolean> =>
    form.submit(async (body) => {
      const { completable } = await call(afterService.closeJob, { params: { jobId: id }, body: { ...body, version } });
      toast(t('serviceJob.closed', { id }));
      onClosed(completable === null ? null : { ...completable, workDone: body.workDone, visitOn });
      invalidate();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('serviceJob.closeTitle', { vin: vehicle.vin, id })}
      confirm={{ label: t('serviceJob.close'), danger: true, busy: form.busy, onConfirm: () => void run() }}
    >
      <chakra.div display="grid" gap="3">
        <p>{t('serviceJob.closeText')}</p>
        <TextArea label={t('serviceJob.workDone')} rows={4} maxLength={1500} {...form.field('workDone')} />
        <RadioGroup
          label={t('serviceJob.result')}
          {...form.field('result')}
          options={jobResults.map((value) => ({ value, label: t(`serviceJobResult.${value}`) }))}
        />
        {form.problem && <ActError error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

/** The report that the job was about is offered for completion; who declines finds it among the faults as it was. */
export function CompleteFault({
  fault: { id, version, code, workDone, visitOn },
  onClose,
}: {
  fault: Completable;
  onClose: () => void;
}) {
  const { t } = useI18n();
  const invalidate = useInvalidate(faults.complete);
  const seen = useSeen(version, true);
  const today = dayText(serverNow());
  const form = useForm(CompleteFaultBody, {
    ...{ kind: 'repair', memo: workDone },
    // no work is dated in the future: a visit that was planned for later is done today
    repairedOn: visitOn > today ? today : visitOn,
  });
  const run = (): Promise<boolean> =>
    form.submit(async (body) => {
      await seen((now) => call(faults.complete, { params: { id }, body: { ...body, version: now } }));
      toast(t('serviceJob.faultDone', { code }));
      invalidate();
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('serviceJob.faultTitle', { code })}
      confirm={{ label: t('serviceJob.faultComplete'), busy: form.busy, onConfirm: () => void run() }}
    >
      <chakra.div display="grid" gap="3">
        <p>{t('serviceJob.faultText')}</p>
        <DateField label={t('fault.repairedOn')} last={today} {...form.field('repairedOn')} />
        {form.problem && <ActProblem problem={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}
