import { afterService, type AfterServiceRow, jobStates } from '@headland/contracts/after-service';
import { useState } from 'react';
import { useWords } from '../lib/text';
import { FilterMany } from '../ui/filter-bar';
import { ListPage } from '../ui/list-page';
import { ServiceFilters } from '../ui/service/service-filters';
import { useLiveService } from '../ui/service/use-live-service';
import { useList } from '../ui/use-list';
import { useJobColumns } from './job-columns';
import { StartJob } from './start-job';

/** Machines with their newest service job; a row opens the page on which one serves it. */
export function AfterServiceListPage() {
  const { t } = useWords();
  const list = useList(afterService.list);
  const rows = useLiveService(list.rows);
  const [starting, start] = useState<AfterServiceRow | null>(null);
  const { columns, phone } = useJobColumns(start);
  return (
    <>
      <ListPage<AfterServiceRow>
        title={t('screen.afterService')}
        list={{ ...list, rows }}
        exportAs="afterService"
        to={(r) => `/afterServiceDetail/${r.id}`}
        filters={
          <ServiceFilters list={list}>
            <FilterMany
              label={t('serviceJob.state')}
              values={list.filter.job}
              options={[...jobStates, 'none' as const].map((value) => ({ value, label: t(`serviceJobState.${value}`) }))}
              onApply={(job) => list.set({ job })}
            />
          </ServiceFilters>
        }
        table={{ columns, phone, idOf, signature }}
        empty={{ title: t('afterService.empty'), text: t('afterService.emptyText') }}
      />
      {starting !== null && <StartJob vehicle={starting} onClose={() => start(null)} />}
    </>
  );
}

const idOf = (r: AfterServiceRow): number => r.id;
/** Marked for two seconds: who took or freed a machine, one that came or went, a job that moved on. */
const signature = (r: AfterServiceRow): string => [r.online, r.engine, r.holder?.sessionId, r.holder?.state, r.job?.id, r.job?.state].join(' ');
