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
  const reread = useReread(sosCalls.resolve);
  const form = useForm(ResolveSosBody, { resolution: '', injured: '' }, { draft: `sos-resolve-${call.id}` });
  const run = async (): Promise<void> =>
    finish(await form.submit((body) => send(sosCalls.resolve, { params: { id: call.id }, body })), t('sos.said.resolved'), () => {
      reread();
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sos.resolveTitle', { vin: call.vehicle.vin })}
      confirm={{ label: t('sos.act.resolve'), onConfirm: () => void run(), busy: form.busy, disabled: !isOpen(call) && !form.busy }}
    >
      <Fields>
        {!isOpen(call) && !form.busy && <LockedNote>{lockedText(t, call)}</LockedNote>}
        <RadioGroup
          label={t('sos.injured')}
          {...form.field('injured')}
          options={(['no', 'yes', 'unknown'] as const).map((value) => ({ value, label: t(`sos.injured.${value}`) }))}
        />
        <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

export function FalseAlarmDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const reread = useReread(sosCalls.falseAlarm);
  const form = useForm(FalseAlarmBody, { cause: '', resolution: '' }, { draft: `sos-false-${call.id}` });
  const run = async (): Promise<void> =>
    finish(await form.submit((body) => send(sosCalls.falseAlarm, { params: { id: call.id }, body })), t('sos.said.falseAlarm'), () => {
      reread();
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sos.falseAlarmTitle', { vin: call.vehicle.vin })}
      confirm={{ label: t('sos.act.falseAlarm'), onConfirm: () => void run(), busy: form.busy, disabled: !isOpen(call) && !form.busy }}
    >
      <Fields>
        {!isOpen(call) && !form.busy && <LockedNote>{lockedText(t, call)}</LockedNote>}
        <SelectField
          label={t('sos.cause')}
          {...form.field('cause')}
          options={(['operatorMistake', 'test', 'sensor', 'other'] as const).map((value) => ({ value, label: t(`sos.cause.${value}`) }))}
        />
        <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

export function TextDialog({
  call,
  onClose,
  title,
  label,
  confirm,
  said,
  run,
}: DialogProps & { title: string; label: string; confirm: string; said: string; run: (text: string) => Promise<unknown> }) {
  const { t } = useWords();
  const reread = useReread(sosCalls.note);
  const form = useForm(z.object({ text: t1500 }), { text: '' }, { draft: `sos-text-${label}-${call.id}` });
  const go = async (): Promise<void> =>
    finish(await form.submit((body) => run(body.text)), said, () => {
      reread();
      onClose();
    });
  return (
    <Dialog open onClose={onClose} title={title} confirm={{ label: confirm, onConfirm: () => void go(), busy: form.busy, disabled: !isOpen(call) && !form.busy }}>
      <Fields>
        {!isOpen(call) && !form.busy && <LockedNote>{lockedText(t, call)}</LockedNote>}
        <TextArea label={label} rows={4} maxLength={1500} {...form.field('text')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

export function AssignDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const { data: people = [], error } = useQuery(query(sosCalls.handlers, { params: { id: call.id } }));
  const reread = useReread(sosCalls.assign);
  const form = useForm(z.object({ userId: z.coerce.number<string>() }), { userId: call.handler ? String(call.handler.id) : '' });
  const run = async (): Promise<void> =>
    finish(await form.submit((body) => send(sosCalls.assign, { params: { id: call.id }, body })), t('sos.said.assigned'), () => {
      reread();
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sos.assignTitle', { vin: call.vehicle.vin })}
      confirm={{ label: t('sos.act.assign'), onConfirm: () => void run(), busy: form.busy, disabled: !isOpen(call) && !form.busy }}
    >
      <Fields>
        {!isOpen(call) && !form.busy && <LockedNote>{lockedText(t, call)}</LockedNote>}
        <SelectField label={t('sos.handler')} {...form.field('userId')} options={people.map((p) => ({ value: String(p.id), label: p.name }))} />
        {(form.problem ?? error) && <ErrorState compact error={form.problem ?? error} />}
      </Fields>
    </Dialog>
  );
}

const Fields = ({ children }: { children: ReactNode }) => (
  <chakra.div display="grid" gap="3">
    {children}
  </chakra.div>
);
function finish(done: boolean, said: string, then: () => void): void {
  if (!done) return;
  toast(said);
  then();
}
