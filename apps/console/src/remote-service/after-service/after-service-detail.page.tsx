import { diagnosis } from '@headland/contracts/diagnosis';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { type RecordList, WithRecord } from '../../ui/with-record';
import { EngineInfoTab } from '../remote-diagnosis/engine-info';
import { FaultInfo } from '../remote-diagnosis/fault-info';
import { JobReport } from './job-report';
import { SecondPerson } from './second-person';
import { codesIn, everySoOften, ServicePage } from '../remote-diagnosis/service-page';
import { ServiceWork } from './service-work';
import { TestsTab } from '../remote-diagnosis/tests-tab';

const tabs = ['engine', 'faults', 'tests', 'work', 'job'] as const;

/** One machine under repair: what remote service shows of it, what only the after-service writes into it, and the sheet of the job. */
export function AfterServiceDetailPage() {
  const { t } = useI18n();
  const list: RecordList = { to: '/afterService', label: t('afterService.toList'), missing: t('remote.missing') };
  return (
    <WithRecord endpoint={diagnosis.get} list={list} every={everySoOften}>
      {(detail, refetch, readAt) => (
        <ServicePage
          key={detail.vehicle.id}
          detail={detail}
          readAt={readAt}
          refetch={refetch}
          kind="afterService"
          label={t('screen.afterServiceDetail')}
          list={list}
          beside={
            <TextLink to={toRecord('/afterServiceHistory', detail.vehicle.id)}>{t('serviceJob.history')}</TextLink>
          }
          tabs={tabs.map((value) => ({
            value,
            label: t(`afterService.tab.${value}`),
            ...(value === 'faults' ? { count: codesIn } : {}),
          }))}
          over={<SecondPerson vehicleId={detail.vehicle.id} vin={detail.vehicle.vin} />}
        >
          {({ tab, session, detail: { vehicle } }) => (
            <>
              {tab === 'engine' && <EngineInfoTab session={session} detail={detail} />}
              {tab === 'faults' && <FaultInfo session={session} />}
              {tab === 'tests' && <TestsTab session={session} />}
              {tab === 'work' && <ServiceWork session={session} vin={vehicle.vin} model={vehicle.model} />}
              {tab === 'job' && <JobReport vehicle={vehicle} testRuns={session.test !== null} />}
            </>
          )}
        </ServicePage>
      )}
    </WithRecord>
  );
}
