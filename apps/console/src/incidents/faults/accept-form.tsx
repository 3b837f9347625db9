import { chakra, Flex } from '@chakra-ui/react';
import { AcceptFaultBody, faults, type FaultDetail } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import type { NearAgency } from '@headland/contracts/shared-shapes';
import { isOpenFault } from '@headland/domain/fault';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useInvalidate } from '../../ui/use-action';
import { useSeen } from '../../lib/use-seen';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { call as send, query } from '../../lib/session/session';
import { ActProblem } from '../../ui/action-problem';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { LockedNote } from '../../ui/locked-note';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { AgencyAndPerson, ChannelChoice, noAcceptance } from './agency-person';

interface Props {
  report: FaultDetail;
  onTyping: (typing: boolean) => void;
  onDone: () => void;
  more: ReactNode;
}

/** Accepts a report, or reassigns an accepted one: which of the two depends on its status when the form opened. */
export function AcceptForm({ report, onTyping, onDone, more }: Props) {
  const { t } = useI18n();
  const [openedFor] = useState(report.status);
  const reassigns = openedFor === 'accepted';
  const first = report.nearest.some((a) => a.id === report.agency.id) ? report.agency.id : report.nearest[0]?.id;
  const memo = report.memo ?? '';
  const form = useForm(
    AcceptFaultBody,
    // the memo before it was edited: a draft keeps both
    { ...noAcceptance, agencyId: first === undefined ? '' : String(first), memo, memoBefore: memo },
    { draft: `fault-accept-${report.id}`, follows: true },
  );
  const seen = useSeen(report.version, form.dirty);
  const near = useNear(report);
  const invalidate = useInvalidate(faults.accept);
  const { dirty } = form;
  useEffect(() => onTyping(dirty), [dirty, onTyping]);
  const locked = report.status !== openedFor && !form.busy;
  const submit = async (): Promise<void> => {
    if (
      locked ||
      !(await form.submit((body) => {
        // a colleague may have written a newer one
        if (form.values.memo === form.values.memoBefore) delete body.memo;
        return seen((version) =>
          send(reassigns ? faults.reassign : faults.accept, { params: { id: report.id }, body: { ...body, version } }),
        );
      }))
    )
      return;
    form.reset();
    invalidate();
    toast(t('fault.toast.accepted'));
    onDone();
  };
  const nobody = report.nearest.length === 0;
  return (
    <chakra.form
      data-accepts={reassigns ? undefined : true}
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
      <AgencyAndPerson form={form} near={near} ownId={report.agency.id} disabled={locked} />
      <Flex gap="3" align="flex-end" wrap="wrap">
        <chakra.div flex="1 1 160px" minW="0">
          <TextField
            label={t('fault.memo')}
            required={false}
            maxLength={1500}
            {...form.field('memo')}
            disabled={locked}
          />
        </chakra.div>
        {!locked && <ChannelChoice form={form} />}
      </Flex>
      {form.problem && <ActProblem problem={form.problem} />}
      {!locked && (
        <Flex gap="2" wrap="wrap" align="center">
          <chakra.span flex={{ base: '1 0 100%', md: '1' }} />
          {more}
          <Button
            kind="primary"
            type="submit"
            flex={{ base: '1', md: 'none' }}
            busy={form.busy}
            disabled={nobody}
            reason={nobody ? t('fault.noAgency') : undefined}
          >
            {t(reassigns ? 'fault.act.reassign' : 'fault.act.accept')}
          </Button>
        </Flex>
      )}
    </chakra.form>
  );
}

/** The agencies around the machine; the three from the report until more are loaded, or if it has no position. */
function useNear({ lat, lon, nearest }: FaultDetail): readonly NearAgency[] {
  const { data } = useQuery({
    ...query(organizations.nearest, { query: { lat: lat ?? 0, lon: lon ?? 0 } }),
    enabled: lat !== null && lon !== null,
  });
  return data ?? nearest;
}

/** Who has changed the report in the meantime, and when. */
export function lockedText(t: ReturnType<typeof useI18n>['t'], report: FaultDetail): string {
  const completed = !isOpenFault(report.status);
  const at = completed ? report.completedAt : report.acceptedAt;
  return t(completed ? 'fault.lockedCompleted' : 'fault.lockedAccepted', {
    name: (completed ? report.completedBy : report.acceptedBy) ?? '–',
    time: at === null ? '–' : timeText(at),
  });
}
