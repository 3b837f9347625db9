import { chakra } from '@chakra-ui/react';
import { diagnosis, type ServiceDetail } from '@headland/contracts/diagnosis';
import { reprogram } from '@headland/contracts/reprogram';
import { hasEnded } from '@headland/domain/reprogram/offer';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { DetailPage, TextLink } from '../../ui/detail-page';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StatusChip } from '../../ui/status-chip';
import { WithRecord } from '../../ui/with-record';
import { PreflightCard } from './preflight-card';
import { ProgramChoice } from './program-choice';
import { ResultCard } from './result-card';
import { RunCard } from './run-card';
import { useProgramList } from './use-program-list';
import { useRuns } from './use-runs';

/** Refetch interval of the vehicle, whose connection is in the head. */
const vehicleMs = 5_000;

/** Reprogramming of one vehicle: file, pre-flight, confirmation, run, result. */
export function ReprogramDetailPage() {
  const list = useProgramList();
  return (
    <WithRecord endpoint={diagnosis.get} list={list} every={() => vehicleMs}>
      {({ vehicle }) => <Vehicle key={vehicle.id} vehicle={vehicle} />}
    </WithRecord>
  );
}

function Vehicle({ vehicle }: Pick<ServiceDetail, 'vehicle'>) {
  const { t } = useI18n();
  const can = useCan();
  const list = useProgramList();
  const [fileId, choose] = useFileInAddress();
  const runs = useRuns(vehicle.id);
  const [last] = runs.data?.rows ?? [];
  const underWay = last !== undefined && !hasEnded(last.state);
  const mayStart = can(reprogram.start.allow);
  return (
    <DetailPage
      title={vehicle.vin}
      beside={vehicle.model}
      list={list}
      actions={
        <>
          <StatusChip state={vehicle.online ? 'normal' : 'off'}>
            {t(vehicle.online ? 'remote.online' : 'remote.offline')}
          </StatusChip>
          <TextLink to={toRecord('/reProgramHistory', vehicle.id)}>{t('remote.history')}</TextLink>
        </>
      }
    >
      {runs.data === undefined ? (
        <chakra.div gridColumn="1 / -1">
          {runs.error ? (
            <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
          ) : (
            <Skeleton rows={4} height={64} />
          )}
        </chakra.div>
      ) : underWay ? (
        <RunCard key={last.id} run={last} vin={vehicle.vin} readAt={runs.dataUpdatedAt} />
      ) : (
        <>
          {last !== undefined && <ResultCard run={last} openFaults={vehicle.openFaults} onTryAgain={choose} />}
          {mayStart && <ProgramChoice fileId={fileId} onChoose={choose} />}
          {mayStart && <PreflightCard vehicle={vehicle} fileId={fileId} />}
          {!mayStart && last === undefined && (
            <chakra.div gridColumn="1 / -1">
              <EmptyState title={t('reprogram.noRuns')} />
            </chakra.div>
          )}
        </>
      )}
    </DetailPage>
  );
}

/** The chosen file survives a reload. */
function useFileInAddress(): [number | null, (id: number | null) => void] {
  const { file } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const id = typeof file === 'string' && /^[1-9]\d{0,8}$/u.test(file) ? Number(file) : null;
  const choose = (next: number | null): void => {
    const changed = ({ file: _, ...rest }: Search): Search => (next === null ? rest : { ...rest, file: String(next) });
    void navigate({ to: '.', search: changed, replace: true });
  };
  return [id, choose];
}
