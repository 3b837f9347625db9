import { chakra } from '@chakra-ui/react';
import { CompleteFaultBody, faults, type FaultDetail } from '@headland/contracts/fault';
import { t1500 } from '@headland/contracts/fields';
import { isOpenFault } from '@headland/domain/fault';
import { z } from 'zod';
import { serverNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { useSeen } from '../../lib/use-seen';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call as send } from '../../lib/session/session';
import { ActProblem } from '../../ui/action-problem';
import { DateField } from '../../ui/date-field';
import { RadioGroup, TextArea, TextField } from '../../ui/field';
import { InlineForm } from '../../ui/inline-form';
import { LockedNote } from '../../ui/locked-note';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { lockedText } from './accept-form';

interface Props {
  report: FaultDetail;
  onClose: () => void;
}

export function CompleteDialog({ report, onClose }: Props) {
  const { t } = useI18n();
  const invalidate = useInvalidate(faults.complete);
  const form = useForm(
    CompleteFaultBody,
    { kind: 'repair', memo: '', repairedOn: dayText(serverNow()), partCode: '' },
    { draft: `fault-complete-${report.id}` },
  );
  const seen = useSeen(report.version, true);
  const repair = form.values.kind === 'repair';
  const locked = !isOpenFault(report.status) && !form.busy;
  const run = async (): Promise<void> => {
    if (
      !(await form.submit((body) =>
        seen((version) => send(faults.complete, { params: { id: report.id }, body: { ...body, version } })),
      ))
    )
      return;
    invalidate();
    toast(t('fault.toast.completed'));
    onClose();
  };
  return (
    <InlineForm
      onClose={onClose}
      title={t('fault.completeTitle', { vin: report.vehicle.vin, code: report.code })}
      confirm={{ label: t('fault.act.complete'), onConfirm: () => void run(), busy: form.busy, disabled: locked }}
    >
      <chakra.div display="grid" gap="3">
        {locked && <LockedNote>{lockedText(t, report)}</LockedNote>}
        <RadioGroup
          label={t('fault.kind')}
          {...form.field('kind')}
          disabled={locked}
          options={(['repair', 'processing'] as const).map((value) => ({
            value,
            label: t(`faultStatus.${value}Completed`),
          }))}
        />
        {repair && (
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
            <DateField
              label={t('fault.repairedOn')}
              last={dayText(serverNow())}
              {...form.field('repairedOn')}
              disabled={locked}
            />
            <TextField label={t('fault.partCode')} required={false} {...form.field('partCode')} disabled={locked} />
          </chakra.div>
        )}
        <TextArea label={t('fault.memo')} rows={4} maxLength={1500} {...form.field('memo')} disabled={locked} />
        <chakra.p color="ink3" textStyle="small">
          {t('fault.completeNote')}
        </chakra.p>
        {form.problem && <ActProblem problem={form.problem} />}
      </chakra.div>
    </InlineForm>
  );
}

const Reason = z.object({ reason: t1500 });
export function EscalateDialog({ report, onClose }: Props) {
  const { t } = useI18n();
  const invalidate = useInvalidate(faults.complete);
  const seen = useSeen(report.version, true);
  const form = useForm(Reason, { reason: '' }, { draft: `fault-escalate-${report.id}` });
  const locked = !isOpenFault(report.status) && !form.busy;
  const run = async (): Promise<void> => {
    if (
      !(await form.submit((body) =>
        seen((version) => send(faults.escalate, { params: { id: report.id }, body: { ...body, version } })),
      ))
    )
      return;
    invalidate();
    toast(t('fault.toast.escalated'));
    onClose();
  };
  return (
    <InlineForm
      onClose={onClose}
      title={t('fault.escalateTitle', { vin: report.vehicle.vin, code: report.code })}
      confirm={{ label: t('fault.act.escalate'), onConfirm: () => void run(), busy: form.busy, disabled: locked }}
    >
      <chakra.div display="grid" gap="3">
        {locked && <LockedNote>{lockedText(t, report)}</LockedNote>}
        <TextArea label={t('fault.reason')} rows={4} maxLength={1500} {...form.field('reason')} disabled={locked} />
        {form.problem && <ActProblem problem={form.problem} />}
      </chakra.div>
    </InlineForm>
  );
}
