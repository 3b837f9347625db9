import { diagnosis } from '@headland/contracts/diagnosis';
import { useNavigate } from '@tanstack/react-router';
import { PlugZap } from 'lucide-react';
import { useEffect } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { ListPage } from '../../ui/list-page';
import { WithRecord } from '../../ui/with-record';
import { entryIdOf, entrySignature, HistoryCsv, HistoryFilters, useHistory, useHistoryColumns } from './history-list';
import { HistoryPanel } from './history-panel';

/** The remote service history of a vehicle; read only. */
export function RemoteHistoryPage() {
  const { t } = useI18n();
  return (
    <WithRecord
      endpoint={diagnosis.get}
      list={{ to: '/remote', label: t('remote.toList'), missing: t('remote.missing') }}
    >
      {({ vehicle }) => <History key={vehicle.id} vehicleId={vehicle.id} vin={vehicle.vin} />}
    </WithRecord>
  );
}

function History({ vehicleId, vin }: { vehicleId: number; vin: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const list = useHistory(vehicleId);
  const { columns, phone } = useHistoryColumns();
  const title = t('serviceHistory.of', { vin });
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  return (
    <ListPage
      title={title}
      exportAs="serviceHistory"
      list={list}
      actions={
        <>
          <HistoryCsv vehicleId={vehicleId} list={list} />
          <Button
            icon={<PlugZap size={15} />}
            onClick={() => void navigate({ to: toRecord('/remoteDetail', vehicleId) })}
          >
            {t('serviceHistory.toVehicle')}
          </Button>
        </>
      }
      filters={<HistoryFilters list={list} />}
      table={{ columns, phone, idOf: entryIdOf, signature: entrySignature }}
      detail={
        list.openId === null ? null : (
          <HistoryPanel key={list.openId} vehicleId={vehicleId} entry={list.openId} onClose={() => list.open(null)} />
        )
      }
      detailWidth="560px"
      empty={{ title: t('serviceHistory.empty'), text: t('serviceHistory.emptyText') }}
    />
  );
}
