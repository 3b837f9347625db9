import { chakra, Flex } from '@chakra-ui/react';
import { DispatchSosBody, FalseAlarmBody, ResolveSosBody, sosCalls, type SosDetail } from '@headland/contracts/sos';
import { t1500 } from '@headland/contracts/fields';
import { sosRefusal } from '@headland/domain/sos';
import { useQuery } from '@tanstack/react-query';
import { MoreVertical } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { useAct, useReread } from '../lib/use-act';
import { useWords } from '../lib/text';
import { timeText } from '../lib/time';
import { call as send, query, useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { RadioGroup, SelectField, TextArea, TextField } from '../ui/field';
import { Kbd } from '../ui/kbd';
import { LockedNote } from '../ui/locked-note';
import { Menu, MenuItem } from '../ui/menu';
import { Section } from '../ui/panel';
import { ErrorState } from '../ui/states';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import { dialable } from './phone';
import { AgencyNote, shownAgencies } from './sos-agencies';
import { Arrival } from './sos-queue-row';
import { isOpen, red } from './sos-words';

type Asking = 'resolve' | 'falseAlarm' | 'escalate' | 'assign' | 'note' | null;

/** What can be done with a call now. Acknowledge asks nothing; closing for good asks in a dialog that names the machine. */
export function SosActions({ call, wide }: { call: SosDetail; wide: boolean }) {
  const { t } = useWords();
  const may = useCan()(sosCalls.acknowledge.allow);
  const [asking, ask] = useState<Asking>(null);
  const [typing, setTyping] = useState(false);
  const acknowledge = useAct(sosCalls.acknowledge, { said: t('sos.said.acknowledged') });
  const close = (): void => ask(null);
  const raised = call.status === 'raised';
  const acts = isOpen(call) && <Acts call={call} ask={ask} />;
  return (
    <>
      {!isOpen(call) && <Closing call={call} />}
      {may && raised && wide && (
        <Section>
          <Button large w="full" {...red} busy={acknowledge.busy} aria-keyshortcuts="A" onClick={() => acknowledge.run({ params: { id: call.id } })}>
            {t('sos.act.acknowledge')} <Kbd borderColor="rgb(255 255 255 / .6)">A</Kbd>
          </Button>
        </Section>
      )}
      {call.status === 'dispatched' && <Dispatched call={call}>{may && acts}</Dispatched>}
      {may && (raised || call.status === 'acknowledged' || typing) && <DispatchForm call={call} onTyping={setTyping} acts={call.status === 'dispatched' ? null : acts} />}
      {may && asking === 'resolve' && <ResolveDialog call={call} onClose={close} />}
      {may && asking === 'falseAlarm' && <FalseAlarmDialog call={call} onClose={close} />}
      {may && asking === 'escalate' && (
        <TextDialog
          call={call}
          onClose={close}
          title={t('sos.escalateTitle', { vin: call.vehicle.vin })}
          label={t('sos.reason')}
          confirm={t('sos.act.escalate')}
          said={t('sos.said.escalated')}
          run={(reason) => send(sosCalls.escalate, { params: { id: call.id }, body: { reason } })}
        />
      )}
      {may && asking === 'note' && (
        <TextDialog
          call={call}
          onClose={close}
          title={t('sos.addNote')}
          label={t('sos.note')}
          confirm={t('common.save')}
          said={t('sos.noted')}
          run={(note) => send(sosCalls.note, { params: { id: call.id }, body: { note } })}
        />
      )}
      {may && asking === 'assign' && <AssignDialog call={call} onClose={close} />}
    </>
  );
}

function Acts({ call, ask }: { call: SosDetail; ask: (what: Asking) => void }) {
  const { t } = useWords();
  const no = sosRefusal(call.status, 'resolve');
  const dispatched = call.status === 'dispatched';
  return (
    <>
      <Button kind={dispatched ? 'primary' : 'plain'} disabled={no !== null} reason={no === null ? undefined : t(`error.${no}`)} onClick={() => ask('resolve')}>
        {t(dispatched ? 'sos.act.resolve' : 'sos.act.resolveByPhone')}
      </Button>
      <Button kind="quiet" onClick={() => ask('falseAlarm')}>
        {t('sos.act.falseAlarm')}
      </Button>
      <chakra.span flex="1" />
      <Menu trigger={<IconButton kind="plain" label={t('sos.act.more')} icon={<MoreVertical size={16} />} />}>
        <MenuItem value="note" onSelect={() => ask('note')}>
          {t('sos.addNote')}
        </MenuItem>
        <MenuItem value="assign" onSelect={() => ask('assign')}>
          {t('sos.act.assign')}
        </MenuItem>
        <MenuItem value="escalate" onSelect={() => ask('escalate')}>
          {t('sos.act.escalate')}
        </MenuItem>
      </Menu>
    </>
  );
}

/** Who goes there. If a colleague was faster, what was typed stays, locked, until one lets it go. */
function DispatchForm({ call, onTyping, acts }: { call: SosDetail; onTyping: (typing: boolean) => void; acts: ReactNode }) {
  const { t } = useWords();
  const near = call.nearest.slice(0, shownAgencies);
  const form = useForm(
    DispatchSosBody,
    { agencyId: near[0] ? String(near[0].id) : '', person: '', phone: '', etaMinutes: '', note: '' },
    { draft: `sos-dispatch-${call.id}` },
  );
  const reread = useReread(sosCalls.dispatch);
  const { dirty } = form;
  useEffect(() => onTyping(dirty), [dirty, onTyping]);
  const locked = sosRefusal(call.status, 'dispatch') !== null && !form.busy;
  const submit = async (): Promise<void> => {
    if (locked || !(await form.submit((body) => send(sosCalls.dispatch, { params: { id: call.id }, body })))) return;
    form.reset();
    reread();
    toast(t('sos.said.dispatched'));
  };
  const field = (name: 'agencyId' | 'person' | 'phone' | 'etaMinutes' | 'note') => ({ ...form.field(name), disabled: locked });
  return (
    <Section title={t('sos.dispatchTitle')}>
      <chakra.form
        display="grid"
        gap="3"
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        {locked && (
          <LockedNote
            action={
              <Button
                kind="link"
                onClick={() => {
                  form.reset();
                  onTyping(false);
                }}
              >
                {t('sos.discard')}
              </Button>
            }
          >
            {lockedText(t, call)}
          </LockedNote>
        )}
        {near.length === 0 ? (
          <chakra.p color="ink3">{t('sos.noAgency')}</chakra.p>
        ) : (
          <RadioGroup
            label={t('sos.agency')}
            {...field('agencyId')}
            options={near.map((a) => ({ value: String(a.id), label: a.name, note: <AgencyNote agency={a} /> }))}
          />
        )}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
          <TextField label={t('sos.person')} {...field('person')} />
          <TextField label={t('sos.phone')} type="tel" inputMode="tel" placeholder="010-0000-0000" {...field('phone')} />
          <TextField label={t('sos.etaMinutes')} inputMode="numeric" end={t('sos.minutes')} {...field('etaMinutes')} />
          <TextField label={t('sos.note')} required={false} {...field('note')} />
        </chakra.div>
        {form.problem && <ErrorState compact error={form.problem} />}
        {!locked && (
          <Flex gap="2" wrap="wrap">
            <Button kind="primary" type="submit" busy={form.busy} disabled={near.length === 0}>
              {t('sos.act.dispatch')}
            </Button>
            {acts}
          </Flex>
        )}
      </chakra.form>
    </Section>
  );
}

/** Who has moved the call on while one typed, and when. */
function lockedText(t: ReturnType<typeof useWords>['t'], call: SosDetail): string {
  const step = call.steps.findLast((s) => s.name === 'sos.dispatched' || s.name === 'sos.resolved' || s.name === 'sos.falseAlarm');
  const at = step?.at ?? call.closedAt ?? call.dispatchedAt;
  return t('sos.lockedBy', { name: step?.by ?? call.handler?.name ?? '–', time: at === null ? '–' : timeText(at), status: t(`sosStatus.${call.status}`) });
}

function Dispatched({ call, children }: { call: SosDetail; children: ReactNode }) {
  const { t } = useWords();
  const { dispatch, dispatchedAt } = call;
  if (!dispatch) return null;
  return (
    <Section
      title={t('sosStatus.dispatched')}
      actions={
        dispatchedAt !== null && (
          <chakra.span color="ink2" textStyle="dense">
            <Arrival dispatchedAt={dispatchedAt} minutes={dispatch.etaMinutes} />
          </chakra.span>
        )
      }
    >
      <chakra.p overflowWrap="anywhere">
        <b>{dispatch.agency.name}</b> · {dispatch.person} ·{' '}
        <chakra.a href={`tel:${dialable(dispatch.phone) ?? ''}`} className="num" color="accent" whiteSpace="nowrap">
          {dispatch.phone}
        </chakra.a>
      </chakra.p>
      {dispatch.note && (
        <chakra.p color="ink2" overflowWrap="anywhere">
          {dispatch.note}
        </chakra.p>
      )}
      {children && (
        <Flex gap="2" wrap="wrap" mt="3">
          {children}
        </Flex>
      )}
    </Section>
  );
}

function Closing({ call }: { call: SosDetail }) {
  const { t } = useWords();
  return (
    <Section title={t(`sosStatus.${call.status}`)}>
      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
        {call.resolution ?? '–'}
      </chakra.p>
      {call.injured && (
        <chakra.p color="ink2">
          {t('sos.injured')}: {t(`sos.injured.${call.injured}`)}
        </chakra.p>
      )}
      {call.cause && (
        <chakra.p color="ink2">
          {t('sos.cause')}: {t(`sos.cause.${call.cause}`)}
        </chakra.p>
      )}
    </Section>
  );
}

interface DialogProps {
  call: SosDetail;
  onClose: () => void;
}
function ResolveDialog({ call, onClose }: DialogProps) {
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

function FalseAlarmDialog({ call, onClose }: DialogProps) {
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

function TextDialog({
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

function AssignDialog({ call, onClose }: DialogProps) {
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
