import { chakra } from '@chakra-ui/react';
import {
  CorrectDispatchBody,
  FalseAlarmBody,
  ResolveSosBody,
  sosAlerts,
  type SosDetail,
} from '@headland/contracts/sos';
import { t1500 } from '@headland/contracts/fields';
import { type SosAct, sosRefusal } from '@headland/domain/sos';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Problem } from '../../lib/call';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useSeen } from '../../lib/use-seen';
import { call as send, query } from '../../lib/session/session';
import { ActProblem } from '../../ui/action-problem';
import { RadioGroup, SelectField, TextArea, TextField } from '../../ui/field';
import { InlineForm } from '../../ui/inline-form';
import { LockedNote } from '../../ui/locked-note';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

const moving = new Set(['sos.acknowledged', 'sos.dispatched', 'sos.resolved', 'sos.falseAlarm', 'sos.reopened']);
/** Who has moved the call on while one typed, and when. */
export function lockedText(t: ReturnType<typeof useI18n>['t'], call: SosDetail): string {
  const step = call.steps.findLast((s) => moving.has(s.name));
  const at = step?.at ?? call.closedAt ?? call.dispatchedAt;
  return t('sos.lockedBy', {
    name: step?.by ?? call.handler?.name ?? '–',
    time: at === null ? '–' : timeText(at),
    status: t(`sosStatus.${call.status}`),
  });
}

interface FormProps {
  call: SosDetail;
  onClose: () => void;
}

export function ResolveForm({ call, onClose }: FormProps) {
  const { t } = useI18n();
  const seen = useSeen(call.version, true);
  const form = useForm(ResolveSosBody, { resolution: '', injured: '' }, { draft: `sos-resolve-${call.id}` });
  return (
    <StepForm
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.resolveTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.resolve')}
      said={t('sos.said.resolved')}
      step={sosAlerts.resolve}
      act="resolve"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.resolve, { params: { id: call.id }, body: { ...body, version } })),
        )
      }
    >
      <RadioGroup
        label={t('sos.injured')}
        {...form.field('injured')}
        options={(['no', 'yes', 'unknown'] as const).map((value) => ({ value, label: t(`sos.injured.${value}`) }))}
      />
      <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
    </StepForm>
  );
}

export function FalseAlarmForm({ call, onClose }: FormProps) {
  const { t } = useI18n();
  const seen = useSeen(call.version, true);
  const form = useForm(FalseAlarmBody, { cause: '', resolution: '' }, { draft: `sos-false-${call.id}` });
  return (
    <StepForm
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.falseAlarmTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.falseAlarm')}
      said={t('sos.said.falseAlarm')}
      step={sosAlerts.falseAlarm}
      act="falseAlarm"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.falseAlarm, { params: { id: call.id }, body: { ...body, version } })),
        )
      }
    >
      <SelectField
        label={t('sos.cause')}
        {...form.field('cause')}
        options={(['operatorMistake', 'test', 'sensor', 'other'] as const).map((value) => ({
          value,
          label: t(`sos.cause.${value}`),
        }))}
      />
      <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
    </StepForm>
  );
}

/** Person, phone or arrival were written down wrong, or have changed; the agency is another dispatch. */
export function CorrectForm({ call, onClose }: FormProps) {
  const { t } = useI18n();
  const seen = useSeen(call.version, true);
  const { person = '', phone = '', note = null } = call.dispatch ?? {};
  const form = useForm(CorrectDispatchBody, { person, phone, etaMinutes: '', note: note ?? '' });
  return (
    <StepForm
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.correctTitle', { name: call.dispatch?.agency.name ?? '–' })}
      confirm={t('common.save')}
      said={t('sos.said.corrected')}
      step={sosAlerts.correctDispatch}
      act="correctDispatch"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.correctDispatch, { params: { id: call.id }, body: { ...body, version } })),
        )
      }
    >
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
        <TextField label={t('sos.person')} {...form.field('person')} />
        <TextField label={t('sos.phone')} type="tel" inputMode="tel" {...form.field('phone')} />
        <TextField
          label={t('sos.newArrival')}
          required={false}
          inputMode="numeric"
          end={t('sos.minutes')}
          {...form.field('etaMinutes')}
        />
        <TextField label={t('sos.note')} required={false} {...form.field('note')} />
      </chakra.div>
    </StepForm>
  );
}

interface TextProps extends FormProps {
  title: string;
  label: string;
  confirm: string;
  said: string;
  act: SosAct;
  run: (text: string, version: number) => Promise<unknown>;
}
export function TextForm({ call, onClose, title, label, confirm, said, act, run }: TextProps) {
  const seen = useSeen(call.version, true);
  const form = useForm(z.object({ text: t1500 }), { text: '' }, { draft: `sos-text-${label}-${call.id}` });
  return (
    <StepForm
      call={call}
      onClose={onClose}
      form={form}
      title={title}
      confirm={confirm}
      said={said}
      step={sosAlerts.note}
      act={act}
      run={() => form.submit((body) => seen((version) => run(body.text, version)))}
    >
      <TextArea label={label} rows={4} maxLength={1500} {...form.field('text')} />
    </StepForm>
  );
}

export function AssignForm({ call, onClose }: FormProps) {
  const { t } = useI18n();
  const { data: people = [], error } = useQuery(query(sosAlerts.handlers, { params: { id: call.id } }));
  const seen = useSeen(call.version, true);
  const form = useForm(z.object({ userId: z.coerce.number<string>() }), {
    userId: call.handler ? String(call.handler.id) : '',
  });
  return (
    <StepForm
      call={call}
      onClose={onClose}
      form={form}
      title={t('sos.assignTitle', { vin: call.vehicle.vin })}
      confirm={t('sos.act.assign')}
      said={t('sos.said.assigned')}
      step={sosAlerts.assign}
      act="assign"
      error={error}
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.assign, { params: { id: call.id }, body: { ...body, version } })),
        )
      }
    >
      <SelectField
        label={t('sos.handler')}
        {...form.field('userId')}
        options={people.map((p) => ({ value: String(p.id), label: p.name }))}
      />
    </StepForm>
  );
}

interface StepProps extends FormProps {
  form: { busy: boolean; problem: Problem | null };
  title: string;
  /** of the button */
  confirm: string;
  /** once it is done */
  said: string;
  /** what is done: lists that lean on it are read anew */
  step: Parameters<typeof useInvalidate>[0];
  act: SosAct;
  error?: unknown;
  run: () => Promise<boolean>;
  children: ReactNode;
}
/** One step of a call. Once somebody else has moved it on, it says so and cannot be sent; what was typed stays. */
function StepForm({ call, onClose, form, title, confirm, said, step, act, error, run, children }: StepProps) {
  const { t } = useI18n();
  const invalidate = useInvalidate(step);
  const locked = sosRefusal(call.status, act) !== null && !form.busy;
  const go = async (): Promise<void> => {
    if (!(await run())) return;
    toast(said);
    invalidate();
    onClose();
  };
  return (
    <InlineForm
      onClose={onClose}
      title={title}
      confirm={{ label: confirm, onConfirm: () => void go(), busy: form.busy, disabled: locked }}
    >
      <chakra.div display="grid" gap="3">
        {locked && <LockedNote>{lockedText(t, call)}</LockedNote>}
        {children}
        {form.problem && <ActProblem problem={form.problem} />}
        {error ? <ErrorState compact error={error} /> : null}
      </chakra.div>
    </InlineForm>
  );
}
