import { chakra } from '@chakra-ui/react';
import type { StoredFault } from '@headland/contracts/device/diagnosis';
import { diagnosis, type HistoryEntry } from '@headland/contracts/diagnosis';
import { confirmLabel, reasonLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Facts, Panel, Section } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StateLabel } from '../../ui/status-chip';
import { Problem } from '../../lib/call';
import { stateOfResult, useDiagnosisFormatter } from './diagnosis-labels';
import { engineRows } from './engine-rows';
import { HistoryCompare } from './history-compare';
import { EntryFoot } from './history-foot';
import { EntryReport } from './history-print';
import { Recording } from './recordings';
import { TestResult } from './test-result';

interface Props {
  vehicleId: number;
  entry: number;
  onClose: () => void;
}
/** One entry of a history with all its data. */
export function HistoryPanel({ vehicleId, entry, onClose }: Props) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(diagnosis.entry, { params: { id: vehicleId, entry } }));
  if (data !== undefined) return <Entry entry={data} onClose={onClose} />;
  const missing = error instanceof Problem && error.code === 'NOT_FOUND';
  return (
    <Panel title={t('serviceHistory.title')} onClose={onClose}>
      {missing ? (
        <EmptyState title={t('serviceHistory.missing')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Panel>
  );
}

function Entry({ entry, onClose }: { entry: HistoryEntry; onClose: () => void }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const formatter = useDiagnosisFormatter();
  const { row, vehicle, info, test, faults, recording } = entry;
  const kind = t(`serviceHistory.kind.${row.kind}`);
  const title = row.test === null ? kind : testLabel(formatter, row.test);
  return (
    <Panel
      title={title}
      label={title}
      over={row.test === null ? null : kind}
      under={
        <span className="num">
          {momentText(row.startedAt)} · {vehicle.vin}
        </span>
      }
      onClose={onClose}
      foot={<EntryFoot entry={entry} />}
    >
      <Section>
        <Facts
          rows={[
            ...(row.result === null
              ? []
              : [
                  [
                    t('serviceHistory.result'),
                    <StateLabel key="r" state={stateOfResult[row.result]}>
                      {t(`diagResult.${row.result}`)}
                    </StateLabel>,
                  ] as const,
                ]),
            [t('serviceHistory.end'), row.endedAt === null ? '–' : momentText(row.endedAt)],
            [t('serviceHistory.duration'), <Age key="d" since={row.startedAt} until={row.endedAt} style="clock" />],
            [t('serviceHistory.reason'), reasonLabel(formatter, row.reason, test?.run.item) || '–'],
            [t('serviceHistory.by'), row.by],
            [t('serviceHistory.organization'), row.organization],
            [t('serviceHistory.session'), `${t(`serviceHistory.service.${row.service}`)} ${row.sessionId}`],
            ...(recording === null
              ? []
              : ([
                  [t('serviceHistory.rows'), number(recording.rows)],
                  [t('serviceHistory.every'), `${number(recording.period / 1000, 1)} s`],
                  [t('serviceHistory.items'), recording.items.map((id) => formatter.item(id)?.name ?? id).join(', ')],
                ] as const)),
          ]}
        />
      </Section>
      {test !== null && (
        <>
          <Section title={t('tests.evidence')}>
            <TestResult run={test.run} />
          </Section>
          <Section title={t('serviceHistory.curve')}>
            <HistoryCompare vehicleId={vehicle.id} test={test} />
          </Section>
          {test.as.confirmed.length > 0 && (
            <Section title={t('testReport.confirmed')}>
              {test.as.confirmed.map((key) => (
                <chakra.p key={key}>✓ {confirmLabel(formatter, key)}</chakra.p>
              ))}
            </Section>
          )}
        </>
      )}
      <EntryReport entry={entry} />
      {row.kind === 'session' && <InSession sessionId={row.sessionId} />}
      {faults !== null && <Codes faults={faults} cleared={row.kind === 'clear'} />}
      {recording !== null && recording.rows > 0 && (
        <Section title={t('serviceHistory.curve')}>
          <Recording row={row} />
        </Section>
      )}
      {info !== null && (
        <Section title={t('serviceHistory.engineThen')}>
          <Facts rows={engineRows(i18n, info)} />
        </Section>
      )}
    </Panel>
  );
}

/** The tests of a session with their findings. */
function InSession({ sessionId }: { sessionId: number }) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const { data } = useQuery(query(diagnosis.session, { params: { sessionId } }));
  if (data === undefined) return null;
  return (
    <Section title={t('serviceHistory.inSession')}>
      {data.tests.length === 0 && <chakra.p color="ink3">{t('serviceHistory.nothing')}</chakra.p>}
      {data.tests.map((run) => (
        <chakra.div key={run.id} mb="4">
          <chakra.h4 textStyle="label" mb="1">
            {testLabel(formatter, run.test)}
          </chakra.h4>
          <TestResult run={run} />
        </chakra.div>
      ))}
    </Section>
  );
}

/** Codes that were read; for a clear before, cleared and returned ones. */
function Codes({ faults, cleared }: { faults: NonNullable<HistoryEntry['faults']>; cleared: boolean }) {
  const { t } = useI18n();
  return (
    <>
      {cleared && <CodeList title={t('serviceHistory.before')} codes={faults.before} />}
      {cleared && (
        <Section title={t('serviceHistory.cleared')}>
          <chakra.p className="num">{faults.cleared.join(', ') || t('serviceHistory.none')}</chakra.p>
        </Section>
      )}
      <CodeList title={t(cleared ? 'serviceHistory.cameBack' : 'serviceHistory.stored')} codes={faults.stored} />
      <CodeList title={t('serviceHistory.pending')} codes={faults.pending} />
    </>
  );
}

function CodeList({ title, codes }: { title: string; codes: readonly StoredFault[] }) {
  const { t } = useI18n();
  return (
    <Section title={title}>
      {codes.length === 0 ? (
        <chakra.p color="ink3">{t('serviceHistory.none')}</chakra.p>
      ) : (
        <Facts
          rows={codes.map((f) => [f.code, f.count === undefined ? '' : t('serviceHistory.count', { n: f.count })])}
        />
      )}
    </Section>
  );
}
