import { chakra, Flex } from '@chakra-ui/react';
import { type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Facts, Panel, Section } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StatusChip } from '../../ui/status-chip';
import { markOf, type RunState, partOf } from './flash-labels';
import { Checks } from './preflight-card';
import { ProgramFacts } from './program-choice';
import { RunFoot, RunReport } from './run-report';

/** One run of the history: result, file, the machine's data at the offer, and every step. */
export function RunPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, number } = useI18n();
  const { data: run, error, refetch } = useQuery(query(reprogram.run, { params: { runId: id } }));
  if (run === undefined)
    return (
      <Panel title="" onClose={onClose}>
        {error instanceof Problem && error.code === 'NOT_FOUND' ? (
          <EmptyState title={t('reprogram.runMissing')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={7} height={56} />
        )}
      </Panel>
    );
  return (
    <Panel
      label={run.file.name}
      over={
        <>
          <StatusChip state={markOf(run.state)}>{t(`flashState.${run.state}`)}</StatusChip>
          <span className="num">#{run.id}</span>
        </>
      }
      title={`${run.file.target.toUpperCase()} ${run.file.version}`}
      {...(run.reason === null ? {} : { under: flashReasonLabel(t, run.reason) })}
      onClose={onClose}
      foot={<RunFoot runId={run.id} />}
    >
      <RunReport run={run} />
      <Section title={t('reprogram.result')}>
        <Facts
          rows={[
            [t('reprogram.start'), momentText(run.offeredAt)],
            [t('reprogram.duration'), <Age key="duration" since={run.offeredAt} until={run.endedAt} />],
            [t('reprogram.fromVersion'), run.fromVersion ?? '–'],
            [t('reprogram.runningVersion'), run.runningVersion ?? '–'],
            [t('reprogram.blocks'), `${number(run.blocksThere)} / ${number(run.blocks)}`],
            [t('reprogram.pauses'), number(run.pauses)],
            [t('reprogram.by'), `${run.by}, ${run.organization}`],
            ...partOf(run, t),
          ]}
        />
        {run.rolledBack && (
          <chakra.p textStyle="dense" pt="2">
            {t('reprogram.rolledBack')}
          </chakra.p>
        )}
      </Section>
      <Section title={t('reprogram.file')}>
        <ProgramFacts file={run.file} />
      </Section>
      <Log run={run} />
    </Panel>
  );
}

function Log({ run }: { run: FlashRun }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(reprogram.log, { params: { runId: run.id } }));
  if (data === undefined)
    return error ? (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={4} height={24} />
    );
  return (
    <>
      {data.preflight !== null && (
        <Section title={t('reprogram.preflightThen')}>
          <Checks checks={data.preflight.checks} />
        </Section>
      )}
      <Section title={t('reprogram.log')}>
        <chakra.ol listStyleType="none" p="0">
          {data.steps.map((step) => (
            <Flex as="li" key={step.number} gap="3" py="0.5" align="baseline">
              <chakra.span className="num" color="ink3" whiteSpace="nowrap">
                {momentText(step.at)}
              </chakra.span>
              <chakra.span flex="1" overflowWrap="anywhere">
                {t(`flashState.${step.state as RunState}`)}
                {step.reason !== null && <chakra.span color="ink2"> · {flashReasonLabel(t, step.reason)}</chakra.span>}
              </chakra.span>
              <chakra.span color="ink3">{step.by ?? ''}</chakra.span>
            </Flex>
          ))}
        </chakra.ol>
      </Section>
    </>
  );
}
