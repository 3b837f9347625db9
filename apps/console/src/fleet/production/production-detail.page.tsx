import { chakra, Flex } from '@chakra-ui/react';
import { devices } from '@headland/contracts/device';
import { models } from '@headland/contracts/model';
import { production, type ProductionDetail, silentDays } from '@headland/contracts/production';
import { sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { actorLabel } from '@headland/i18n/record-labels';
import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard, DetailPage, LongText, TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { Facts } from '../../ui/panel';
import { RecordHistory } from '../../ui/record-history';
import { ShowInFull } from '../../ui/show-in-full';
import { StateMark } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import { StoredImage } from '../../ui/stored-image';
import { useUnitList, WithUnit } from './use-unit';

/** One unit: the machine, its device, where it was shipped, whether it is sold, and what was changed of it. */
export function ProductionDetailPage() {
  return <WithUnit>{(unit) => <Unit unit={unit} />}</WithUnit>;
}

function Unit({ unit }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  const list = useUnitList();
  return (
    <DetailPage title={unit.vin} beside={unit.model} list={list} actions={<Actions unit={unit} />}>
      {unit.silent && <Silent unit={unit} />}
      <DetailCard title={t('production.machine')}>
        <Machine unit={unit} />
      </DetailCard>
      <DetailCard title={t('production.installation')}>
        <Installation unit={unit} />
      </DetailCard>
      <DetailCard title={t('production.shipment')}>
        <Facts
          rows={[
            [t('production.shippedOn'), unit.shippedOn ?? t('production.notShipped')],
            [t('production.dealer'), unit.dealer?.name ?? '–'],
            [t('production.address'), unit.dealerAddress ?? '–'],
            [t('production.memo'), <LongText key="memo" text={unit.memo} />],
          ]}
        />
      </DetailCard>
      <DetailCard title={t('production.sale')}>
        <Sale unit={unit} />
      </DetailCard>
      <DetailCard title={t('production.history')} wide flush>
        <RecordHistory
          endpoint={production.history}
          id={unit.id}
          label={t('production.history')}
          empty={{ title: t('production.historyEmpty'), text: t('production.historyEmptyText') }}
        />
      </DetailCard>
    </DetailPage>
  );
}

function Actions({ unit }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  return (
    <>
      {can(vehicles.get.allow) && (
        <TextLink to={toRecord('/statusDetail', unit.id)}>{t('production.toStatus')}</TextLink>
      )}
      {can(production.change.allow) && (
        <Button
          kind="primary"
          icon={<Pencil size={15} />}
          onClick={() => void navigate({ to: toRecord('/productionModi', unit.id) })}
        >
          {t('production.edit')}
        </Button>
      )}
    </>
  );
}

/** A device whose communication is overdue. */
function Silent({ unit }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  return (
    <Flex
      role="status"
      gridColumn="1 / -1"
      align="center"
      gap="2.5"
      px="4"
      py="2.5"
      borderRadius="card"
      border="1px solid"
      borderColor="watch.line"
      bg="watch.soft"
      color="watch.ink"
      textStyle="dense"
    >
      <StateMark state="watch" />
      <span>
        {t('production.silent', { n: silentDays })}{' '}
        {unit.lastSeenAt === null
          ? t('production.neverHeard')
          : t('production.lastHeard', { at: momentText(unit.lastSeenAt) })}
      </span>
    </Flex>
  );
}

function Machine({ unit: u }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  const can = useCan();
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: u.imageId === null ? 'minmax(0,1fr)' : '180px minmax(0,1fr)' }}
    >
      {u.imageId !== null && (
        <chakra.div borderRadius="chip" overflow="hidden" bg="sunken" aspectRatio="3 / 2" maxH="180px">
          <StoredImage id={u.imageId} alt={u.imageAlt || u.model} fit="contain" fallback={null} />
        </chakra.div>
      )}
      <Facts
        rows={[
          [t('production.vin'), u.vin],
          [
            t('production.model'),
            <TextLink key="model" to={can(models.get.allow) ? toRecord('/modelDetail', u.modelId) : null}>
              {u.model}
            </TextLink>,
          ],
          [t('production.modelType'), t(`modelType.${u.modelType}`)],
          [t('production.releaseYear'), u.releaseYear],
          [t('production.horsepower'), <Figure key="hp" value={u.horsepower} unit="PS" />],
          [t('production.transmission'), u.transmission ?? '–'],
        ]}
      />
    </chakra.div>
  );
}

function Installation({ unit: u }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  const can = useCan();
  if (u.deviceId === null || u.deviceStatus === null)
    return (
      <chakra.p textStyle="dense" color="ink2">
        {t('production.noDeviceText')}
      </chakra.p>
    );
  return (
    <Facts
      rows={[
        [
          t('production.deviceId'),
          <TextLink
            key="device"
            to={can(devices.get.allow) && u.deviceKey !== null ? toRecord('/deviceDetail', u.deviceKey) : null}
          >
            {u.deviceId}
          </TextLink>,
        ],
        [
          t('production.deviceStatus'),
          <StateLabel key="status" state={u.deviceStatus === 'in_use' ? 'normal' : 'off'}>
            {t(`production.deviceStatus.${u.deviceStatus}`)}
          </StateLabel>,
        ],
        [t('production.deviceType'), u.deviceType ?? '–'],
        [t('production.sim'), u.sim ?? '–'],
        [t('production.activation'), u.activation ?? '–'],
        [t('production.firmware'), u.firmware ?? '–'],
        [t('production.matchedOn'), u.matchedOn ?? '–'],
        [
          t('production.lastSeen'),
          u.lastSeenAt === null ? t('state.never') : <Age key="seen" since={u.lastSeenAt} ago />,
        ],
        [t('production.installedBy'), u.installedBy === null ? '–' : actorLabel(t, u.installedBy)],
      ]}
    />
  );
}

function Sale({ unit: u }: { unit: ProductionDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const facts = (customer: ProductionDetail['customer']) => (
    <Facts
      rows={[
        [t('production.saleState'), t(u.soldOn === null ? 'production.unsold' : 'production.soldState')],
        [t('production.soldOn'), u.soldOn ?? '–'],
        [t('production.customer'), customer?.name ?? '–'],
        [t('production.phone'), customer?.phone ? phoneText(customer.phone) : '–'],
      ]}
    />
  );
  return (
    <>
      {u.customer === null ? (
        facts(null)
      ) : (
        <ShowInFull masked={u.customer} endpoint={production.customer} id={u.id}>
          {facts}
        </ShowInFull>
      )}
      {can(sales.get.allow) && (
        <chakra.p mt="2" textAlign="right">
          <TextLink to={toRecord('/saleDetail', u.id)}>{t('production.toSale')}</TextLink>
        </chakra.p>
      )}
    </>
  );
}
