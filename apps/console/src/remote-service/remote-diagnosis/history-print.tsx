import type { StoredFault } from '@headland/contracts/device/diagnosis';
import { diagnosis, type HistoryEntry } from '@headland/contracts/diagnosis';
import { curveDrawing, curveOf, type MeasuredPart, thinned } from '@headland/domain/diagnosis/curve';
import { confirmLabel, headingLabel, proposalLabel, reasonLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Facts } from '../../ui/panel';
import { PrintDrawing, PrintPart, PrintReport } from '../../ui/print-report';
import { resultOf, useDiagnosisFormatter } from './diagnosis-labels';
import { engineRows } from './engine-rows';
import { useCurve } from './test-chart';
import { EvidenceTable } from './test-result';
import { useFaultMeaning } from './use-fault-meaning';

/** Points of a line in print; a long recording has more than a printer can show. */
const maxPoints = 1200;

/** The print view of an open history entry. */
export function EntryReport({ entry }: { entry: HistoryEntry }) {
  const i18n = useI18n();
  const { t } = i18n;
  const formatter = useDiagnosisFormatter();
  const { row, vehicle, info, test } = entry;
  const kind = row.test === null ? t(`serviceHistory.kind.${row.kind}`) : testLabel(formatter, row.test);
  const result = row.result === null ? [] : [t(`diagResult.${row.result}`)];
  return (
    <PrintReport
      title={`${t(row.kind === 'test' ? 'testReport.title' : 'serviceReport.title')}: ${kind}`}
      under={[vehicle.model, vehicle.vin, ...result].join(' · ')}
    >
      <Facts
        columns={2}
        rows={[
          [t('serviceHistory.start'), momentText(row.startedAt)],
          [t('serviceHistory.end'), row.endedAt === null ? '–' : momentText(row.endedAt)],
          [t('serviceHistory.by'), row.by],
          [t('serviceHistory.organization'), row.organization],
          [t('serviceHistory.session'), `${t(`serviceHistory.service.${row.service}`)} ${row.sessionId}`],
          [t('serviceHistory.reason'), reasonLabel(formatter, row.reason, test?.run.item) || '–'],
        ]}
      />
      <Body entry={entry} />
      {info !== null && (
        <PrintPart title={t('serviceHistory.engineThen')}>
          <Facts columns={2} rows={engineRows(i18n, info)} />
        </PrintPart>
      )}
    </PrintReport>
  );
}

function Body({ entry }: { entry: HistoryEntry }) {
  const { t } = useI18n();
  const { row, test, faults, recording } = entry;
  if (test !== null) return <Tested test={test} />;
  if (recording !== null) return <Recorded id={row.id} items={recording.items} />;
  if (row.kind === 'session') return <InSession sessionId={row.sessionId} />;
  if (faults === null) return null;
  const cleared = row.kind === 'clear';
  return (
    <>
      {cleared && <Codes title={t('serviceHistory.before')} codes={faults.before} />}
      {cleared && (
        <PrintPart title={t('serviceHistory.cleared')}>
          {faults.cleared.join(', ') || t('serviceHistory.none')}
        </PrintPart>
      )}
      <Codes title={t(cleared ? 'serviceHistory.cameBack' : 'serviceHistory.stored')} codes={faults.stored} />
      <Codes title={t('serviceHistory.pending')} codes={faults.pending} />
    </>
  );
}

function Tested({ test: { run, as } }: { test: NonNullable<HistoryEntry['test']> }) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const parts = useCurve(run.id);
  return (
    <>
      <PrintPart title={t('tests.evidence')}>
        <EvidenceTable run={run} />
      </PrintPart>
      {run.next.length > 0 && (
        <PrintPart title={t('tests.next')}>{run.next.map((id) => proposalLabel(formatter, id)).join(', ')}</PrintPart>
      )}
      {as.signals.map((signal) => (
        <Line key={signal.item} parts={parts} item={signal.item} band={signal.band} />
      ))}
      {as.confirmed.length > 0 && (
        <PrintPart title={t('testReport.confirmed')}>
          {as.confirmed.map((key) => (
            <p key={key}>✓ {confirmLabel(formatter, key)}</p>
          ))}
        </PrintPart>
      )}
    </>
  );
}

/** The first part of it, some thousand messages; the PDF has all of it. */
function Recorded({ id, items }: { id: number; items: readonly string[] }) {
  const { data } = useQuery(query(diagnosis.recording, { params: { recordingId: id }, query: {} }));
  return items.map((item) => <Line key={item} parts={data?.parts ?? []} item={item} band={null} />);
}

function Line({
  parts,
  item,
  band,
}: {
  parts: readonly MeasuredPart[];
  item: string;
  band: readonly [number, number] | null;
}) {
  const { number } = useI18n();
  const known = useDiagnosisFormatter().item(item);
  const drawing = curveDrawing(
    thinned(curveOf(parts, item), maxPoints),
    band,
    (v) => number(v, known?.digits ?? 1),
    'sans-serif',
  );
  if (drawing === null) return null;
  return (
    <PrintPart whole title={known === null ? item : headingLabel(known.name, known.unit)}>
      <PrintDrawing svg={drawing} />
    </PrintPart>
  );
}

function InSession({ sessionId }: { sessionId: number }) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const { data } = useQuery(query(diagnosis.session, { params: { sessionId } }));
  if (data === undefined) return null;
  return (
    <>
      {data.tests.length === 0 && <PrintPart title={t('serviceReport.tests')}>{t('serviceHistory.nothing')}</PrintPart>}
      {data.tests.map((run) => {
        const result = resultOf(run);
        return (
          <PrintPart
            key={run.id}
            whole
            title={`${testLabel(formatter, run.test)} · ${result === null ? t(`diagState.${run.state}`) : t(`diagResult.${result}`)}`}
          >
            <p>
              {momentText(run.startedAt)} {reasonLabel(formatter, run.reason, run.item)}
            </p>
            {run.evidence.length > 0 && <EvidenceTable run={run} />}
          </PrintPart>
        );
      })}
      {data.faults !== null && <Codes title={t('serviceHistory.stored')} codes={data.faults.stored} />}
      {data.faults !== null && <Codes title={t('serviceHistory.pending')} codes={data.faults.pending} />}
    </>
  );
}

function Codes({ title, codes }: { title: string; codes: readonly StoredFault[] }) {
  const { t, of } = useI18n();
  const lookUp = useFaultMeaning();
  const nameOf = (f: StoredFault): string =>
    `${of(lookUp(f.code, f.spn ?? null, f.fmi ?? null, f.lamp ?? null).name)}${f.count === undefined ? '' : ` · ${t('serviceHistory.count', { n: f.count })}`}`;
  return (
    <PrintPart title={title}>
      {codes.length === 0 ? t('serviceHistory.none') : <Facts rows={codes.map((f) => [f.code, nameOf(f)])} />}
    </PrintPart>
  );
}
