import { chakra, Flex } from '@chakra-ui/react';
import { type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';
import { StatusChip } from '../../ui/status-chip';
import { adviceFor, markOf, partOf } from './flash-labels';

/** Step 5: how the last run ended, the version reported by the controller, and what to do. */
export function ResultCard({
  run,
  openFaults,
  onTryAgain,
}: {
  run: FlashRun;
  openFaults: number;
  onTryAgain: (fileId: number) => void;
}) {
  const { t, number } = useI18n();
  const can = useCan();
  const good = run.state === 'done';
  const again = !good && can(reprogram.start.allow);
  return (
    <DetailCard
      title={t('reprogram.step.result')}
      wide
      actions={
        <>
          <StatusChip state={markOf(run.state)}>{t(`flashState.${run.state}`)}</StatusChip>
          {again && <Button onClick={() => onTryAgain(run.file.id)}>{t('reprogram.tryAgain')}</Button>}
        </>
      }
    >
      <Flex direction="column" gap="3">
        {!good && (
          <Flex direction="column" gap="1" role="note">
            {run.reason !== null && <chakra.p textStyle="strong">{flashReasonLabel(t, run.reason)}</chakra.p>}
            {run.rolledBack && <chakra.p>{t('reprogram.rolledBack')}</chakra.p>}
            <chakra.p color="ink2">
              {t('reprogram.whatToDo')}: {t(`flashAdvice.${adviceFor(run)}`)}
            </chakra.p>
          </Flex>
        )}
        <Facts
          columns={2}
          rows={[
            [
              t(good ? 'reprogram.readBack' : 'reprogram.runningVersion'),
              // of one that failed without a word nobody knows it
              run.runningVersion ?? (good || run.state === 'failed' ? '–' : (run.fromVersion ?? '–')),
            ],
            [t('reprogram.fromVersion'), run.fromVersion ?? '–'],
            [t('reprogram.toVersion'), run.file.version],
            [t('reprogram.file'), run.file.name],
            [t('reprogram.start'), momentText(run.offeredAt)],
            [t('reprogram.duration'), <Age key="duration" since={run.offeredAt} until={run.endedAt} />],
            [t('reprogram.pauses'), number(run.pauses)],
            [t('remote.openFaults'), number(openFaults)],
            [t('reprogram.by'), `${run.by}, ${run.organization}`],
            ...partOf(run, t),
            [t('reprogram.target'), run.file.target.toUpperCase()],
          ]}
        />
      </Flex>
    </DetailCard>
  );
}
