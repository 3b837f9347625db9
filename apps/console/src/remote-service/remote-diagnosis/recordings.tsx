import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis, type ServiceHistoryRow } from '@headland/contracts/diagnosis';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { saveFile } from '../../lib/save-file';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import type { Window } from '../../ui/plot/stream-plot';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { RecordingCharts } from './charts';
import { MeasuredRows } from './measured-rows';
import { useMarks } from './use-marks';
import { readAfter } from './use-recording';

const noCharts = {};

/** The recordings of this machine, newest first; one opens below its row with the same charts. */
export const Recordings = memo(function Recordings({
  vehicleId,
  running,
}: {
  vehicleId: number;
  running: number | null;
}) {
  const { t, of } = useI18n();
  const [openId, setOpenId] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(
    query(diagnosis.history, { params: { id: vehicleId }, query: { kind: ['monitoring'], size: 50 } }),
  );
  const file = useAction(diagnosis.recordingCsv, {
    done: (download) => saveFile(download, 'recording.csv', 'text/csv'),
  });
  const list = data?.rows.filter((r) => r.id !== running) ?? [];
  return (
    <DetailCard title={t('remote.recordings')} {...(data === undefined ? {} : { count: data.page.total })}>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : (
          <Skeleton rows={3} height={32} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={t('remote.noRecordings')} text={t('remote.noRecordingsText')} />
      ) : (
        list.map((r) => {
          const opened = r.id === openId;
          return (
            <chakra.div key={r.id} borderTop="1px solid" borderColor="line" py="2">
              <Flex gap="3" align="center" wrap="wrap" textStyle="dense">
                <chakra.span className="num" fontWeight="600">
                  {momentText(r.startedAt)}
                </chakra.span>
                <chakra.span className="num" color="ink2">
                  <Age since={r.startedAt} until={r.endedAt} style="clock" /> · {t('remote.rowsOf', { n: rowCount(r) })}
                </chakra.span>
                <chakra.span flex="1" minW="0" color="ink2">
                  {r.codes.map((id) => (monitorItems.has(id) ? of(monitorItems.get(id)) : id)).join(', ')}
                </chakra.span>
                <chakra.span color="ink3">
                  {r.by}, {r.organization}
                </chakra.span>
                <Button
                  icon={<Download size={14} />}
                  busy={file.busy}
                  disabled={rowCount(r) === 0}
                  onClick={() => file.run({ params: { recordingId: r.id } })}
                >
                  {t('remote.csv')}
                </Button>
                <Button
                  aria-expanded={opened}
                  disabled={rowCount(r) === 0}
                  reason={t('remote.noRows')}
                  onClick={() => setOpenId(opened ? null : r.id)}
                >
                  {t(opened ? 'common.close' : 'remote.openRecording')}
                </Button>
              </Flex>
              {opened && <Recording row={r} />}
            </chakra.div>
          );
        })
      )}
      {data !== undefined && data.page.total > data.rows.length && (
        <chakra.p textStyle="small" color="ink3" mt="2">
          {t('remote.moreInHistory', { n: data.page.total - data.rows.length })}
        </chakra.p>
      )}
    </DetailCard>
  );
});

/** The number of rows; the history has it as the state of the recording. */
const rowCount = (r: ServiceHistoryRow): number => Number(r.state) || 0;

export function Recording({ row }: { row: ServiceHistoryRow }) {
  const [view, setView] = useState<Window | null>(null);
  const [read, setRead] = useState<{ rows: MeasuredRows } | { error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const marks = useMarks(row.id);
  const items = row.codes.join(' ');
  useEffect(() => {
    let left = false;
    void (async () => {
      try {
        const first = await call(diagnosis.recording, { params: { recordingId: row.id }, query: {} });
        const rows = new MeasuredRows(items.split(' '), first.parts[0]?.period ?? 1000);
        rows.offsetMs = first.offsetMs;
        rows.fill(first.parts);
        const last = first.parts.at(-1);
        if (last !== undefined) await readAfter(row.id, rows, last.t0, () => left);
        if (!left) setRead({ rows });
      } catch (error) {
        if (!left) setRead({ error });
      }
    })();
    return () => {
      left = true;
    };
  }, [row.id, items, attempt]);
  if (read === null) return <Skeleton rows={4} height={64} />;
  if ('error' in read)
    return (
      <ErrorState
        error={read.error}
        onRetry={() => {
          setRead(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <chakra.div mt="3">
      <RecordingCharts rows={read.rows} charts={noCharts} marks={marks} view={view} onView={setView} />
    </chakra.div>
  );
}
