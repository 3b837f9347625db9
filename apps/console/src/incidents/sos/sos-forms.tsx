import { chakra } from '@chakra-ui/react';
import {
  CorrectDispatchBody,
  FalseAlarmBody,
  falseAlarmCauses,
  ResolveSosBody,
  sosAlerts,
  type SosDetail,
} from '@headland/contracts/sos';
import { t1500 } from '@headland/contracts/fields';
import { type SosAct, sosRefusal } from '@headland/domain/sos';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { drafted, keepDraft, useForm } from '../../ui/use-form';
import { DispatchPerson } from './dispatch-person';

const moving = new Set(['sos.acknowledged', 'sos.dispatched', 'sos.resolved', 'sos.falseAlarm', 'sos.reopened']);
/** Who has changed the SOS in the meantime, and when. */
export function lockedText(t: ReturnType<typeof useI18n>['t'], sos: SosDetail): string {
  const step = sos.steps.findLast((s) => moving.has(s.name));
  const at = step?.at ?? sos.closedAt ?? sos.dispatchedAt;
  return t('sos.lockedBy', {
    name: step?.by ?? sos.handler?.name ?? '–',
    time: at === null ? '–' : timeText(at),
    status: t(`sosStatus.${sos.status}`),
  });
}

/** Which form of an SOS is open. It is kept with the drafts: who goes Back and returns finds the form that was being filled in. */
export function useOpenForm<F extends string>(draft: string, forms: readonly F[]) {
  const [state, setState] = useState(() => {
    const kept = drafted(draft, { form: '' }).form;
    const asking = forms.find((form) => form === kept) ?? null;
    return { asking, restored: asking !== null };
  });
  const ask = (form: F | null): void => {
    setState({ asking: form, restored: false });
    keepDraft(draft, form === null ? null : { form });
  };
  return { ...state, ask };
}

export interface FormProps {
  sos: SosDetail;
  onClose: () => void;
  /** it was open before and is again: the focus stays where it is */
  restored?: boolean;
}

export function ResolveForm(props: FormProps) {
  const { t } = useI18n();
  const { sos } = props;
  const seen = useSeen(sos.version, true);
  const form = useForm(ResolveSosBody, { resolution: '', injured: '' }, { draft: `sos-resolve-${sos.id}` });
  return (
    <StepForm
      {...props}
      form={form}
      title={t('sos.resolveTitle', { vin: sos.vehicle.vin })}
      confirm={t('sos.act.resolve')}
      successText={t('sos.toast.resolved')}
      step={sosAlerts.resolve}
      act="resolve"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.resolve, { params: { id: sos.id }, body: { ...body, version } })),
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

export function FalseAlarmForm(props: FormProps) {
  const { t } = useI18n();
  const { sos } = props;
  const seen = useSeen(sos.version, true);
  const form = useForm(FalseAlarmBody, { cause: '', resolution: '' }, { draft: `sos-false-${sos.id}` });
  return (
    <StepForm
      {...props}
      form={form}
      title={t('sos.falseAlarmTitle', { vin: sos.vehicle.vin })}
      confirm={t('sos.act.falseAlarm')}
      successText={t('sos.toast.falseAlarm')}
      step={sosAlerts.falseAlarm}
      act="falseAlarm"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.falseAlarm, { params: { id: sos.id }, body: { ...body, version } })),
        )
      }
    >
      <SelectField
        label={t('sos.cause')}
        {...form.field('cause')}
        options={falseAlarmCauses.map((value) => ({ value, label: t(`sos.cause.${value}`) }))}
      />
      <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
    </StepForm>
  );
}

/** Corrects person, phone or arrival; another agency is another dispatch. */
export function CorrectForm(props: FormProps) {
  const { t } = useI18n();
  const { sos } = props;
  const seen = useSeen(sos.version, true);
  const { person = '', phone = '', note = null } = sos.dispatch ?? {};
  // of this dispatch: what was typed about another one is not sent in its place
  const [draft] = useState(() => `sos-correct-${sos.id}-${JSON.stringify(sos.dispatch)}`);
  const form = useForm(CorrectDispatchBody, { person, phone, etaMinutes: '', note: note ?? '' }, { draft });
  return (
    <StepForm
      {...props}
      form={form}
      title={t('sos.correctTitle', { name: sos.dispatch?.agency.name ?? '–' })}
      confirm={t('common.save')}
      successText={t('sos.toast.corrected')}
      step={sosAlerts.correctDispatch}
      act="correctDispatch"
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.correctDispatch, { params: { id: sos.id }, body: { ...body, version } })),
        )
      }
    >
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
        <DispatchPerson agencyId={sos.dispatch?.agency.id ?? 0} form={form} />
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
  successText: string;
  act: SosAct;
  run: (text: string, version: number) => Promise<unknown>;
}
export function TextForm({ label, run, ...props }: TextProps) {
  const { sos, act } = props;
  const seen = useSeen(sos.version, true);
  const form = useForm(z.object({ text: t1500 }), { text: '' }, { draft: `sos-${act}-${sos.id}` });
  return (
    <StepForm
      {...props}
      form={form}
      step={sosAlerts.note}
      run={() => form.submit((body) => seen((version) => run(body.text, version)))}
    >
      <TextArea label={label} rows={4} maxLength={1500} {...form.field('text')} />
    </StepForm>
  );
}

export function AssignForm(props: FormProps) {
  const { t } = useI18n();
  const { sos } = props;
  const { data: handlers = [], error } = useQuery(query(sosAlerts.handlers, { params: { id: sos.id } }));
  const seen = useSeen(sos.version, true);
  const form = useForm(z.object({ userId: z.coerce.number<string>() }), {
    userId: sos.handler ? String(sos.handler.id) : '',
  });
  return (
    <StepForm
      {...props}
      form={form}
      title={t('sos.assignTitle', { vin: sos.vehicle.vin })}
      confirm={t('sos.act.assign')}
      successText={t('sos.toast.assigned')}
      step={sosAlerts.assign}
      act="assign"
      error={error}
      run={() =>
        form.submit((body) =>
          seen((version) => send(sosAlerts.assign, { params: { id: sos.id }, body: { ...body, version } })),
        )
      }
    >
      <SelectField
        label={t('sos.handler')}
        {...form.field('userId')}
        options={handlers.map((p) => ({ value: String(p.id), label: p.name }))}
      />
    </StepForm>
  );
}

interface StepProps extends FormProps {
  form: { busy: boolean; problem: Problem | null };
  title: string;
  /** of the button */
  confirm: string;
  /** success message */
  successText: string;
  /** endpoints to invalidate */
  step: Parameters<typeof useInvalidate>[0];
  act: SosAct;
  error?: unknown;
  run: () => Promise<boolean>;
  children: ReactNode;
}
/** The form of one action. Once another member has changed the SOS, the form shows this and is locked; the input is kept. */
function StepForm({
  sos,
  onClose,
  restored = false,
  form,
  title,
  confirm,
  successText,
  step,
  act,
  error,
  run,
  children,
}: StepProps) {
  const { t } = useI18n();
  const invalidate = useInvalidate(step);
  const locked = sosRefusal(sos.status, act) !== null && !form.busy;
  const go = async (): Promise<void> => {
    if (!(await run())) return;
    toast(successText);
    invalidate();
    onClose();
  };
  return (
    <InlineForm
      onClose={onClose}
      focused={!restored}
      title={title}
      confirm={{ label: confirm, onConfirm: () => void go(), busy: form.busy, disabled: locked }}
    >
      <chakra.div display="grid" gap="3">
        {locked && <LockedNote>{lockedText(t, sos)}</LockedNote>}
        {children}
        {form.problem && <ActProblem problem={form.problem} />}
        {error ? <ErrorState compact error={error} /> : null}
      </chakra.div>
    </InlineForm>
  );
}
