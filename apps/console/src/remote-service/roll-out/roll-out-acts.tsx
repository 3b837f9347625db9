import { chakra, Flex } from '@chakra-ui/react';
import { type RollOutAct, type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { useAction } from '../../ui/use-action';
import { Button, type ButtonKind } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { Facts } from '../../ui/panel';
import { RollOutFacts } from './roll-out-facts';
import { CountsLine } from './roll-out-labels';

type Reasoned = 'decline' | 'pause' | 'resume' | 'cancel';
const kinds: Record<Exclude<RollOutAct, 'change'>, ButtonKind> = {
  send: 'primary',
  approve: 'primary',
  decline: 'plain',
  pause: 'plain',
  resume: 'primary',
  cancel: 'danger',
};
const order = ['change', 'cancel', 'decline', 'pause', 'resume', 'send', 'approve'] as const;

/** The actions that the server allows now; none for a member who may only read. */
export function RollOutActs({ rollOut: r }: { rollOut: RollOutDetail }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Exclude<RollOutAct, 'change'> | null>(null);
  const close = (): void => setAsked(null);
  // what may no longer be done is no longer asked
  const asking = asked !== null && r.may.includes(asked) ? asked : null;
  return (
    <>
      <Flex gap="2" wrap="wrap">
        {order
          .filter((act) => r.may.includes(act))
          .map((act) =>
            act === 'change' ? (
              <Button key={act} onClick={() => void navigate({ to: toRecord('/reProgramRollOutRegi', r.id) })}>
                {t('rollOut.edit')}
              </Button>
            ) : (
              <Button key={act} kind={kinds[act]} onClick={() => setAsked(act)}>
                {t(`rollOut.${act}`)}
              </Button>
            ),
          )}
      </Flex>
      {(asking === 'send' || asking === 'approve') && <Seen act={asking} rollOut={r} onClose={close} />}
      {asking !== null && asking !== 'send' && asking !== 'approve' && (
        <WithReason key={asking} act={asking} rollOut={r} onClose={close} />
      )}
    </>
  );
}

/** The whole plan once more, before it is sent and before it begins. The version that one has seen goes with it. */
function Seen({ act, rollOut: r, onClose }: { act: 'send' | 'approve'; rollOut: RollOutDetail; onClose: () => void }) {
  const { t } = useI18n();
  const send = useAction(rollOuts[act], {
    done: onClose,
    success: t(act === 'send' ? 'rollOut.sent' : 'rollOut.approved'),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`rollOut.${act}Title`, { name: r.name })}
      width="560px"
      confirm={{
        label: t(`rollOut.${act}`),
        busy: send.busy,
        danger: act === 'approve',
        onConfirm: () => send.run({ params: { id: r.id }, body: { version: r.version } }),
      }}
    >
      <Flex direction="column" gap="3">
        <chakra.p>
          {act === 'send'
            ? t('rollOut.sendText')
            : t('rollOut.approveText', { n: r.vehicles, version: r.file.version })}
        </chakra.p>
        <RollOutFacts rollOut={r} brief />
      </Flex>
    </Dialog>
  );
}

function WithReason({ act, rollOut: r, onClose }: { act: Reasoned; rollOut: RollOutDetail; onClose: () => void }) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  // what is decided on is what was shown when the dialog opened; after a refusal, what it shows now
  const [seen, setSeen] = useState<number | null>(r.version);
  // to stop it is right whatever has come meanwhile
  const judged = act === 'resume' || act === 'decline';
  const toasts = {
    decline: 'rollOut.declined',
    pause: 'rollOut.paused',
    resume: 'rollOut.resumed',
    cancel: 'rollOut.cancelled',
  } as const;
  const decide = useAction(rollOuts[act], { done: onClose, success: t(toasts[act]) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`rollOut.${act}Title`, { name: r.name })}
      confirm={{
        label: t(`rollOut.${act}`),
        danger: act === 'cancel',
        busy: decide.busy,
        disabled: reason.trim() === '',
        onConfirm: () =>
          void decide
            .runAsync({ params: { id: r.id }, body: { reason, ...(judged && { version: seen ?? r.version }) } })
            .catch((problem: unknown) => {
              if (problem instanceof Problem && problem.status === 409) setSeen(null);
            }),
      }}
    >
      <Flex direction="column" gap="3">
        <chakra.p>{t(`rollOut.${act}Text`)}</chakra.p>
        {act === 'resume' && <Facts rows={[[t('rollOut.state'), <CountsLine key="counts" counts={r.counts} end />]]} />}
        <TextArea label={t('rollOut.reason')} value={reason} onChange={setReason} maxLength={1500} />
      </Flex>
    </Dialog>
  );
}
