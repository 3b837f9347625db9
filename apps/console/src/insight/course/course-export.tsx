import { chakra, Flex } from '@chakra-ui/react';
import { type ExportList, exports, type OwnExport } from '@headland/contracts/export';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { useUnits } from '../../lib/session/member';
import { query } from '../../lib/session/session';
import { dayText, timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { useDownloadExport } from '../../ui/download-export';
import { Progress } from '../../ui/progress';
import { ActError, ErrorState } from '../../ui/states';
import { useAction } from '../../ui/use-action';

export interface CourseExportProps {
  subject: 'models' | 'customers';
  id: number;
  /** none: all of them, as means of five minutes */
  vehicleId?: number | undefined;
  /** days, YYYY-MM-DD */
  from: string;
  to: string;
}
const pollMs = 1_000;
const lists = ['courseSamples', 'courseMeans'] as const satisfies readonly ExportList[];

/**
 * The course of values as a workbook. A job writes it: what is shown is what the server has of it, so that it is found
 * again after a reload. It is saved when it is ready while the page is open; otherwise the notification links to it.
 */
export function CourseExport({ subject, id, vehicleId, from, to }: CourseExportProps) {
  const { t } = useI18n();
  const units = useUnits();
  const list = vehicleId === undefined ? 'courseMeans' : 'courseSamples';
  const filter = {
    ...{ subject, id: String(id), from, to },
    ...(vehicleId === undefined ? {} : { vehicleId: String(vehicleId) }),
  };
  const own = useQuery({
    ...query(exports.own, { query: { list: [...lists] } }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? pollMs : false),
  });
  const [refused, setRefused] = useState<Problem | null>(null);
  const cancel = useAction(exports.cancel);
  const download = useDownloadExport();
  const newest = own.data?.find((e) => e.list === list && sameFilter(e.filter, filter));
  const shown = newest?.state === 'cancelled' ? undefined : newest;
  const expect = useOnReady(shown, download.run);
  const create = useAction(exports.create, { done: (made) => expect(made.id), shows: isOfPeriod });
  const start = (): void => {
    setRefused(null);
    // any other is shown in a toast
    create
      .runAsync({ body: { list, filter, columns: [], units } })
      .catch((error: unknown) => setRefused(error instanceof Problem && isOfPeriod(error) ? error : null));
  };
  const busy = create.busy || (shown !== undefined && isOpen(shown));
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <Button icon={<Download size={15} />} busy={busy} reason={t('export.asked')} onClick={start}>
        {shown?.state === 'ready' || shown?.state === 'failed'
          ? t('courseExport.again')
          : t(list === 'courseSamples' ? 'courseExport.startSamples' : 'courseExport.startMeans')}
      </Button>
      {shown && isOpen(shown) && (
        <Underway made={shown} onCancel={() => cancel.run({ params: { id: shown.id } })} cancelling={cancel.busy} />
      )}
      {shown?.state === 'ready' && (
        <Ready made={shown} onDownload={() => download.run(shown.id)} downloading={download.busy} />
      )}
      {shown?.problem && (
        <ActError error={new Problem(shown.problem.code, shown.problem.values, {}, shown.problem.reference)} />
      )}
      {refused && <ActError error={refused} />}
      {own.isError && <ErrorState compact error={own.error} onRetry={() => void own.refetch()} />}
    </Flex>
  );
}

const isOfPeriod = ({ fields }: Problem): boolean => 'period' in fields;

function Underway({
  made: { state, written, total },
  onCancel,
  cancelling,
}: {
  made: OwnExport;
  onCancel: () => void;
  cancelling: boolean;
}) {
  const { t } = useI18n();
  const share = total === 0 ? 0 : Math.min(99, Math.floor((written / total) * 100));
  return (
    <>
      <Progress label={t('courseExport.progress')} value={state === 'queued' ? null : share} most={100} width="120px" />
      <chakra.span textStyle="small" color="ink2" className="num" role="status">
        {state === 'queued'
          ? t('courseExport.queued')
          : t('courseExport.running', { written, total: Math.max(written, total), percent: share })}
      </chakra.span>
      <Button kind="quiet" busy={cancelling} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </>
  );
}

function Ready({
  made: { total, endsAt },
  onDownload,
  downloading,
}: {
  made: OwnExport;
  onDownload: () => void;
  downloading: boolean;
}) {
  const { t } = useI18n();
  return (
    <>
      <Button kind="link" busy={downloading} onClick={onDownload}>
        {t('courseExport.download')}
      </Button>
      <chakra.span textStyle="small" color="ink3" className="num">
        {t('courseExport.ready', { n: total, until: `${dayText(endsAt)} ${timeText(endsAt, false)}` })}
      </chakra.span>
    </>
  );
}

/** Once, for an export that was seen before it was ready; one that was ready already is not saved again. */
function useOnReady(made: OwnExport | undefined, act: (id: number) => void): (id: number) => void {
  const awaited = useRef<number | null>(null);
  const run = useEffectEvent(act);
  const { id, state } = made ?? {};
  useEffect(() => {
    if (id === undefined) return;
    if (state === 'queued' || state === 'running') awaited.current = id;
    else if (awaited.current === id) {
      awaited.current = null;
      if (state === 'ready') run(id);
    }
  }, [id, state]);
  return (expected) => (awaited.current = expected);
}

const isOpen = ({ state }: Pick<OwnExport, 'state'>): boolean => state === 'queued' || state === 'running';
const sameFilter = (a: OwnExport['filter'], b: Record<string, string>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(b).every(([name, value]) => a[name] === value);
