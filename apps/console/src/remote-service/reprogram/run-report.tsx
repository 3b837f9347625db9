import { Flex } from '@chakra-ui/react';
import { type FlashLog, type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import { useQuery } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import { saveFile } from '../../lib/save-file';
import { useT, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useAction } from '../../ui/use-action';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/panel';
import { PrintPart, PrintReport } from '../../ui/print-report';
import type { RunState } from './flash-labels';
import { Checks } from './preflight-card';
import { ProgramFacts } from './program-choice';

/** The report of a run: as a PDF, and as a print view. */
export function RunFoot({ runId }: { runId: number }) {
  const t = useT();
  const report = useAction(reprogram.report, { done: (file) => saveFile(file, 'report.pdf', reprogram.report.stream) });
  return (
    <Flex gap="2" wrap="wrap">
      <Button icon={<FileDown size={15} />} busy={report.busy} onClick={() => report.run({ params: { runId } })}>
        {t('serviceHistory.report')}
      </Button>
      <Button icon={<Printer size={15} />} onClick={() => window.print()}>
        {t('serviceHistory.print')}
      </Button>
    </Flex>
  );
}

/** The print view of a run. */
export function RunReport({ run }: { run: FlashRun }) {
  const { t, number } = useI18n();
  const { data: log } = useQuery(query(reprogram.log, { params: { runId: run.id } }));
  return (
    <PrintReport
      title={`${t('serviceReport.program')}: ${run.file.target.toUpperCase()} ${run.file.version}`}
      under={`#${run.id} · ${t(`flashState.${run.state}`)}`}
    >
      <Facts
        columns={2}
        rows={[
          [t('reprogram.start'), momentText(run.offeredAt)],
          [t('serviceHistory.end'), run.endedAt === null ? '–' : momentText(run.endedAt)],
          [t('reprogram.fromVersion'), run.fromVersion ?? '–'],
          [t('reprogram.runningVersion'), run.runningVersion ?? '–'],
          [t('reprogram.blocks'), `${number(run.blocksThere)} / ${number(run.blocks)}`],
          [t('reprogram.pauses'), number(run.pauses)],
          [t('reprogram.reason'), run.reason === null ? '–' : flashReasonLabel(t, run.reason)],
          [t('reprogram.by'), `${run.by}, ${run.organization}`],
        ]}
      />
      <PrintPart title={t('reprogram.file')}>
        <ProgramFacts file={run.file} />
      </PrintPart>
      {log !== undefined && <Log log={log} />}
    </PrintReport>
  );
}

function Log({ log: { preflight, steps } }: { log: FlashLog }) {
  const { t } = useI18n();
  return (
    <>
      {preflight !== null && (
        <PrintPart title={t('reprogram.preflightThen')}>
          <Checks checks={preflight.checks} />
        </PrintPart>
      )}
      <PrintPart title={t('reprogram.log')}>
        {steps.map((s) => (
          <p key={s.number}>
            <span className="num">{momentText(s.at)}</span> {t(`flashState.${s.state as RunState}`)}{' '}
            {s.reason === null ? '' : `· ${flashReasonLabel(t, s.reason)}`} {s.by ?? ''}
          </p>
        ))}
      </PrintPart>
    </>
  );
}
