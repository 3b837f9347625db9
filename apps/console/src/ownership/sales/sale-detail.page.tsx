import { chakra } from '@chakra-ui/react';
import { models } from '@headland/contracts/model';
import { production } from '@headland/contracts/production';
import { type SaleDetail, sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { Handshake, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { DetailCard, DetailPage, LongText, TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { Facts } from '../../ui/panel';
import { RecordHistory } from '../../ui/record-history';
import { ShowInFull } from '../../ui/show-in-full';
import { StoredImage } from '../../ui/stored-image';
import { type RecordList, WithRecord } from '../../ui/with-record';
import { CancelSale } from './cancel-sale';
import { SaleState } from './sale-state';
import { SaleForm } from './sale-form';

/** One vehicle and its sale: sold, changed, cancelled. */
export function SaleDetailPage() {
  const list = useSaleList();
  return (
    <WithRecord endpoint={sales.get} list={list}>
      {(sale) => <Sale sale={sale} />}
    </WithRecord>
  );
}

function useSaleList(): RecordList {
  const { t } = useI18n();
  return { to: '/sale', label: t('sale.toList'), missing: t('sale.missing') };
}

function Sale({ sale }: { sale: SaleDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const list = useSaleList();
  const [editing, setEditing] = useState(false);
  return (
    <DetailPage
      title={sale.vin}
      beside={sale.model}
      list={list}
      actions={<Actions sale={sale} editing={editing} onEdit={() => setEditing(true)} />}
    >
      <DetailCard title={t('sale.sale')}>
        {editing && can(sales.change.allow) ? (
          <SaleForm id={sale.id} onDone={() => setEditing(false)} />
        ) : (
          <Facts
            rows={[
              [t('sale.state'), <SaleState key="state" state={sale.state} />],
              [t('sale.soldOn'), sale.soldOn ?? '–'],
              [t('sale.registeredBy'), sale.registeredBy ?? '–'],
              [t('sale.registeredAt'), sale.registeredAt === null ? '–' : momentText(sale.registeredAt)],
              [
                t('sale.fromUpload'),
                sale.upload === null ? '–' : `${sale.upload.fileName} · ${momentText(sale.upload.at)}`,
              ],
              [t('sale.memo'), <LongText key="memo" text={sale.memo} />],
            ]}
          />
        )}
      </DetailCard>
      <DetailCard title={t('sale.customer')}>
        <Customer sale={sale} />
      </DetailCard>
      <DetailCard title={t('sale.machine')}>
        <Machine sale={sale} />
      </DetailCard>
      <DetailCard title={t('sale.dealer')}>
        <Facts
          rows={[
            [t('sale.dealer'), sale.dealer?.name ?? t('sale.notShipped')],
            [t('sale.erp'), sale.dealerErp ?? '–'],
            [t('sale.dealerPhone'), sale.dealerPhone ?? '–'],
            [t('sale.shippedOn'), sale.shippedOn ?? t('sale.notShipped')],
          ]}
        />
      </DetailCard>
      <DetailCard title={t('sale.history')} wide flush>
        <RecordHistory
          endpoint={sales.history}
          id={sale.id}
          label={t('sale.history')}
          empty={{ title: t('sale.historyEmpty') }}
        />
      </DetailCard>
    </DetailPage>
  );
}

function Actions({ sale, editing, onEdit }: { sale: SaleDetail; editing: boolean; onEdit: () => void }) {
  const { t } = useI18n();
  const can = useCan();
  const [cancelling, setCancelling] = useState(false);
  const sold = sale.soldOn !== null;
  return (
    <>
      {can(vehicles.get.allow) && <TextLink to={toRecord('/statusDetail', sale.id)}>{t('sale.toStatus')}</TextLink>}
      {can(production.get.allow) && (
        <TextLink to={toRecord('/productionDetail', sale.id)}>{t('sale.toProduction')}</TextLink>
      )}
      {sold && can(sales.cancel.allow) && (
        <Button
          kind="danger"
          icon={<Undo2 size={15} />}
          disabled={sale.openSos || sale.transferAwaiting || editing}
          reason={
            sale.openSos
              ? t('error.VEHICLE_HAS_OPEN_SOS')
              : sale.transferAwaiting
                ? t('error.TRANSFER_AWAITING')
                : undefined
          }
          onClick={() => setCancelling(true)}
        >
          {t('sale.cancel')}
        </Button>
      )}
      {can(sales.change.allow) && (
        <Button
          kind="primary"
          icon={sold ? <Pencil size={15} /> : <Handshake size={15} />}
          disabled={editing}
          onClick={onEdit}
        >
          {t(sold ? 'sale.edit' : 'sale.sell')}
        </Button>
      )}
      {cancelling && <CancelSale sale={sale} onClose={() => setCancelling(false)} />}
    </>
  );
}

function Customer({ sale }: { sale: SaleDetail }) {
  const { t } = useI18n();
  const can = useCan();
  if (sale.customer === null)
    return (
      <chakra.p textStyle="dense" color="ink2">
        {t(sale.soldOn === null ? 'sale.nobodyYet' : 'sale.nobodyKnown')}
      </chakra.p>
    );
  return (
    <ShowInFull masked={sale.customer} endpoint={sales.customer} id={sale.id}>
      {({ id, name, phone }) => (
        <Facts
          rows={[
            [
              t('sale.customerName'),
              <TextLink key="name" to={can('customer:R') ? toRecord('/customerDetail', id) : null}>
                {name}
              </TextLink>,
            ],
            [t('sale.phone'), phone ? phoneText(phone) : '–'],
            [t('sale.appStatus'), t(`sale.app.${sale.appStatus ?? 'none'}`)],
            [t('ownerTerms.title'), sale.terms === null ? '–' : t(`ownerTerms.${sale.terms}`)],
          ]}
        />
      )}
    </ShowInFull>
  );
}

function Machine({ sale: s }: { sale: SaleDetail }) {
  const { t } = useI18n();
  const can = useCan();
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: s.imageId === null ? 'minmax(0,1fr)' : '180px minmax(0,1fr)' }}
    >
      {s.imageId !== null && (
        <chakra.div borderRadius="chip" overflow="hidden" bg="sunken" aspectRatio="3 / 2" maxH="180px">
          <StoredImage id={s.imageId} alt={s.imageAlt || s.model} fit="contain" fallback={null} />
        </chakra.div>
      )}
      <Facts
        rows={[
          [t('sale.vin'), s.vin],
          [
            t('sale.model'),
            <TextLink key="model" to={can(models.get.allow) ? toRecord('/modelDetail', s.modelId) : null}>
              {s.model}
            </TextLink>,
          ],
          [t('sale.releaseYear'), s.releaseYear],
          [t('sale.horsepower'), <Figure key="hp" value={s.horsepower} unit="PS" />],
          [t('sale.deviceId'), s.deviceId ?? '–'],
        ]}
      />
    </chakra.div>
  );
}
