import { chakra, Flex } from '@chakra-ui/react';
import { AcceptFaultBody, faults, type FaultDetail } from '@headland/contracts/fault';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useReread } from '../lib/use-act';
import { useWords } from '../lib/text';
import { timeText } from '../lib/time';
import { call as send, query } from '../session/session';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { LockedNote } from '../ui/locked-note';
import { ErrorState } from '../ui/states';
import { Segmented } from '../ui/tabs';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';

const channels = ['push', 'sms', 'both'] as const;
type Channel = (typeof channels)[number];
/** "Somebody else": a person who has no account, by name. */
const byName = 'name';

interface Props {
  report: FaultDetail;
  onTyping: (typing: boolean) => void;
  onDone: () => void;
  more: ReactNode;
}

/** Accepts a report, or moves an accepted one to another agency: it is for the state the report had when the form opened. */
export function AcceptForm({ report, onTyping, onDone, more }: Props) {
  const { t, number } = useWords();
  const [openedFor] = useState(report.status);
  const reassigns = openedFor === 'accepted';
  const first = report.nearest.some((a) => a.id === report.agency.id) ? report.agency.id : report.nearest[0]?.id;
  const form = useForm(
    AcceptFaultBody,
    { agencyId: first === undefined ? '' : String(first), personId: '', personName: '', channel: 'both', memo: report.memo ?? '' },
    { draft: `fault-accept-${report.id}` },
  );
  const reread = useReread(faults.accept);
  const { dirty } = form;
  useEffect(() => onTyping(dirty), [dirty, onTyping]);
  const [named, setNamed] = useState(form.values.personName !== '');
  const locked = report.status !== openedFor && !form.busy;
  const agencyId = Number(form.values.agencyId);
  const { data: people = [] } = useQuery({ ...query(faults.people, { query: { agencyId } }), enabled: agencyId > 0 });
  const submit = async (): Promise<void> => {
    if (locked || !(await form.submit((body) => send(reassigns ? faults.reassign : faults.accept, { params: { id: report.id }, body })))) return;
    form.reset();
    reread();
    toast(t('fault.said.accepted'));
    onDone();
  };
  const field = (name: 'agencyId' | 'personId' | 'personName' | 'memo') => ({ ...form.field(name), disabled: locked });
  const choosePerson = (value: string): void => {
    setNamed(value === byName);
    form.set('personId', value === byName ? '' : value);
    if (value !== byName) form.set('personName', '');
  };
  return (
    <chakra.form
      display="grid"
      gap="2.5"
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <chakra.h3 textStyle="strong">{t(reassigns ? 'fault.reassignTitle' : 'fault.acceptTitle')}</chakra.h3>
      {locked && (
        <LockedNote
          action={
            <Button
              kind="link"
              onClick={() => {
                form.reset();
                onDone();
              }}
            >
              {t('fault.discard')}
            </Button>
          }
        >
          {lockedText(t, report)}
        </LockedNote>
      )}
      <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr) minmax(0,1fr)" gap="3">
        <SelectField
          label={t('fault.agency')}
          {...field('agencyId')}
          onChange={(id) => {
            form.set('agencyId', id);
            choosePerson('');
          }}
          options={report.nearest.map((a) => ({ value: String(a.id), label: a.distanceKm === null ? a.name : `${a.name} ${number(a.distanceKm, 1)} km` }))}
        />
        <SelectField
          label={t('fault.person')}
          required={false}
          {...field('personId')}
          value={named ? byName : form.values.personId}
          onChange={choosePerson}
          options={[{ value: '', label: '–' }, ...people.map((p) => ({ value: String(p.id), label: p.name })), { value: byName, label: t('fault.personByName') }]}
        />
      </chakra.div>
      {named && <TextField label={t('fault.personName')} maxLength={20} {...field('personName')} />}
      <TextField label={t('fault.memo')} required={false} maxLength={1500} {...field('memo')} />
      {form.problem && <ErrorState compact error={form.problem} />}
      {!locked && (
        <Flex gap="2" wrap="wrap" align="center">
          <Segmented<Channel>
            label={t('fault.channel')}
            value={form.values.channel as Channel}
            onChange={(c) => form.set('channel', c)}
            choices={channels.map((value) => ({ value, label: t(`fault.channel.${value}`) }))}
          />
          <chakra.span flex={{ base: '1 0 100%', md: '1' }} />
          {more}
          <Button
            kind="primary"
            type="submit"
            flex={{ base: '1', md: 'none' }}
            busy={form.busy}
            disabled={report.nearest.length === 0}
            reason={report.nearest.length === 0 ? t('fault.noAgency') : undefined}
          >
            {t(reassigns ? 'fault.act.reassign' : 'fault.act.accept')}
          </Button>
        </Flex>
      )}
    </chakra.form>
  );
}

/** Who has moved the report on while one typed, and when. */
export function lockedText(t: ReturnType<typeof useWords>['t'], report: FaultDetail): string {
  const completed = report.status === 'completed';
  const at = completed ? report.completedAt : report.acceptedAt;
  return t(completed ? 'fault.lockedCompleted' : 'fault.lockedAccepted', {
    name: (completed ? report.completedBy : report.acceptedBy) ?? '–',
    time: at === null ? '–' : timeText(at),
  });
}
