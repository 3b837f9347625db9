import { chakra, Flex } from '@chakra-ui/react';
import { itemId } from '@headland/contracts/device/diagnosis';
import { diagnosis } from '@headland/contracts/diagnosis';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { Flag, Pause, Play, Settings2, Square } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { serverNow } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useRemembered } from '../../lib/session/store';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import type { Window } from '../../ui/plot/stream-plot';
import { Segmented } from '../../ui/tabs';
import { EmptyState } from '../../ui/states';
import { RecordingCharts } from './charts';
import { ItemPicker } from './item-picker';
import { Recordings } from './recordings';
import { type LiveRecording, useLiveRecording } from './use-recording';
import { useMarks } from './use-marks';
import type { Session } from './use-session';

/** The engineer's last selection: items, their charts, and the period. */
const Choice = z.object({
  items: z.array(itemId).max(10),
  charts: z.record(z.string(), z.number()),
  period: z.enum(['500', '1000']),
});
type Choice = z.output<typeof Choice>;
const defaultChoice: Choice = {
  items: ['engine.rpm', 'engine.coolant', 'rail.pressure', 'rail.target', 'battery'],
  charts: { 'rail.pressure': 3, 'rail.target': 3 },
  period: '1000',
};

/** Values of up to ten items, on up to nine charts; the recording continues while another tab is open. */
export function DataMonitor({ session }: { session: Session }) {
  const { t } = useI18n();
  const { view, open, busy } = session;
  const [stored, remember] = useRemembered('remote.watch', Choice, defaultChoice);
  // items removed from the catalogue are dropped
  const choice = { ...stored, items: stored.items.filter((id) => monitorItems.has(id)) };
  // stable until another selection: its charts are not redrawn
  const chartsKey = JSON.stringify(stored.charts);
  const charts = useMemo(() => JSON.parse(chartsKey) as Choice['charts'], [chartsKey]);
  const [picking, setPicking] = useState(false);
  const recording = useLiveRecording(session);
  const ready = open && view?.state === 'connected';
  const start = (): void => {
    setPicking(false);
    void session.ask({ op: 'watch', items: choice.items, period: choice.period === '500' ? 500 : 1000 });
  };
  const picker = (recording === null || picking) && open;
  return (
    <>
      <DetailCard
        title={t('remote.tab.monitor')}
        actions={
          open && (
            <Flex gap="2" wrap="wrap" justify="flex-end" align="center">
              {recording !== null && (
                <>
                  <LinkQuality session={session} recording={recording} />
                  <Button
                    kind="quiet"
                    icon={<Settings2 size={14} />}
                    aria-expanded={picking}
                    onClick={() => setPicking(!picking)}
                  >
                    {t('remote.chooseItems')}
                  </Button>
                </>
              )}
              {picker && (
                <>
                  <Segmented
                    label={t('remote.period')}
                    value={choice.period}
                    onChange={(period) => remember({ ...choice, period })}
                    choices={[
                      { value: '500', label: t('remote.seconds', { s: '0.5' }) },
                      { value: '1000', label: t('remote.seconds', { s: '1' }) },
                    ]}
                  />
                  <Button
                    kind="primary"
                    icon={<Play size={14} />}
                    busy={busy}
                    disabled={!ready || choice.items.length === 0}
                    reason={t(ready ? 'remote.pickOne' : 'remote.notNow')}
                    onClick={start}
                  >
                    {t(recording === null ? 'remote.start' : 'remote.startAgain')}
                  </Button>
                </>
              )}
              {recording !== null && (
                <Button
                  icon={<Square size={13} />}
                  busy={busy}
                  disabled={!ready}
                  reason={t('remote.notNow')}
                  onClick={() => void session.ask({ op: 'unwatch' })}
                >
                  {t('remote.stop')}
                </Button>
              )}
            </Flex>
          )
        }
      >
        {!open && recording === null && (
          <EmptyState title={t('remote.notConnected')} text={t('remote.notConnectedText')} />
        )}
        {picker && (
          <ItemPicker
            items={choice.items}
            charts={choice.charts}
            onChange={(items, charts) => remember({ ...choice, items, charts })}
          />
        )}
        {recording !== null && (
          <Running
            key={view?.watching?.recordingId}
            id={view?.watching?.recordingId ?? 0}
            recording={recording}
            charts={charts}
            frozen={session.frozen}
          />
        )}
      </DetailCard>
      <Recordings vehicleId={session.vehicleId} running={view?.watching?.recordingId ?? null} />
    </>
  );
}

/** Freshness, period and missing rows. */
function LinkQuality({
  session: { view, frozen },
  recording: { rows, quality },
}: {
  session: Session;
  recording: LiveRecording;
}) {
  const { t, number } = useI18n();
  const { latencyMs, dropped } = useSyncExternalStore(quality.onChange, quality.get);
  return (
    <chakra.span
      role="status"
      aria-label={t('remote.link')}
      textStyle="small"
      color={frozen ? 'watch.ink' : 'ink2'}
      className="num"
    >
      {t('remote.seconds', { s: number((view?.watching?.period ?? rows.period) / 1000) })} · {t('remote.latency')}{' '}
      {latencyMs === null ? '–' : t('remote.ms', { n: Math.round(latencyMs) })} · {t('remote.dropped', { n: dropped })}
    </chakra.span>
  );
}

/** Visible range of a running recording, in minutes. */
const spans = ['10', '30', '120'] as const;
const Span = z.enum(spans);

function Running({
  id,
  recording: { rows },
  charts,
  frozen,
}: {
  id: number;
  recording: LiveRecording;
  charts: Choice['charts'];
  frozen: boolean;
}) {
  const { t } = useI18n();
  const [view, setView] = useState<Window | null>(null);
  const [span, setSpan] = useRemembered('remote.span', Span, '10');
  const lastMs = Number(span) * 60_000;
  const marks = useMarks(id);
  const mark = useAction(diagnosis.mark);
  const freeze = (): void => {
    const all = rows.span();
    if (all !== null) setView([Math.max(all[0], all[1] - lastMs), all[1]]);
  };
  return (
    <>
      <Flex gap="2" mb="3" align="center" wrap="wrap">
        {view === null ? (
          <Segmented
            label={t('remote.span')}
            value={span}
            onChange={setSpan}
            choices={spans.map((minutes) => ({
              value: minutes,
              label: t('remote.lastMinutes', { n: Number(minutes) }),
            }))}
          />
        ) : (
          <chakra.span textStyle="dense" color="ink3">
            {t('remote.standing', { from: timeText(view[0]), to: timeText(view[1]) })}
          </chakra.span>
        )}
        <chakra.span flex="1" />
        <Button
          icon={<Flag size={14} />}
          busy={mark.busy}
          onClick={() =>
            mark.run({
              params: { recordingId: id },
              body: {
                at: rows.span()?.[1] ?? serverNow(),
                label: String(marks.filter((m) => !m.isAutomatic).length + 1),
              },
            })
          }
        >
          {t('remote.mark')}
        </Button>
        {view === null ? (
          <Button icon={<Pause size={14} />} onClick={freeze}>
            {t('remote.freezeView')}
          </Button>
        ) : (
          <Button kind="primary" icon={<Play size={14} />} onClick={() => setView(null)}>
            {t('remote.follow')}
          </Button>
        )}
      </Flex>
      <RecordingCharts
        rows={rows}
        charts={charts}
        marks={marks}
        view={view}
        onView={setView}
        lastMs={lastMs}
        frozen={frozen}
      />
    </>
  );
}
