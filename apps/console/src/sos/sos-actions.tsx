import { chakra, Flex } from '@chakra-ui/react';
import { DispatchSosBody, FalseAlarmBody, ResolveSosBody, sosCalls, type SosDetail } from '@headland/contracts/sos';
import { t1500 } from '@headland/contracts/fields';
import { useQuery } from '@tanstack/react-query';
import { MoreVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useAct } from '../lib/use-act';
import { useWords } from '../lib/text';
import { call as send, query, useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { RadioGroup, SelectField, TextArea, TextField } from '../ui/field';
import { Menu, MenuItem } from '../ui/menu';
import { Section } from '../ui/panel';
import { ErrorState } from '../ui/states';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import { isOpen } from './sos-words';

type Asking = 'resolve' | 'falseAlarm' | 'escalate' | 'assign' | 'note' | null;

/** What can be done with a call now. Acknowledge asks nothing; closing for good asks in a dialog that names the machine. */
export function SosActions({ call }: { call: SosDetail }) {
  const { t } = useWords();
  const can = useCan();
  const [asking, ask] = useState<Asking>(null);
  const acknowledge = useAct(sosCalls.acknowledge, { said: t('sos.said.acknowledged') });
  if (!isOpen(call)) return <Closing call={call} />;
  if (!can(sosCalls.acknowledge.allow)) return null;
  const raised = call.status === 'raised';
  const close = (): void => ask(null);
  return (
    <>
      {raised && (
        <Section>
          <Button kind="danger" large w="full" bg="now.fill" color="now.on" borderColor="now.fill" _hover={{ bg: 'now.fill', opacity: 0.9 }} busy={acknowledge.busy} onClick={() => acknowledge.run({ params: { id: call.id } })}>{t('sos.act.acknowledge')} (A)</Button>
        </Section>
      )}
      {call.status === 'dispatched' ? <Dispatched call={call} /> : <DispatchForm key={call.id} call={call} />}
      <Flex px="4" pb="3" gap="2" wrap="wrap">
        <Button kind={call.status === 'dispatched' ? 'primary' : 'plain'} disabled={raised} {...(raised ? { reason: t('error.SOS_NOT_ACKNOWLEDGED') } : {})} onClick={() => ask('resolve')}>
          {t(call.status === 'dispatched' ? 'sos.act.resolve' : 'sos.act.resolveByPhone')}
        </Button>
        <Button kind="quiet" onClick={() => ask('falseAlarm')}>{t('sos.act.falseAlarm')}</Button>
        <chakra.span flex="1" />
        <Menu trigger={<IconButton kind="plain" label={t('sos.act.more')} icon={<MoreVertical size={16} />} />}>
          <MenuItem value="note" onSelect={() => ask('note')}>{t('sos.addNote')}</MenuItem>
          <MenuItem value="assign" onSelect={() => ask('assign')}>{t('sos.act.assign')}</MenuItem>
          <MenuItem value="escalate" onSelect={() => ask('escalate')}>{t('sos.act.escalate')}</MenuItem>
        </Menu>
      </Flex>
      {asking === 'resolve' && <ResolveDialog call={call} onClose={close} />}
      {asking === 'falseAlarm' && <FalseAlarmDialog call={call} onClose={close} />}
      {asking === 'escalate' && <TextDialog call={call} onClose={close} title={t('sos.escalateTitle', { vin: call.vehicle.vin })} label={t('sos.reason')} confirm={t('sos.act.escalate')} said={t('sos.said.escalated')} run={(reason) => send(sosCalls.escalate, { params: { id: call.id }, body: { reason } })} />}
      {asking === 'note' && <TextDialog call={call} onClose={close} title={t('sos.addNote')} label={t('sos.note')} confirm={t('common.save')} said={t('sos.noted')} run={(note) => send(sosCalls.note, { params: { id: call.id }, body: { note } })} />}
      {asking === 'assign' && <AssignDialog call={call} onClose={close} />}
    </>
  );
}

function DispatchForm({ call }: { call: SosDetail }) {
  const { t } = useWords();
  const near = call.nearest.slice(0, 3);
  const form = useForm(DispatchSosBody, { agencyId: near[0] ? String(near[0].id) : '', person: '', phone: '', etaMinutes: '', note: '' }, { draft: `sos-dispatch-${call.id}` });
  const submit = async (): Promise<void> => {
    if (await form.submit((body) => send(sosCalls.dispatch, { params: { id: call.id }, body }))) toast(t('sos.said.dispatched'));
  };
  return (
    <Section title={t('sos.dispatchTitle')}>
      <chakra.form display="grid" gap="3" noValidate onSubmit={(e) => { e.preventDefault(); void submit(); }}>
        {near.length === 0 ? <chakra.p color="ink3">{t('sos.noAgency')}</chakra.p> : (
          <RadioGroup label={t('sos.agency')} {...form.field('agencyId')} options={near.map((a) => ({ value: String(a.id), label: a.name, note: a.distanceKm === null ? '' : `${a.distanceKm} km` }))} />
        )}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
          <TextField label={t('sos.person')} {...form.field('person')} />
          <TextField label={t('sos.phone')} type="tel" inputMode="tel" placeholder="010-0000-0000" {...form.field('phone')} />
          <TextField label={t('sos.etaMinutes')} inputMode="numeric" end={t('sos.minutes')} {...form.field('etaMinutes')} />
          <TextField label={t('sos.note')} required={false} {...form.field('note')} />
        </chakra.div>
        {form.problem && <ErrorState compact error={form.problem} />}
        <Button kind="primary" type="submit" busy={form.busy} disabled={near.length === 0}>{t('sos.act.dispatch')}</Button>
      </chakra.form>
    </Section>
  );
}

function Dispatched({ call }: { call: SosDetail }) {
  const { t } = useWords();
  const { dispatch } = call;
  if (!dispatch) return null;
  return (
    <Section title={t('sosStatus.dispatched')}>
      <chakra.p><b>{dispatch.agency.name}</b> · {dispatch.person} · <a href={`tel:${dispatch.phone}`} className="num">{dispatch.phone}</a></chakra.p>
      <chakra.p color="ink2">{t('sos.etaMinutes')} <span className="num">{dispatch.etaMinutes}</span> {t('sos.minutes')}{dispatch.note ? ` · ${dispatch.note}` : ''}</chakra.p>
    </Section>
  );
}

function Closing({ call }: { call: SosDetail }) {
  const { t } = useWords();
  return (
    <Section title={t(`sosStatus.${call.status}`)}>
      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">{call.resolution}</chakra.p>
      {call.injured && <chakra.p color="ink2">{t('sos.injured')}: {t(`sos.injured.${call.injured}`)}</chakra.p>}
      {call.cause && <chakra.p color="ink2">{t('sos.cause')}: {t(`sos.cause.${call.cause}`)}</chakra.p>}
    </Section>
  );
}

interface DialogProps {
  call: SosDetail;
  onClose: () => void;
}
function ResolveDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const form = useForm(ResolveSosBody, { resolution: '', injured: '' }, { draft: `sos-resolve-${call.id}` });
  const run = async (): Promise<void> => finish(await form.submit((body) => send(sosCalls.resolve, { params: { id: call.id }, body })), t('sos.said.resolved'), onClose);
  return (
    <Dialog open onClose={onClose} title={t('sos.resolveTitle', { vin: call.vehicle.vin })} confirm={{ label: t('sos.act.resolve'), onConfirm: () => void run(), busy: form.busy }}>
      <Fields>
        <RadioGroup label={t('sos.injured')} {...form.field('injured')} options={(['no', 'yes', 'unknown'] as const).map((value) => ({ value, label: t(`sos.injured.${value}`) }))} />
        <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

function FalseAlarmDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const form = useForm(FalseAlarmBody, { cause: '', resolution: '' }, { draft: `sos-false-${call.id}` });
  const run = async (): Promise<void> => finish(await form.submit((body) => send(sosCalls.falseAlarm, { params: { id: call.id }, body })), t('sos.said.falseAlarm'), onClose);
  return (
    <Dialog open onClose={onClose} title={t('sos.falseAlarmTitle', { vin: call.vehicle.vin })} confirm={{ label: t('sos.act.falseAlarm'), onConfirm: () => void run(), busy: form.busy }}>
      <Fields>
        <SelectField label={t('sos.cause')} {...form.field('cause')} options={(['operatorMistake', 'test', 'sensor', 'other'] as const).map((value) => ({ value, label: t(`sos.cause.${value}`) }))} />
        <TextArea label={t('sos.resolution')} rows={4} maxLength={1500} {...form.field('resolution')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

function TextDialog({ call, onClose, title, label, confirm, said, run }: DialogProps & { title: string; label: string; confirm: string; said: string; run: (text: string) => Promise<unknown> }) {
  const form = useForm(z.object({ text: t1500 }), { text: '' }, { draft: `sos-text-${call.id}` });
  const go = async (): Promise<void> => finish(await form.submit((body) => run(body.text)), said, onClose);
  return (
    <Dialog open onClose={onClose} title={title} confirm={{ label: confirm, onConfirm: () => void go(), busy: form.busy }}>
      <Fields>
        <TextArea label={label} rows={4} maxLength={1500} {...form.field('text')} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </Fields>
    </Dialog>
  );
}

function AssignDialog({ call, onClose }: DialogProps) {
  const { t } = useWords();
  const { data: people = [], error } = useQuery(query(sosCalls.handlers, { params: { id: call.id } }));
  const form = useForm(z.object({ userId: z.coerce.number<string>() }), { userId: call.handler ? String(call.handler.id) : '' });
  const run = async (): Promise<void> => finish(await form.submit((body) => send(sosCalls.assign, { params: { id: call.id }, body })), t('sos.said.assigned'), onClose);
  return (
    <Dialog open onClose={onClose} title={t('sos.assignTitle', { vin: call.vehicle.vin })} confirm={{ label: t('sos.act.assign'), onConfirm: () => void run(), busy: form.busy }}>
      <Fields>
        <SelectField label={t('sos.handler')} {...form.field('userId')} options={people.map((p) => ({ value: String(p.id), label: p.name }))} />
        {(form.problem ?? error) && <ErrorState compact error={form.problem ?? error} />}
      </Fields>
    </Dialog>
  );
}

const Fields = ({ children }: { children: ReactNode }) => <chakra.div display="grid" gap="3">{children}</chakra.div>;
function finish(done: boolean, said: string, onClose: () => void): void {
  if (!done) return;
  toast(said);
  onClose();
}
