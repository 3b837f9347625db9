import { diagnosis } from '@headland/contracts/diagnosis';
import { useI18n } from '../../lib/i18n';
import { type RecordList, WithRecord } from '../../ui/with-record';
import { DataMonitor } from './data-monitor';
import { EngineInfoTab } from './engine-info';
import { FaultInfo } from './fault-info';
import { HistoryTab } from './history-tab';
import { codesIn, everySoOften, ServicePage } from './service-page';
import { TestsTab } from './tests-tab';

const remoteTabs = ['engine', 'faults', 'monitor', 'tests', 'history'] as const;

/** Remote diagnosis of one machine: connect, engine information, faults, values, tests. */
export function RemoteDetailPage() {
  const { t } = useI18n();
  const list: RecordList = { to: '/remote', label: t('remote.toList'), missing: t('remote.missing') };
  return (
    <WithRecord endpoint={diagnosis.get} list={list} every={everySoOften}>
      {(detail, refetch, readAt) => (
        <ServicePage
          key={detail.vehicle.id}
          detail={detail}
          readAt={readAt}
          refetch={refetch}
          kind="remote"
          label={t('screen.remoteDetail')}
          list={list}
          tabs={remoteTabs.map((value) => ({
            value,
            label: t(`remote.tab.${value}`),
            ...(value === 'faults' ? { count: codesIn } : {}),
          }))}
        >
          {({ tab, session, detail: now }) => (
            <>
              {tab === 'engine' && <EngineInfoTab session={session} detail={now} />}
              {tab === 'faults' && <FaultInfo session={session} />}
              {tab === 'monitor' && <DataMonitor session={session} />}
              {tab === 'tests' && <TestsTab session={session} />}
              {tab === 'history' && <HistoryTab vehicleId={now.vehicle.id} />}
            </>
          )}
        </ServicePage>
      )}
    </WithRecord>
  );
}
