import { chakra } from '@chakra-ui/react';
import { FalseAlarmBody, ResolveSosBody, sosCalls, type SosDetail } from '@headland/contracts/sos';
import { t1500 } from '@headland/contracts/fields';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useReread } from '../lib/use-act';
import { useWords } from '../lib/text';
import { timeText } from '../lib/time';
import { call as send, query } from '../session/session';
import { Dialog } from '../ui/dialog';
import { RadioGroup, SelectField, TextArea } from '../ui/field';
import { LockedNote } from '../ui/locked-note';
import { ErrorState } from '../ui/states';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import { isOpen } from './sos-words';

/** Who has moved the call on while one typed, and when. */
export function lockedText(t: ReturnType<typeof useWords>['t'], call: SosDetail): string {
  const step = call.steps.findLast((s) => s.name === 'sos.dispatched' || s.name === 'sos.resolved' || s.name === 'sos.falseAlarm');
  const at = step?.at ?? call.closedAt ?? call.dispatchedAt;
  return t('sos.lockedBy', { name: step?.by ?? call.handler?.name ?? '–', time: at === null ? '–' : timeText(at), status: t(`sosStatus.${call.status}`) });
}

interface DialogProps {
  call: SosDetail;
  onClose: () => void;
}

export function ResolveDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const form = useForm(ResolveSosBody, { resolution: '', injured: '' }, { draft: `sos-resolve-${call.id}` });
  return (
    <StepDialog
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.resolveTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.resolve')}
      said={t('sos.said.resolved')}
      step={sosCalls.resolve}
      run={() => form.submit((body) => send(sosCalls.resolve, { params: { id: call.id }, body }))}
    >
      <RadioGroup
        label={t('sos.injured')}
        {...form.field('injured')}
        options={(['no', 'yes', 'unknown'] as const).map((value) => ({ value, label: t(`sos.injured.${value}`) }))}
      />
      <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
    </StepDialog>
  );
}

export function FalseAlarmDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const form = useForm(FalseAlarmBody, { cause: '', resolution: '' }, { draft: `sos-false-${call.id}` });
  return (
    <StepDialog
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.falseAlarmTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.falseAlarm')}
      said={t('sos.said.falseAlarm')}
      step={sosCalls.falseAlarm}
      run={() => form.submit((body) => send(sosCalls.falseAlarm, { params: { id: call.id }, body }))}
    >
      <SelectField
        label={t('sos.cause')}
        {...form.field('cause')}
        options={(['operatorMistake', 'test', 'sensor', 'other'] as const).map((value) => ({ value, label: t(`sos.cause.${value}`) }))}
      />
      <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
    </StepDialog>
  );
}

interface TextProps extends DialogProps {
  title: string;
  label: string;
  confirm: string;
  said: string;
  run: (text: string) => Promise<unknown>;
}
export function TextDialog({ call, onClose, title, label, confirm, said, run }: TextProps) {
  const form = useForm(z.object({ text: t1500 }), { text: '' }, { draft: `sos-text-${label}-${call.id}` });
  return (
    <StepDialog
      call={call}
      onClose={onClose}
      form={form}
      title={title}
      confirm={confirm}
      said={said}
      step={sosCalls.note}
      run={() => form.submit((body) => run(body.text))}
    >
      <TextArea label={label} rows={4} maxLength={1500} {...form.field('text')} />
    </StepDialog>
  );
}

export function AssignDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const { data: people = [], error } = useQuery(query(sosCalls.handlers, { params: { id: call.id } }));
  const form = useForm(z.object({ userId: z.coerce.number<string>() }), { userId: call.handler ? String(call.handler.id) : '' });
  return (
    <StepDialog
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.assignTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.assign')}
      said={t('sos.said.assigned')}
      step={sosCalls.assign}
      error={error}
      run={() => form.submit((body) => send(sosCalls.assign, { params: { id: call.id }, body }))}
    >
      <SelectField label={t('sos.handler')} {...form.field('userId')} options={people.map((p) => ({ value: String(p.id), label: p.name }))} />
    </StepDialog>
  );
}

interface StepProps extends DialogProps {
  form: { busy: boolean; problem: unknown };
  title: string;
  /** of the button */
  confirm: string;
  /** once it is done */
  said: string;
  /** what is done: lists that lean on it are read anew */
  step: Parameters<typeof useReread>[0];
  error?: unknown;
  run: () => Promise<boolean>;
  children: ReactNode;
}
/** One step of a call. Once somebody else has closed it, it says so and cannot be sent; what was typed stays. */
function StepDialog({ call, onClose, form, title, confirm, said, step, error, run, children }: StepProps) {
  const { t } = useWords();
  const reread = useReread(step);
  const locked = !isOpen(call) && !form.busy;
  const go = async (): Promise<void> => {
    if (!(await run())) return;
    toast(said);
    reread();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title} confirm={{ label: confirm, onConfirm: () => void go(), busy: form.busy, disabled: locked }}>
      <chakra.div display="grid" gap="3">
        {locked && <LockedNote>{lockedText(t, call)}</LockedNote>}
        {children}
        {(form.problem ?? error) ? <ErrorState compact error={form.problem ?? error} /> : null}
      </chakra.div>
    </Dialog>
  );
}
