import { afterService, type WriteRow, writtenItems } from '@headland/contracts/after-service';
import { entryOf } from '@headland/contracts/diagnosis';
import { writtenNew, writtenOld, writtenWhere } from '@headland/i18n/service-labels';
import { reasonLabel } from '@headland/i18n/diagnosis-labels';
import { useMemo } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
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
  const words = useI18n();
  const { t } = words;
  const list = useList(afterService.writes, { params: { id: vehicleId } });
  const { filter: f, set } = list;
  const columns = useMemo(() => columnsOf(words), [words]);
  const phone = useMemo(() => phoneOf(words), [words]);
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

function columnsOf(words: I18n): Column<WriteRow>[] {
  const { t, number } = words;
  const formatter = formatterOf(words);
  return [
    {
      key: 'at',
      title: t('serviceWork.at'),
      sort: 'at',
      width: '164px',
      identity: true,
      cell: (r) => <span className="num">{momentText(r.at)}</span>,
    },
    { key: 'item', title: t('serviceWork.item'), width: '148px', cell: (r) => t(`serviceWrite.item.${r.item}`) },
    { key: 'where', title: t('serviceWrite.where'), width: '148px', cell: (r) => writtenWhere(formatter, r) || '–' },
    {
      key: 'partCode',
      title: t('serviceJob.partCode'),
      yields: true,
      cell: (r) => <span className="num">{r.partCode ?? '–'}</span>,
    },
    {
      key: 'serial',
      title: t('serviceWork.serial'),
      yields: true,
      cell: (r) => <span className="num">{r.serial ?? '–'}</span>,
    },
    {
      key: 'hours',
      title: t('serviceWork.hours'),
      align: 'right',
      yields: true,
      cell: (r) => <span className="num">{r.hours === null ? '–' : `${number(r.hours)} h`}</span>,
    },
    {
      key: 'old',
      title: t('serviceWork.old'),
      width: '212px',
      yields: true,
      cell: (r) => <span className="num">{writtenOld(formatter, r) || '–'}</span>,
    },
    {
      key: 'new',
      title: t('serviceWork.after'),
      width: '212px',
      yields: true,
      cell: (r) => <span className="num">{writtenNew(formatter, r) || '–'}</span>,
    },
    {
      key: 'readBack',
      title: t('serviceWork.readBack'),
      hidden: true,
      yields: true,
      cell: (r) => <span className="num">{r.readBack ?? '–'}</span>,
    },
    {
      key: 'result',
      title: t('serviceWork.result'),
      width: '112px',
      cell: (r) => <WriteState row={{ result: r.result, reason: null }} />,
    },
    {
      key: 'reason',
      title: t('serviceWrite.reason'),
      yields: true,
      cell: (r) => reasonLabel(formatter, r.reason) || '–',
    },
    {
      key: 'restored',
      title: t('serviceWrite.restored'),
      hidden: true,
      yields: true,
      cell: (r) =>
        r.restored === null ? '–' : t(r.restored ? 'serviceWrite.restored.yes' : 'serviceWrite.restored.no'),
    },
    { key: 'by', title: t('serviceJob.by'), cell: (r) => r.by },
    { key: 'approvedBy', title: t('serviceWork.approvedBy'), yields: true, cell: (r) => r.approvedBy ?? '–' },
    { key: 'organization', title: t('serviceJob.organization'), yields: true, cell: (r) => r.organization },
    {
      key: 'job',
      title: t('serviceJob.no'),
      align: 'right',
      yields: true,
      cell: (r) => <span className="num">{r.jobId ?? '–'}</span>,
    },
  ];
}

function phoneOf(words: I18n): Column<WriteRow>[] {
  const formatter = formatterOf(words);
  return [
    {
      key: 'write',
      title: words.t('afterServiceHistory.tab.writes'),
      cell: (r) => (
        <>
          <b>{words.t(`serviceWrite.item.${r.item}`)}</b> {writtenWhere(formatter, r)}{' '}
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
