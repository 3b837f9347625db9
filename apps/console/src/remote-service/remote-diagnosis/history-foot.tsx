import { Flex } from '@chakra-ui/react';
import { diagnosis, type HistoryEntry } from '@headland/contracts/diagnosis';
import { remoteResults } from '@headland/contracts/remote-results';
import { Braces, FileDown, FileText, Printer } from 'lucide-react';
import { saveFile } from '../../lib/save-file';
import { useT } from '../../lib/i18n';
import { useAction } from '../../ui/use-action';
import { Button } from '../../ui/button';
import { ExportButton } from '../../ui/export-button';

/**
 * Downloads of an entry: its report; measurements as a workbook; a session's results under the names of other systems.
 */
export function EntryFoot({ entry: { row, vehicle, test, recording } }: { entry: HistoryEntry }) {
  const t = useT();
  const report = useAction(diagnosis.report, { done: (file) => saveFile(file, 'report.pdf', diagnosis.report.stream) });
  // the number of rows is only known to the workbook
  const curves = test?.as.signals.filter((s) => !s.perCylinder).map((s) => s.item) ?? [];
  return (
    <Flex gap="2" wrap="wrap">
      <Button
        icon={<FileDown size={15} />}
        busy={report.busy}
        onClick={() => report.run({ params: { id: vehicle.id, entry: row.entry } })}
      >
        {t('serviceHistory.report')}
      </Button>
      <Button icon={<Printer size={15} />} onClick={() => window.print()}>
        {t('serviceHistory.print')}
      </Button>
      {row.kind === 'session' && <Results sessionId={row.sessionId} />}
      {curves.length > 0 && (
        <ExportButton
          list="testCurve"
          filter={{ testId: row.id }}
          columns={['at', 'seconds', 'step', ...curves]}
          total={1}
        />
      )}
      {recording !== null && recording.rows > 0 && <RecordingFiles recordingId={row.id} recording={recording} />}
    </Flex>
  );
}

function Results({ sessionId }: { sessionId: number }) {
  const t = useT();
  const results = useAction(remoteResults.get, {
    done: (held) =>
      saveFile(
        { bytes: new TextEncoder().encode(`${JSON.stringify(held, null, 2)}\n`).buffer, name: null },
        `results_${sessionId}.json`,
        'application/json',
      ),
  });
  return (
    <Button icon={<Braces size={15} />} busy={results.busy} onClick={() => results.run({ params: { sessionId } })}>
      {t('serviceHistory.json')}
    </Button>
  );
}

function RecordingFiles({
  recordingId,
  recording,
}: {
  recordingId: number;
  recording: NonNullable<HistoryEntry['recording']>;
}) {
  const t = useT();
  const csv = useAction(diagnosis.recordingCsv, {
    done: (file) => saveFile(file, 'recording.csv', diagnosis.recordingCsv.stream),
  });
  return (
    <>
      <ExportButton
        list="recording"
        filter={{ recordingId }}
        columns={['at', 'device', ...recording.items]}
        total={recording.rows}
      />
      <Button icon={<FileText size={15} />} busy={csv.busy} onClick={() => csv.run({ params: { recordingId } })}>
        {t('serviceHistory.csv')}
      </Button>
    </>
  );
}
