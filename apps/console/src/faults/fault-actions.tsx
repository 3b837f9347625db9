import { chakra, Flex } from '@chakra-ui/react';
import { AcceptFaultBody, CompleteFaultBody, faults, type FaultDetail } from '@headland/contracts/fault';
import { t1500 } from '@headland/contracts/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useAct } from '../lib/use-act';
import { useWords } from '../lib/text';
import { dayText, momentText } from '../lib/time';
import { call as send, query, useCan } from '../session/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { RadioGroup, SelectField, TextArea, TextField } from '../ui/field';
import { ErrorState } from '../ui/states';
import { Segmented } from '../ui/tabs';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import type { FaultAsking } from './fault-panel';

type Channel = 'push' | 'sms' | 'both';
interface Props {
  report: FaultDetail;
  asking: FaultAsking;
  onAsk: (what: FaultAsking) => void;
}

/** The foot of the panel: what the report's state and one's permission allow. A completed one says by whom. */
export function FaultActions({ report, asking, onAsk }: Props) {
  const { t } = useWords();
  const can = useCan();
  const take = useAct(faults.take, { said: t('fault.said.taken') });
  if (report.status === 'completed') {
    return (
      <chakra.div color="ink2">
        <p>{t('fault.completedBy', { name: report.completedBy ?? '–', time: momentText(report.completedAt ?? report.lastAt) })} {report.completion && t(`fault.kind.${report.completion}`)}</p>
        {report.memo && <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">{report.memo}</chakra.p>}
      </chakra.div>
    );
  }
  if (!can(faults.accept.allow)) return null;
  const takeButton = <Button kind="quiet" busy={take.busy} onClick={() => take.run({ params: { id: report.id } })}>{t('fault.act.take')}</Button>;
  return (
    <>
      {report.status === 'occurred' || asking === 'reassign' ? (
        <AcceptForm key={report.status} report={report} onDone={() => onAsk(null)} more={<>{report.status === 'occurred' && takeButton}<Button onClick={() => onAsk('escalate')}>{t('fault.act.escalate')}</Button></>} />
      ) : (
        <Flex gap="2" wrap="wrap">
          {takeButton}
          <Button onClick={() => onAsk('reassign')}>{t('fault.act.reassign')}</Button>
          <Button onClick={() => onAsk('escalate')}>{t('fault.act.escalate')}</Button>
          <chakra.span flex="1" />
          <Button kind="primary" onClick={() => onAsk('complete')}>{t('fault.act.complete')}</Button>
        </Flex>
      )}
      {asking === 'complete' && (report.status === 'accepted' ? <CompleteDialog report={report} onClose={() => onAsk(null)} /> : null)}
      {asking === 'escalate' && <EscalateDialog report={report} onClose={() => onAsk(null)} />}
    </>
  );
}

function AcceptForm({ report, onDone, more }: { report: FaultDetail; onDone: () => void; more: React.ReactNode }) {
  const { t } = useWords();
  const accepted = report.status === 'accepted';
  const first = report.nearest.some((a) => a.id === report.agency.id) ? report.agency.id : report.nearest[0]?.id;
  const form = useForm(AcceptFaultBody, { agencyId: first === undefined ? '' : String(first), personId: '', channel: 'both', memo: report.memo ?? '' }, { draft: `fault-accept-${report.id}` });
  const agencyId = Number(form.values.agencyId);
  const { data: people = [] } = useQuery({ ...query(faults.people, { query: { agencyId } }), enabled: agencyId > 0 });
  const submit = async (): Promise<void> => {
    if (!(await form.submit((body) => send(accepted ? faults.reassign : faults.accept, { params: { id: report.id }, body })))) return;
    toast(t('fault.said.accepted'));
    onDone();
  };
  return (
    <chakra.form display="grid" gap="2.5" noValidate onSubmit={(e) => { e.preventDefault(); void submit(); }}>
      <chakra.h3 textStyle="strong">{t(accepted ? 'fault.reassignTitle' : 'fault.acceptTitle')}</chakra.h3>
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
        <SelectField label={t('fault.agency')} {...form.field('agencyId')} options={report.nearest.map((a) => ({ value: String(a.id), label: a.distanceKm === null ? a.name : `${a.name} ${a.distanceKm} km` }))} />
        <SelectField label={t('fault.person')} required={false} {...form.field('personId')} options={[{ value: '', label: '–' }, ...people.map((p) => ({ value: String(p.id), label: p.name }))]} />
      </chakra.div>
      <TextField label={t('fault.memo')} required={false} {...form.field('memo')} />
      {form.problem && <ErrorState compact error={form.problem} />}
      <Flex gap="2" wrap="wrap" align="center">
        <Segmented<Channel> label={t('fault.channel')} value={form.values.channel as Channel} onChange={(c) => form.set('channel', c)} choices={(['push', 'sms', 'both'] as const).map((value) => ({ value, label: t(`fault.channel.${value}`) }))} />
        <chakra.span flex="1" />
        {more}
        <Button kind="primary" type="submit" busy={form.busy}>{t(accepted ? 'fault.act.reassign' : 'fault.act.accept')}</Button>
      </Flex>
    </chakra.form>
  );
}

function CompleteDialog({ report, onClose }: { report: FaultDetail; onClose: () => void }) {
  const { t } = useWords();
  const form = useForm(CompleteFaultBody, { kind: 'repair', memo: '', repairedOn: dayText(Date.now()), partCode: '' }, { draft: `fault-complete-${report.id}` });
  const repair = form.values.kind === 'repair';
  const run = async (): Promise<void> => {
    if (!(await form.submit((body) => send(faults.complete, { params: { id: report.id }, body })))) return;
    toast(t('fault.said.completed'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('fault.completeTitle', { vin: report.vehicle.vin, code: report.code })} confirm={{ label: t('fault.act.complete'), onConfirm: () => void run(), busy: form.busy }}>
      <chakra.div display="grid" gap="3">
        <RadioGroup label={t('fault.kind')} {...form.field('kind')} options={(['repair', 'processing'] as const).map((value) => ({ value, label: t(`fault.kind.${value}`) }))} />
        {repair && (
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
            <TextField label={t('fault.repairedOn')} type="date" {...form.field('repairedOn')} />
            <TextField label={t('fault.partCode')} required={false} {...form.field('partCode')} />
          </chakra.div>
        )}
        <TextArea label={t('fault.memo')} rows={4} maxLength={1500} {...form.field('memo')} />
        <chakra.p color="ink3" textStyle="small">{t('fault.completeNote')}</chakra.p>
        {form.problem && <ErrorState compact error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

function EscalateDialog({ report, onClose }: { report: FaultDetail; onClose: () => void }) {
  const { t } = useWords();
  const [schema] = useState(() => z.object({ reason: t1500 }));
  const form = useForm(schema, { reason: '' }, { draft: `fault-escalate-${report.id}` });
  const run = async (): Promise<void> => {
    if (!(await form.submit((body) => send(faults.escalate, { params: { id: report.id }, body })))) return;
    toast(t('fault.said.escalated'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('fault.escalateTitle', { vin: report.vehicle.vin, code: report.code })} confirm={{ label: t('fault.act.escalate'), onConfirm: () => void run(), busy: form.busy }}>
      <TextArea label={t('fault.reason')} rows={4} maxLength={1500} {...form.field('reason')} />
      {form.problem && <ErrorState compact error={form.problem} />}
    </Dialog>
  );
}
