import { afterService, type WriteRow, writtenItems } from '@headland/contracts/after-service';
import { entryOf } from '@headland/contracts/diagnosis';
import { serviceWriteListColumns } from '@headland/i18n/columns/service-writes';
import { writtenWhere } from '@headland/i18n/service-labels';
import { useMemo } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { Panel, Section } from '../../ui/panel';
import { EmptyState, Skeleton } from '../../ui/states';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import type { HistoryFrame } from '../remote-diagnosis/history-frame';
import { formatterOf } from '../remote-diagnosis/diagnosis-labels';
import { useWriteName, WriteFacts, WriteState } from './write-result';

/** What was written into the engine of one vehicle, old and new. */
export function WriteHistory({ vehicleId, title, actions, tabs }: HistoryFrame) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(afterService.writes, { params: { id: vehicleId } });
  const { filter: f, set } = list;
  const columns = useColumns();
  const phone = useMemo(() => phoneOf(i18n), [i18n]);
  return (
    <ListPage<WriteRow>
      title={title}
      list={list}
      exportAs="serviceWrites"
      tabs={tabs}
      actions={actions}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterDates label={t('serviceHistory.period')} of={afterService.writes.query} filter={f} onApply={set} />
          <FilterMany
            label={t('serviceWork.item')}
            values={f.item}
            options={writtenItems.map((value) => ({ value, label: t(`serviceWrite.item.${value}`) }))}
            onApply={(item) => set({ item })}
          />
          <FilterText label={t('serviceJob.by')} value={f.by} onApply={(by) => set({ by })} width="150px" />
        </FilterBar>
      }
      table={{ columns, phone, idOf, signature }}
      detail={
        list.openId === null ? null : (
          <WritePanel
            key={list.openId}
            vehicleId={vehicleId}
            row={list.rows.find((r) => r.id === list.openId)}
            reading={list.result.isPending}
            onClose={() => list.open(null)}
          />
        )
      }
      detailWidth="480px"
      empty={{ title: t('afterServiceHistory.noWrites'), text: t('afterServiceHistory.noWritesText') }}
    />
  );
}

const idOf = (r: WriteRow): number => r.id;
const signature = (r: WriteRow): string => `${r.result} ${r.endedAt}`;

function useColumns(): Column<WriteRow>[] {
  const { number } = useI18n();
  const c = useListColumns(serviceWriteListColumns);
  return useMemo(
    () => [
      { ...c.at, width: '164px', identity: true },
      { ...c.item, width: '148px' },
      { ...c.where, width: '148px' },
      { ...c.partCode, yields: true },
      { ...c.serial, yields: true },
      { ...c.hours, yields: true, cell: (r) => (r.hours === null ? '–' : `${number(r.hours)} h`) },
      { ...c.old, width: '212px', yields: true },
      { ...c.new, width: '212px', yields: true },
      { ...c.readBack, hidden: true, yields: true },
      { ...c.result, width: '112px', cell: (r) => <WriteState row={{ result: r.result, reason: null }} /> },
      { ...c.reason, yields: true },
      { ...c.restored, hidden: true, yields: true },
      c.by,
      { ...c.approvedBy, yields: true },
      { ...c.organization, yields: true },
      { ...c.job, yields: true },
    ],
    [c, number],
  );
}

function phoneOf(i18n: I18n): Column<WriteRow>[] {
  const formatter = formatterOf(i18n);
  return [
    {
      key: 'write',
      title: i18n.t('afterServiceHistory.tab.writes'),
      cell: (r) => (
        <>
          <b>{i18n.t(`serviceWrite.item.${r.item}`)}</b> {writtenWhere(formatter, r)}{' '}
          <WriteState row={{ result: r.result, reason: null }} />
          <br />
          <span className="num">{momentText(r.at)}</span> · {r.by}
        </>
      ),
    },
  ];
}

interface PanelProps {
  vehicleId: number;
  row: WriteRow | undefined;
  reading: boolean;
  onClose: () => void;
}
function WritePanel({ vehicleId, row, reading, onClose }: PanelProps) {
  const { t } = useI18n();
  const nameOf = useWriteName();
  if (row === undefined)
    return (
      <Panel title={t('serviceJob.writes')} onClose={onClose}>
        {reading ? <Skeleton rows={6} /> : <EmptyState title={t('afterServiceHistory.missing')} />}
      </Panel>
    );
  const title = nameOf(row);
  const history = toRecord('/afterServiceHistory', vehicleId);
  return (
    <Panel
      title={title}
      label={title}
      under={<span className="num">{momentText(row.at)}</span>}
      onClose={onClose}
      foot={
        <>
          <TextLink to={history} search={{ id: String(entryOf('test', row.id)) }}>
            {t('serviceWork.test')}
          </TextLink>
          {row.jobId !== null && (
            <>
              {' · '}
              <TextLink to={history} search={{ tab: 'jobs', id: String(row.jobId) }}>
                {t('serviceJob.title', { id: row.jobId })}
              </TextLink>
            </>
          )}
        </>
      }
    >
      <Section>
        <WriteFacts row={row} />
      </Section>
    </Panel>
  );
}
