import './history-print.css';
import { chakra } from '@chakra-ui/react';
import type { HistoryEntry } from '@headland/contracts/diagnosis';
import { curveDrawing, curveOf } from '@headland/domain/diagnosis/curve';
import { confirmWord, proposalWord, reasonWord, testWord } from '@headland/i18n/diagnosis-words';
import { createPortal } from 'react-dom';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { Facts } from '../ui/panel';
import { useSpeaker } from './diagnosis-words';
import { engineRows } from './engine-rows';
import { useCurve } from './test-chart';
import { EvidenceTable } from './test-result';

/** What the printer gets instead of the screen, while a test's result is open: the result as one sheet, black on white. */
export function PrintSheet({ entry: { row, vehicle, info, test } }: { entry: HistoryEntry }) {
  const { t, number } = useWords();
  const speaker = useSpeaker();
  const parts = useCurve(row.id);
  if (test === null) return null;
  const { run, as } = test;
  return createPortal(
    <chakra.article data-print-sheet aria-hidden css={{ display: 'none', '@media print': { display: 'block', color: '#000', background: '#fff', padding: '8mm' } }}>
      <chakra.h1 textStyle="title">
        {t('testReport.title')}: {testWord(speaker, run.test)}
      </chakra.h1>
      <chakra.p mb="3">
        {vehicle.model} · {vehicle.vin} · {row.result === null ? t(`diagState.${run.state}`) : t(`diagResult.${row.result}`)}
      </chakra.p>
      <Facts
        columns={2}
        rows={[
          [t('testReport.vin'), vehicle.vin],
          [t('testReport.model'), vehicle.model],
          [t('serviceHistory.start'), momentText(run.startedAt)],
          [t('serviceHistory.end'), run.endedAt === null ? '–' : momentText(run.endedAt)],
          [t('serviceHistory.by'), run.by],
          [t('serviceHistory.organization'), row.organization],
          [t('serviceHistory.session'), run.sessionId],
          [t('serviceHistory.reason'), reasonWord(speaker, run.reason, run.item) || '–'],
        ]}
      />
      <Heading>{t('tests.evidence')}</Heading>
      <EvidenceTable run={run} />
      {run.next.length > 0 && (
        <>
          <Heading>{t('tests.next')}</Heading>
          <p>{run.next.map((id) => proposalWord(speaker, id)).join(', ')}</p>
        </>
      )}
      {as.signals.map((signal) => {
        const known = speaker.item(signal.item);
        const drawing = curveDrawing(curveOf(parts, signal.item), signal.band, (v) => number(v, known?.digits ?? 1), 'sans-serif');
        return drawing === null ? null : (
          <chakra.div key={signal.item} breakInside="avoid">
            <Heading>
              {known?.name ?? signal.item} ({signal.unit})
            </Heading>
            <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`} alt="" width="100%" />
          </chakra.div>
        );
      })}
      {as.confirmed.length > 0 && (
        <>
          <Heading>{t('testReport.confirmed')}</Heading>
          {as.confirmed.map((key) => (
            <p key={key}>✓ {confirmWord(speaker, key)}</p>
          ))}
        </>
      )}
      {info !== null && (
        <>
          <Heading>{t('serviceHistory.engineThen')}</Heading>
          <Facts columns={2} rows={engineRows(info)} />
        </>
      )}
    </chakra.article>,
    document.body,
  );
}

const Heading = chakra('h2', { base: { textStyle: 'strong', mt: '4', mb: '1', breakAfter: 'avoid' } });
