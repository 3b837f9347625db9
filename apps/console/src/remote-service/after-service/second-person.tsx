import { chakra, Flex } from '@chakra-ui/react';
import { afterService, type Approval } from '@headland/contracts/after-service';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../lib/clock';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/panel';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';

/** Resets of a machine that wait for a second person, by now: those that this member has asked for, and those that they may decide. */
export function useApprovals(vehicleId: number): { own: Approval[]; toDecide: Approval[] } {
  const { data = [] } = useQuery(query(afterService.approvals, { params: { id: vehicleId } }));
  const now = useNow();
  const pending = data.filter((a) => Date.parse(a.expiresAt) > now);
  return {
    own: pending.filter((a) => a.mine && (a.state === 'waiting' || a.state === 'approved')),
    toDecide: pending.filter((a) => a.mayDecide),
  };
}

/** What is fitted, label by label. */
export function usePartRows(): (value: ReplacedPart) => [string, string][] {
  const { t, number } = useI18n();
  return ({ part, partCode, serial, hours }) => [
    [t('serviceWork.partName'), t(`servicePart.${part}`)],
    [t('serviceJob.partCode'), partCode],
    [t('serviceWork.serial'), serial],
    [t('serviceWork.hours'), `${number(hours)} h`],
  ];
}

/** On the screen of the second person: who requests what, for which machine, and the time left. */
export function SecondPerson({ vehicleId, vin }: { vehicleId: number; vin: string }) {
  const may = useCan()(afterService.decideApproval.allow);
  const { toDecide } = useApprovals(vehicleId);
  return may && toDecide.map((approval) => <Asked key={approval.id} approval={approval} vin={vin} />);
}

function Asked({ approval, vin }: { approval: Approval; vin: string }) {
  const { t, age } = useI18n();
  const now = useNow();
  const rows = usePartRows();
  const invalidate = useInvalidate(afterService.approvals);
  const decide = useAction(afterService.decideApproval, { done: invalidate });
  const [confirming, setConfirming] = useState(false);
  const part = t(`servicePart.${approval.value.part}`);
  const send = (approve: boolean): void =>
    decide.run(
      { params: { approvalId: approval.id }, body: { approve } },
      {
        onSuccess: () => toast(t(approve ? 'approval.toast.given' : 'approval.toast.declined')),
        onSettled: () => setConfirming(false),
      },
    );
  return (
    <chakra.section
      aria-label={t('approval.askedTitle')}
      border="1px solid"
      borderColor="watch.line"
      borderRadius="card"
      bg="watch.soft"
      px="4"
      py="3"
    >
      <Flex gap="2" align="baseline" wrap="wrap" color="watch.ink">
        <StateMark state="watch" />
        <chakra.h2 textStyle="strong">{t('approval.askedTitle')}</chakra.h2>
        <chakra.span flex="1" />
        <chakra.span className="num" textStyle="dense">
          {t('approval.left', { left: age(Math.max(0, Date.parse(approval.expiresAt) - now), 'clock') })}
        </chakra.span>
      </Flex>
      <chakra.p mt="1">
        {t('approval.askedText', { by: approval.by, organization: approval.organization, vin, part })}
      </chakra.p>
      <chakra.div maxW="420px" mt="2">
        <Facts rows={rows(approval.value)} />
      </chakra.div>
      <Flex gap="2" mt="3">
        <Button kind="primary" busy={decide.busy} onClick={() => setConfirming(true)}>
          {t('approval.approve')}
        </Button>
        <Button busy={decide.busy} onClick={() => send(false)}>
          {t('approval.decline')}
        </Button>
      </Flex>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('approval.approveTitle', { part })}
        confirm={{ label: t('approval.approve'), busy: decide.busy, onConfirm: () => send(true) }}
      >
        <chakra.p mb="2">{t('approval.approveText')}</chakra.p>
        <Facts rows={rows(approval.value)} />
      </Dialog>
    </chakra.section>
  );
}
