import { type ConsumableDetail, consumables } from '@headland/contracts/consumable';
import { vehicles } from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useSubscription, useVehicleNow } from '../../lib/live/live';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { DeliveryLog } from '../../ui/delivery-log';
import { DetailCard, DetailPage, TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { Facts } from '../../ui/panel';
import { ShowInFull } from '../../ui/show-in-full';
import { type RecordList, WithRecord } from '../../ui/with-record';
import { CycleStateLabel } from '../../ui/cycle-state';
import { ConsumableHistory } from './consumable-history';
import { CycleFacts } from './cycle-facts';
import { NotifyCustomers } from './notify-customers';
import { ReplaceCard } from './replace-form';
import { withHours } from './use-live-cycles';
import { VehicleItems } from './vehicle-items';

/** One cycle of one item on one vehicle: its use, the expected due day, earlier cycles, and the form that closes it. */
export function ConsumableDetailPage() {
  const list = useConsumableList();
  return (
    <WithRecord endpoint={consumables.get} list={list} fresh>
      {(cycle, refetch) => <Cycle key={cycle.id} cycle={cycle} refetch={refetch} />}
    </WithRecord>
  );
}

function useConsumableList(): RecordList {
  const { t } = useI18n();
  return { to: '/expendable', label: t('consumable.toList'), missing: t('consumable.missing') };
}

function Cycle({
  cycle: read,
  refetch,
}: {
  cycle: ConsumableDetail;
  refetch: () => Promise<ConsumableDetail | undefined>;
}) {
  const { t } = useI18n();
  const can = useCan();
  const list = useConsumableList();
  useSubscription({ vehicles: [read.vehicleId] });
  const now = useVehicleNow(read.vehicleId);
  const cycle = withHours(read, now?.values.engineHours);
  const due = cycle.state === 'imminent' || cycle.state === 'exceeded';
  // an open form stays, whatever happens to the cycle: no input is lost
  const [opened] = useState(due);
  return (
    <DetailPage
      title={cycle.item}
      beside={`${cycle.vin} · ${cycle.model}`}
      list={list}
      actions={<Actions cycle={cycle} />}
    >
      <DetailCard title={t('consumable.item')} actions={<CycleStateLabel state={cycle.state} />}>
        <CycleFacts cycle={cycle} />
      </DetailCard>
      <ReplaceCard cycle={cycle} open={opened || due} refetch={refetch} />
      <DetailCard title={t('consumable.vehicle')}>
        <Facts
          rows={[
            [
              t('consumable.vin'),
              <TextLink key="vin" to={can(vehicles.get.allow) ? toRecord('/statusDetail', cycle.vehicleId) : null}>
                {cycle.vin}
              </TextLink>,
            ],
            [t('consumable.model'), cycle.model],
            [t('consumable.deviceId'), cycle.deviceId ?? '–'],
            [t('consumable.soldOn'), cycle.soldOn ?? t('consumable.unsold')],
            [t('consumable.hours'), <Figure key="hours" value={cycle.hours} unit="h" digits={1} />],
          ]}
        />
      </DetailCard>
      <DetailCard title={t('consumable.owner')}>
        {cycle.customer === null ? (
          <Facts rows={[[t('consumable.customer'), t('consumable.noOwner')]]} />
        ) : (
          <ShowInFull masked={cycle.customer} endpoint={consumables.customer} id={cycle.id}>
            {({ name, phone }) => (
              <Facts
                rows={[
                  [t('consumable.customerName'), name],
                  [t('consumable.phone'), phone ? phoneText(phone) : '–'],
                  [t('consumable.app'), t(`sale.app.${cycle.appStatus ?? 'none'}`)],
                ]}
              />
            )}
          </ShowInFull>
        )}
        <Facts
          rows={[
            [t('consumable.dealer'), cycle.dealer?.name ?? '–'],
            [t('consumable.dealerPhone'), cycle.dealerPhone ?? '–'],
          ]}
        />
      </DetailCard>
      <DetailCard title={t('consumable.items')} count={cycle.items.length} wide flush>
        <VehicleItems cycle={cycle} />
      </DetailCard>
      <DetailCard title={t('consumable.history')} count={cycle.history.length} wide flush>
        <ConsumableHistory steps={cycle.history} />
      </DetailCard>
      <DetailCard title={t('sos.deliveries')} wide flush>
        <DeliveryLog list={cycle.deliveries} permission="expendable:U" />
      </DetailCard>
    </DetailPage>
  );
}

function Actions({ cycle }: { cycle: ConsumableDetail }) {
  const { t } = useI18n();
  const can = useCan();
  return (
    <>
      {can(vehicles.get.allow) && (
        <TextLink to={toRecord('/statusDetail', cycle.vehicleId)}>{t('consumable.toStatus')}</TextLink>
      )}
      {can(consumables.notify.allow) && <NotifyCustomers single rows={[cycle]} onDone={() => undefined} />}
    </>
  );
}
