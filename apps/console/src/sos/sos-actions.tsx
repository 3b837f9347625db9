import { chakra, Flex } from '@chakra-ui/react';
import { sosCalls, type SosDetail } from '@headland/contracts/sos';
import { sosRefusal } from '@headland/domain/sos';
import { MoreVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAct } from '../lib/use-act';
import { useKeys } from '../lib/use-keys';
import { useWords } from '../lib/text';
import { call as send, useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Kbd } from '../ui/kbd';
import { Menu, MenuItem } from '../ui/menu';
import { Section } from '../ui/panel';
import { DispatchForm } from './dispatch-form';
import { dialable } from './phone';
import { AssignDialog, FalseAlarmDialog, ResolveDialog, TextDialog } from './sos-dialogs';
import { Arrival } from './sos-queue-row';
import { isOpen, red } from './sos-words';

type Asking = 'resolve' | 'falseAlarm' | 'escalate' | 'assign' | null;

/** What can be done with a call now. Acknowledge asks nothing; closing for good asks in a dialog that names the machine. */
export function SosActions({ call, wide }: { call: SosDetail; wide: boolean }) {
  const { t } = useWords();
  const may = useCan()(sosCalls.acknowledge.allow);
  const [asking, ask] = useState<Asking>(null);
  const [typing, setTyping] = useState(false);
  const acknowledge = useAct(sosCalls.acknowledge, { said: t('sos.said.acknowledged') });
  const close = (): void => ask(null);
  const raised = call.status === 'raised';
  useKeys(
    {
      r: () => sosRefusal(call.status, 'resolve') === null && ask('resolve'),
      f: () => ask('falseAlarm'),
      e: () => ask('escalate'),
    },
    { enabled: may && isOpen(call) },
  );
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
