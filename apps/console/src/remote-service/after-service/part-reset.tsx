import { chakra, Flex } from '@chakra-ui/react';
import { afterService, type Approval } from '@headland/contracts/after-service';
import { ReplacedPart, replacedParts } from '@headland/contracts/service-write';
import { needsTwo } from '@headland/domain/after-service/second-person';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useFromNow, useNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { useLiveEvents } from '../../lib/live/live';
import { call } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { SelectField, TextField } from '../../ui/field';
import { StateMark } from '../../ui/state-mark';
import { ActError } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { ConfirmWrite } from './confirm-write';
import { useApprovals, usePartRows } from './second-person';
import type { Session } from '../remote-diagnosis/use-session';

interface Props {
  session: Session;
  vin: string;
  /** why nothing can be written now; null: it can */
  notNow: string | null;
}
interface Reset {
  value: ReplacedPart;
  approvalId?: number;
}

/** What is written to the controllers after a part was replaced. A reset that can damage the machine needs a second person. */
export function PartReset({ session, vin, notNow }: Props) {
  const { t } = useI18n();
  const form = useForm(ReplacedPart, { part: '', partCode: '', serial: '', hours: '' });
  const invalidate = useInvalidate(afterService.approvals);
  const { own } = useApprovals(session.vehicleId);
  const [asked, setAsked] = useState<Approval | null>(null);
  const [declined, setDeclined] = useState<number | null>(null);
  useLiveEvents(({ name, payload }) => {
    if (name === 'approval.declined') setDeclined((payload as { approvalId: number }).approvalId);
  });
  const [resetting, setResetting] = useState<Reset | null>(null);
  // what was asked for was wrong: it is asked for anew, and the former counts no more
  const [again, setAgain] = useState(false);
  const two = replacedParts.some((part) => part === form.values.part && needsTwo(part));
  const waiting = again ? null : (own.find((a) => a.sessionId === session.view?.id) ?? null);
  const next = (): void =>
    void form.submit(async (value) => {
      if (!two) return setResetting({ value });
      setAsked(await call(afterService.requestApproval, { params: { sessionId: session.view?.id ?? 0 }, body: value }));
      setAgain(false);
      invalidate();
    });
  const rows = usePartRows();
  return (
    <DetailCard title={t('serviceWork.part')}>
      {waiting === null && !again && asked !== null && (
        <Outcome asked={asked} declined={declined === asked.id} onGone={() => setAsked(null)} />
      )}
      {waiting !== null ? (
        <Waiting
          approval={waiting}
          notNow={notNow}
          onReset={() => setResetting({ value: waiting.value, approvalId: waiting.id })}
          onAgain={() => setAgain(true)}
        />
      ) : (
        <chakra.form
          noValidate
          onSubmit={(e) => {
            e.preventDefault();
            next();
          }}
        >
          <chakra.div
            display="grid"
            gap="3"
            alignItems="start"
            gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 190px), 1fr))"
          >
            <SelectField
              label={t('serviceWork.partName')}
              {...form.field('part')}
              options={replacedParts.map((value) => ({ value, label: t(`servicePart.${value}`) }))}
            />
            <TextField label={t('serviceJob.partCode')} maxLength={10} {...upper(form.field('partCode'))} />
            <TextField label={t('serviceWork.serial')} inputMode="numeric" maxLength={7} {...form.field('serial')} />
            <TextField
              label={t('serviceWork.hours')}
              inputMode="numeric"
              maxLength={6}
              end="h"
              help={t('serviceWork.hoursHelp')}
              {...form.field('hours')}
            />
          </chakra.div>
          {form.problem && <ActError error={form.problem} />}
          <Flex gap="3" mt="3" align="center" wrap="wrap">
            <Button
              kind="primary"
              type="submit"
              busy={form.busy}
              disabled={notNow !== null}
              reason={notNow ?? undefined}
              icon={two ? <UserCheck size={15} /> : undefined}
            >
              {t(two ? 'approval.ask' : 'serviceWork.reset')}
            </Button>
            <chakra.span flex="1" textStyle="dense" color={notNow === null ? 'ink3' : 'watch.ink'}>
              {notNow ?? (two ? t('approval.needed') : '')}
            </chakra.span>
          </Flex>
        </chakra.form>
      )}
      {resetting !== null && (
        <ConfirmWrite
          session={session}
          item="partReplacement"
          title={t('serviceWork.askReset', { vin, part: t(`servicePart.${resetting.value.part}`) })}
          label={t('serviceWork.reset')}
          rows={rows(resetting.value)}
          onClose={() => setResetting(null)}
          onConfirm={(confirmed) =>
            void session.ask({ op: 'write', item: 'partReplacement', ...resetting, confirmed }).then((answer) => {
              setResetting(null);
              invalidate();
              if (answer === null) return;
              setAsked(null);
              form.reset();
            })
          }
        />
      )}
    </DetailCard>
  );
}

const upper = <F extends { onChange: (value: string) => void }>(field: F): F => ({
  ...field,
  onChange: (value: string) => field.onChange(value.toUpperCase()),
});

/** The pending approval: not answered yet, or confirmed. */
function Waiting({
  approval,
  notNow,
  onReset,
  onAgain,
}: {
  approval: Approval;
  notNow: string | null;
  onReset: () => void;
  onAgain: () => void;
}) {
  const { t, age } = useI18n();
  const now = useNow();
  const left = age(Math.max(0, Date.parse(approval.expiresAt) - now), 'clock');
  const rows = usePartRows();
  const given = approval.state === 'approved';
  return (
    <chakra.div role="group" aria-label={t('serviceWork.part')}>
      <Flex role="status" gap="2" align="center" mb="2" color={given ? 'ink' : 'watch.ink'} textStyle="strong">
        <StateMark state={given ? 'normal' : 'watch'} />
        <span className="num">
          {given ? t('approval.given', { by: approval.decidedBy ?? '–', left }) : t('approval.waits', { left })}
        </span>
      </Flex>
      <chakra.p textStyle="dense" color="ink2">
        {rows(approval.value)
          .map(([label, value]) => `${label} ${value}`)
          .join(' · ')}
      </chakra.p>
      <Flex gap="3" mt="3" align="center" wrap="wrap">
        {given && (
          <Button kind="primary" disabled={notNow !== null} reason={notNow ?? undefined} onClick={onReset}>
            {t('serviceWork.reset')}
          </Button>
        )}
        <Button kind="quiet" onClick={onAgain}>
          {t('approval.change')}
        </Button>
        <chakra.span textStyle="dense" color={given ? 'watch.ink' : 'ink3'}>
          {given ? notNow : t('approval.own')}
        </chakra.span>
      </Flex>
    </chakra.div>
  );
}

/** Why the approval is no longer pending: rejected or expired. The input is kept for another request. */
function Outcome({ asked, declined, onGone }: { asked: Approval; declined: boolean; onGone: () => void }) {
  const { t } = useI18n();
  const expired = useFromNow((now) => now >= Date.parse(asked.expiresAt));
  if (!declined && !expired) return null;
  return (
    <Flex role="status" gap="2" align="center" mb="3" color="watch.ink" textStyle="dense">
      <StateMark state="watch" size={9} />
      <chakra.span flex="1">{t(declined ? 'approval.declinedBy' : 'approval.expired')}</chakra.span>
      <Button kind="quiet" onClick={onGone}>
        {t('common.close')}
      </Button>
    </Flex>
  );
}
