import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail } from '@headland/contracts/sos';
import { mayReopen, sosRefusal } from '@headland/domain/sos';
import { phoneText } from '@headland/domain/phone-text';
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
import {
  AssignForm,
  CorrectForm,
  FalseAlarmForm,
  type FormProps,
  ResolveForm,
  TextForm,
  useOpenForm,
} from './sos-forms';
import { Arrival } from './sos-queue-row';
import { isOpen, red } from './sos-labels';

const ofOpen = ['resolve', 'falseAlarm', 'escalate', 'assign', 'correct'] as const;
const ofClosed = ['reopen'] as const;
type Form = (typeof ofOpen | typeof ofClosed)[number];

/**
 * The actions possible on an SOS now. Acknowledge needs no input; forms of the others open here, beside the evidence.
 */
export function SosActions({ sos, wide, isKeyDisabled }: { sos: SosDetail; wide: boolean; isKeyDisabled: boolean }) {
  const { t } = useI18n();
  const may = useCan()(sosAlerts.acknowledge.allow);
  const { asking, restored, ask } = useOpenForm<Form>(`sos-form-${sos.id}`, isOpen(sos) ? ofOpen : ofClosed);
  const [typing, setTyping] = useState(false);
  const acknowledge = useAction(sosAlerts.acknowledge, { success: t('sos.toast.acknowledged') });
  const close = (): void => ask(null);
  const raised = sos.status === 'raised';
  useKeys(
    {
      r: () => sosRefusal(sos.status, 'resolve') === null && ask('resolve'),
      f: () => ask('falseAlarm'),
      e: () => ask('escalate'),
    },
    { enabled: may && isOpen(sos) && asking === null },
  );
  const acts = isOpen(sos) && <Acts sos={sos} ask={ask} />;
  return (
    <>
      {may && asking !== null && <Asked sos={sos} asking={asking} restored={restored} onClose={close} />}
      {!isOpen(sos) && (
        <Closing sos={sos}>{may && asking === null && <Reopen sos={sos} onAsk={() => ask('reopen')} />}</Closing>
      )}
      {may && raised && wide && (
        <Section>
          <Button
            large
            w="full"
            {...red}
            busy={acknowledge.busy}
            aria-keyshortcuts={isKeyDisabled ? 'A' : undefined}
            onClick={() => acknowledge.run({ params: { id: sos.id } })}
          >
            {t('sos.act.acknowledge')}{' '}
            <Kbd borderColor="rgb(255 255 255 / .6)" opacity={isKeyDisabled ? 1 : 0.4}>
              A
            </Kbd>
          </Button>
        </Section>
      )}
      {sos.status === 'dispatched' && (
        <Dispatched sos={sos} onCorrect={may && asking === null ? () => ask('correct') : undefined}>
          {may && asking === null && acts}
        </Dispatched>
      )}
      {may && (raised || sos.status === 'acknowledged' || typing) && (
        // kept mounted with its input while another form is open
        <chakra.div display={asking === null ? undefined : 'none'}>
          <DispatchForm sos={sos} onTyping={setTyping} acts={sos.status === 'dispatched' ? null : acts} />
        </chakra.div>
      )}
    </>
  );
}

function Asked({ asking, ...form }: FormProps & { asking: Form }) {
  const { t } = useI18n();
  const { sos } = form;
  switch (asking) {
    case 'resolve':
      return <ResolveForm {...form} />;
    case 'falseAlarm':
      return <FalseAlarmForm {...form} />;
    case 'assign':
      return <AssignForm {...form} />;
    case 'correct':
      return <CorrectForm {...form} />;
    case 'escalate':
      return (
        <TextForm
          key={asking}
          {...form}
          title={t('sos.escalateTitle', { vin: sos.vehicle.vin })}
          label={t('sos.reason')}
          confirm={t('sos.act.escalate')}
          successText={t('sos.toast.escalated')}
          act="escalate"
          run={(reason, version) => send(sosAlerts.escalate, { params: { id: sos.id }, body: { reason, version } })}
        />
      );
    case 'reopen':
      return (
        <TextForm
          key={asking}
          {...form}
          title={t('sos.reopenTitle', { vin: sos.vehicle.vin })}
          label={t('sos.reason')}
          confirm={t('sos.act.reopen')}
          successText={t('sos.toast.reopened')}
          act="reopen"
          run={(reason, version) => send(sosAlerts.reopen, { params: { id: sos.id }, body: { reason, version } })}
        />
      );
  }
}

/** While a false alarm can be reopened. */
function Reopen({ sos, onAsk }: { sos: SosDetail; onAsk: () => void }) {
  const { t } = useI18n();
  const now = new Date(useNow());
  if (!mayReopen({ status: sos.status, closedAt: sos.closedAt === null ? null : new Date(sos.closedAt) }, now))
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

function Acts({ sos, ask }: { sos: SosDetail; ask: (what: Form) => void }) {
  const { t } = useI18n();
  const no = sosRefusal(sos.status, 'resolve');
  const dispatched = sos.status === 'dispatched';
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
      {/* together, so that the menu is not alone on a line of its own */}
      <Flex flex="1 0 auto" gap="2">
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
      </Flex>
    </>
  );
}

function Dispatched({
  sos,
  onCorrect,
  children,
}: {
  sos: SosDetail;
  onCorrect: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { dispatch, dispatchedAt } = sos;
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
          {phoneText(dispatch.phone)}
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

function Closing({ sos, children }: { sos: SosDetail; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Section title={t(`sosStatus.${sos.status}`)}>
      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
        {sos.resolution ?? '–'}
      </chakra.p>
      {sos.injured && (
        <chakra.p color="ink2">
          {t('sos.injured')}: {t(`sos.injured.${sos.injured}`)}
        </chakra.p>
      )}
      {sos.cause && (
        <chakra.p color="ink2">
          {t('sos.cause')}: {t(`sos.cause.${sos.cause}`)}
        </chakra.p>
      )}
      {children}
    </Section>
  );
}
