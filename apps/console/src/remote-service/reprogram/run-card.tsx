import { chakra, Flex } from '@chakra-ui/react';
import { blockBytes } from '@headland/contracts/device/flash';
import { type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { cancelIsAsked } from '@headland/domain/reprogram/offer';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import { type ReactNode, useState } from 'react';
import { fileSize } from '../../lib/file-size';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/panel';
import { Progress } from '../../ui/progress';
import { StatusChip } from '../../ui/status-chip';
import { markOf, partOf } from './flash-labels';
import { useRate } from './use-rate';

const steps = ['offered', 'ready', 'transferring', 'checking', 'programming'] as const;

/** Step 4: a run in progress. It continues without this page; `readAt` is when it was last fetched, epoch ms. */
export function RunCard({ run, vin, readAt }: { run: FlashRun; vin: string; readAt: number }) {
  const { t, number, age } = useI18n();
  const rate = useRate(run.blocksThere, readAt);
  const writing = run.state === 'programming';
  const moving = run.state === 'transferring';
  const left = moving && rate !== null ? ((run.blocks - run.blocksThere) / rate) * 1000 : null;
  return (
    <DetailCard
      title={t('reprogram.step.run')}
      wide
      actions={
        <>
          <StatusChip state={markOf(run.state)}>{t(`flashState.${run.state}`)}</StatusChip>
          <Cancel run={run} vin={vin} />
        </>
      }
    >
      <Flex direction="column" gap="4" aria-live="polite">
        <Steps state={run.state} />
        {run.state === 'paused' && (
          <chakra.p role="status" textStyle="strong" className="num">
            {t('reprogram.pausedAt', { k: number(run.blocksThere), n: number(run.blocks) })}
          </chakra.p>
        )}
        {run.reason !== null && (
          <chakra.p role="status" textStyle="strong">
            {flashReasonLabel(t, run.reason)}
          </chakra.p>
        )}
        <Progress
          label={t(writing ? 'flashState.programming' : 'reprogram.blocks')}
          value={writing ? run.progress * 100 : run.blocksThere}
          most={writing ? 100 : run.blocks}
        />
        {!writing && <HaveMap run={run} />}
        <Facts
          columns={2}
          rows={[
            [
              t('reprogram.blocks'),
              writing ? `${number(run.progress * 100, 0)} %` : `${number(run.blocksThere)} / ${number(run.blocks)}`,
            ],
            [t('reprogram.rate'), moving && rate !== null ? `${fileSize(rate * blockBytes, number)}/s` : '–'],
            [t('reprogram.timeLeft'), left === null ? '–' : age(left, 'words')],
            [t('reprogram.elapsed'), <Age key="elapsed" since={run.offeredAt} />],
            [t('reprogram.file'), run.file.name],
            [t('reprogram.target'), run.file.target.toUpperCase()],
            [t('reprogram.fromVersion'), run.fromVersion ?? '–'],
            [t('reprogram.toVersion'), run.file.version],
            [t('reprogram.by'), `${run.by}, ${run.organization}`],
            ...partOf(run, t),
            [t('reprogram.pauses'), number(run.pauses)],
          ]}
        />
        <chakra.p textStyle="small" color="ink3">
          {t('reprogram.mayClose')}{' '}
          {!writing && run.state !== 'checking' && t('reprogram.validUntil', { at: momentText(run.expiresAt) })}
        </chakra.p>
      </Flex>
    </DetailCard>
  );
}

/** The steps from the offer to the end, with the current one; a pause belongs to the transfer. */
function Steps({ state }: Pick<FlashRun, 'state'>) {
  const { t } = useI18n();
  const current = state === 'paused' ? 'transferring' : state;
  const now = steps.findIndex((s) => s === current);
  return (
    <chakra.ol display="flex" gap={{ base: '2', md: '4' }} flexWrap="wrap" listStyleType="none" p="0" textStyle="dense">
      {steps.map((step, i) => (
        <chakra.li
          key={step}
          aria-current={i === now ? 'step' : undefined}
          color={i === now ? 'ink' : 'ink3'}
          fontWeight={i === now ? 600 : 400}
        >
          {i < now ? '✓ ' : ''}
          {t(`flashState.${step}`)}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

/** The received blocks reported by the device: after a reboot there may be gaps. */
function HaveMap({ run: { have, blocks, blocksThere } }: { run: FlashRun }) {
  const { t } = useI18n();
  return (
    <chakra.div
      role="img"
      aria-label={`${t('reprogram.haveMap')}: ${blocksThere} / ${blocks}`}
      title={t('reprogram.haveMap')}
      pos="relative"
      h="3"
      bg="hover"
      borderRadius="chip"
      overflow="hidden"
    >
      {have.map(([from, to]) => (
        <chakra.span
          key={from}
          pos="absolute"
          insetY="0"
          bg="normal.line"
          style={{ left: `${(from / blocks) * 100}%`, width: `${((to - from + 1) / blocks) * 100}%` }}
        />
      ))}
    </chakra.div>
  );
}

function Cancel({ run, vin }: { run: FlashRun; vin: string }): ReactNode {
  const { t } = useI18n();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const invalidate = useInvalidate(reprogram.start);
  const cancel = useAction(reprogram.cancel, {
    // once it has everything the device decides
    success: ({ state }) => t(state === 'cancelled' ? 'reprogram.cancelled' : 'reprogram.cancelAsked'),
    done: () => {
      setAsking(false);
      invalidate();
    },
  });
  if (!can(reprogram.cancel.allow)) return null;
  const reason = run.state === 'programming' ? t('reprogram.noCancel') : t('reprogram.othersCancel');
  return (
    <>
      <Button kind="danger" disabled={!run.mayCancel} reason={reason} onClick={() => setAsking(true)}>
        {t('reprogram.cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('reprogram.cancelTitle', { vin })}
        confirm={{
          label: t('reprogram.cancel'),
          danger: true,
          busy: cancel.busy,
          disabled: !run.mayCancel,
          onConfirm: () => cancel.run({ params: { runId: run.id } }),
        }}
      >
        {run.mayCancel
          ? t(cancelIsAsked(run.state, run.allSent) ? 'reprogram.cancelWhileChecked' : 'reprogram.cancelText')
          : reason}
      </Dialog>
    </>
  );
}
