import { models } from '@headland/contracts/model';
import { ownerTransfers, type TransferRow, transferStatuses } from '@headland/contracts/owner-transfer';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { FilterBar, FilterMany, FilterText, NewRows } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { type List, useList } from '../../ui/use-list';
import { useTransferColumns } from './transfer-columns';
import { TransferPanel } from './transfer-panel';
import { useNewTransfers } from './use-new-transfers';

/** Machines that change hands: what is open, newest first, the chosen one beside it. */
export function TransferListPage() {
  const { t } = useI18n();
  const list = useList(ownerTransfers.list);
  const { columns, phone } = useTransferColumns();
  const { openId, open } = list;
  return (
    <ListPage<TransferRow>
      title={t('screen.ownerTransfer')}
      list={list}
      exportAs="transfers"
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature: signatureOf, mark: markOf }}
      detail={openId === null ? null : <TransferPanel key={openId} id={openId} onClose={() => open(null)} />}
      detailWidth="480px"
      empty={{ title: t('transfer.empty'), text: t('transfer.emptyText') }}
    />
  );
}

const idOf = (r: TransferRow): number => r.id;
const signatureOf = (r: TransferRow): number => r.version;
const markOf = (r: TransferRow): 'quiet' | undefined => (r.decidedAt === null ? undefined : 'quiet');

function Filters({ list }: { list: List<typeof ownerTransfers.list> }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  const news = useNewTransfers(list);
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={list.reset} end={<NewRows count={news.count} onShow={news.show} />}>
      <FilterMany
        label={t('transfer.status')}
        values={f.status}
        options={transferStatuses.map((value) => ({ value, label: t(`transferStatus.${value}`) }))}
        onApply={(status) => set({ status })}
      />
      <FilterText label={t('transfer.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="190px" />
      <FilterMany
        label={t('transfer.model')}
        values={f.model}
        options={names.map((m) => ({ value: m.name, label: m.name }))}
        onApply={(model) => set({ model })}
      />
      <FilterText
        label={t('transfer.from')}
        value={f.fromName}
        onApply={(fromName) => set({ fromName })}
        width="130px"
      />
      <FilterText label={t('transfer.to')} value={f.toName} onApply={(toName) => set({ toName })} width="130px" />
      <FilterDates label={t('transfer.requestedAt')} of={ownerTransfers.list.query} filter={f} onApply={set} />
    </FilterBar>
  );
}
