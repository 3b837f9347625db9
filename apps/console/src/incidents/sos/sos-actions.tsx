import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail } from '@headland/contracts/sos';
import { mayReopen, sosRefusal } from '@headland/domain/sos';
import { MoreVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNow } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { call as send, useCan } from '../../lib/session/session';
import { Button, IconButton } from '../../ui/button';
import { Kbd } from '../../ui/kbd';
import { Menu, MenuItem } from '../../ui/menu';
import { Section } from '../../ui/panel';
import { DispatchForm } from './dispatch-form';
import { dialable } from './phone';
import { AssignForm, CorrectForm, FalseAlarmForm, ResolveForm, TextForm } from './sos-forms';
import { Arrival } from './sos-queue-row';
import { isOpen, red } from './sos-labels';

type Asking = 'resolve' | 'falseAlarm' | 'escalate' | 'assign' | 'correct' | 'reopen' | null;

/** What can be done with a call now. Acknowledge asks nothing; what else asks for words does so here, beside the evidence. */
export function SosActions({ call, wide, keyTaken }: { call: SosDetail; wide: boolean; keyTaken: boolean }) {
  const { t } = useI18n();
  const may = useCan()(sosAlerts.acknowledge.allow);
  const [asking, setAsking] = useState<Asking>(null);
  const [typing, setTyping] = useState(false);
  const acknowledge = useAction(sosAlerts.acknowledge, { said: t('sos.said.acknowledged') });
  const close = (): void => setAsking(null);
  const raised = call.status === 'raised';
  useKeys(
    {
      r: () => sosRefusal(call.status, 'resolve') === null && setAsking('resolve'),
      f: () => setAsking('falseAlarm'),
      e: () => setAsking('escalate'),
    },
    { enabled: may && isOpen(call) && asking === null },
  );
  const acts = isOpen(call) && <Acts call={call} ask={setAsking} />;
  return (
    <>
      {may && asking !== null && <Asked call={call} asking={asking} onClose={close} />}
      {!isOpen(call) && (
        <Closing call={call}>
          {may && asking === null && <Reopen call={call} onAsk={() => setAsking('reopen')} />}
        </Closing>
      )}
      {may && raised && wide && (
        <Section>
          <Button
            large
            w="full"
            {...red}
            busy={acknowledge.busy}
            aria-keyshortcuts={keyTaken ? 'A' : undefined}
            onClick={() => acknowledge.run({ params: { id: call.id } })}
          >
            {t('sos.act.acknowledge')}{' '}
            <Kbd borderColor="rgb(255 255 255 / .6)" opacity={keyTaken ? 1 : 0.4}>
              A
            </Kbd>
          </Button>
        </Section>
      )}
      {call.status === 'dispatched' && (
        <Dispatched call={call} onCorrect={may && asking === null ? () => setAsking('correct') : undefined}>
          {may && asking === null && acts}
        </Dispatched>
      )}
      {may && (raised || call.status === 'acknowledged' || typing) && (
        // kept as it is, with what was typed in it, while another step is filled in
        <chakra.div display={asking === null ? undefined : 'none'}>
          <DispatchForm call={call} onTyping={setTyping} acts={call.status === 'dispatched' ? null : acts} />
        </chakra.div>
      )}
    </>
  );
}

function Asked({ call, asking, onClose }: { call: SosDetail; asking: NonNullable<Asking>; onClose: () => void }) {
  const { t } = useI18n();
  switch (asking) {
    case 'resolve':
      return <ResolveForm call={call} onClose={onClose} />;
    case 'falseAlarm':
      return <FalseAlarmForm call={call} onClose={onClose} />;
    case 'assign':
      return <AssignForm call={call} onClose={onClose} />;
    case 'correct':
      return <CorrectForm call={call} onClose={onClose} />;
    case 'escalate':
      return (
        <TextForm
          key={asking}
          call={call}
          onClose={onClose}
          title={t('sos.escalateTitle', { vin: call.vehicle.vin })}
          label={t('sos.reason')}
          confirm={t('sos.act.escalate')}
          said={t('sos.said.escalated')}
          act="escalate"
          run={(reason, version) => send(sosAlerts.escalate, { params: { id: call.id }, body: { reason, version } })}
        />
      );
    case 'reopen':
      return (
        <TextForm
          key={asking}
          call={call}
          onClose={onClose}
          title={t('sos.reopenTitle', { vin: call.vehicle.vin })}
          label={t('sos.reason')}
          confirm={t('sos.act.reopen')}
          said={t('sos.said.reopened')}
          act="reopen"
          run={(reason, version) => send(sosAlerts.reopen, { params: { id: call.id }, body: { reason, version } })}
        />
      );
  }
}

/** For as long as a false alarm can be taken back. */
function Reopen({ call, onAsk }: { call: SosDetail; onAsk: () => void }) {
  const { t } = useI18n();
  const now = new Date(useNow());
  if (!mayReopen({ status: call.status, closedAt: call.closedAt === null ? null : new Date(call.closedAt) }, now))
    return null;
  return (
    <Flex mt="3" gap="2" align="center" wrap="wrap">
      <Button onClick={onAsk}>{t('sos.act.reopen')}</Button>
      <chakra.span color="ink3" textStyle="small">
        {t('sos.reopenNote')}
      </chakra.span>
    </Flex>
  );
}

function Acts({ call, ask }: { call: SosDetail; ask: (what: Asking) => void }) {
  const { t } = useI18n();
  const no = sosRefusal(call.status, 'resolve');
  const dispatched = call.status === 'dispatched';
  return (
    <>
      <Button
        kind={dispatched ? 'primary' : 'plain'}
        disabled={no !== null}
        reason={no === null ? undefined : t(`error.${no}`)}
        onClick={() => ask('resolve')}
      >
        {t(dispatched ? 'sos.act.resolve' : 'sos.act.resolveByPhone')}
      </Button>
      <Button kind="quiet" onClick={() => ask('falseAlarm')}>
        {t('sos.act.falseAlarm')}
      </Button>
      <chakra.span flex="1" />
      <Menu trigger={<IconButton kind="plain" label={t('sos.act.more')} icon={<MoreVertical size={16} />} />}>
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

function Dispatched({
  call,
  onCorrect,
  children,
}: {
  call: SosDetail;
  onCorrect: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useI18n();
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
      {onCorrect && (
        <Button kind="link" px="0" mt="1" onClick={onCorrect}>
          {t('sos.act.correct')}
        </Button>
      )}
      {children && (
        <Flex gap="2" wrap="wrap" mt="3">
          {children}
        </Flex>
      )}
    </Section>
  );
}

function Closing({ call, children }: { call: SosDetail; children: ReactNode }) {
  const { t } = useI18n();
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
      {children}
    </Section>
  );
}
