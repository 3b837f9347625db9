import { chakra, Flex } from '@chakra-ui/react';
import { faults, type FaultDetail } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { useState } from 'react';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { AcceptForm } from './accept-form';
import { CompleteDialog, EscalateDialog } from './fault-dialogs';

/** The open form. */
export type FaultAsking = 'complete' | 'escalate' | 'reassign' | null;
interface Props {
  report: FaultDetail;
  asking: FaultAsking;
  onAsk: (what: FaultAsking) => void;
}

/**
 * The footer of the panel: actions allowed by the report's status and the member's permission. A completed one names
 * its author.
 */
export function FaultActions({ report, asking, onAsk }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const take = useAction(faults.take, { success: t('fault.toast.taken') });
  // a form with unsaved input stays, locked, when somebody else changes the report
  const [typing, setTyping] = useState(false);
  const may = can(faults.accept.allow);
  const completed = !isOpenFault(report.status);
  /** an open form replaces the buttons */
  const step = asking === 'complete' || asking === 'escalate';
  const form = may && !step && (typing || report.status === 'occurred' || (asking === 'reassign' && !completed));
  const takeButton = (
    <Button
      kind="quiet"
      px="2"
      busy={take.busy}
      onClick={() => take.run({ params: { id: report.id }, body: { version: report.version } })}
    >
      {t('fault.act.take')}
    </Button>
  );
  const escalateButton = <Button onClick={() => onAsk('escalate')}>{t('fault.act.escalate')}</Button>;
  return (
    <>
      {completed && <Completed report={report} />}
      {form && (
        <AcceptForm
          report={report}
          onTyping={setTyping}
          onDone={() => {
            setTyping(false);
            onAsk(null);
          }}
          more={
            report.status === 'occurred' ? (
              <>
                {takeButton}
                {escalateButton}
              </>
            ) : (
              <Button kind="quiet" onClick={() => onAsk(null)}>
                {t('common.cancel')}
              </Button>
            )
          }
        />
      )}
      {may && report.status === 'accepted' && !form && !step && (
        <Flex gap="2" wrap="wrap">
          {takeButton}
          <Button onClick={() => onAsk('reassign')}>{t('fault.act.reassign')}</Button>
          {escalateButton}
          <chakra.span flex="1" />
          <Button kind="primary" onClick={() => onAsk('complete')}>
            {t('fault.act.complete')}
          </Button>
        </Flex>
      )}
      {may && step && (
        // it has edges of its own
        <chakra.div mx="-4" mt="-3" mb="-3" css={{ '& form': { borderTopWidth: 0 } }}>
          {asking === 'complete' && <CompleteDialog report={report} onClose={() => onAsk(null)} />}
          {asking === 'escalate' && <EscalateDialog report={report} onClose={() => onAsk(null)} />}
        </chakra.div>
      )}
    </>
  );
}

function Completed({ report }: { report: FaultDetail }) {
  const { t } = useI18n();
  const more = [t(`faultStatus.${report.status}`), report.repairedOn, report.partCode].filter(Boolean);
  return (
    <chakra.div color="ink2">
      <p>
        {t('fault.completedBy', {
          name: report.completedBy ?? '–',
          time: momentText(report.completedAt ?? report.lastAt),
        })}
      </p>
      <chakra.p className="num">{more.join(' · ')}</chakra.p>
      {report.memo && (
        <chakra.p color="ink" whiteSpace="pre-wrap" overflowWrap="anywhere" maxH="120px" overflowY="auto">
          {report.memo}
        </chakra.p>
      )}
    </chakra.div>
  );
}
