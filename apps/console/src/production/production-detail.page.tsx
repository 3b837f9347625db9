import { chakra, Flex } from '@chakra-ui/react';
import { devices } from '@headland/contracts/device';
import { models } from '@headland/contracts/model';
import { production, type ProductionDetail, silentDays } from '@headland/contracts/production';
import { sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Eye, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { query, useCan } from '../session/session';
import { Age } from '../ui/age';
import { Button, IconButton } from '../ui/button';
import { Figure } from '../ui/figure';
import { Card, Facts, Page } from '../ui/panel';
import { StateMark } from '../ui/state-mark';
import { StateWord } from '../ui/status-chip';
import { StoredImage } from '../ui/stored-image';
import { ProductionHistory } from './production-history';
import { WithUnit } from './use-unit';

/** One unit: the machine, its device, where it was shipped, whether it is sold, and what was changed of it. */
export function ProductionDetailPage() {
  return <WithUnit>{(unit) => <Unit unit={unit} />}</WithUnit>;
}

function Unit({ unit }: { unit: ProductionDetail }) {
  const { t } = useWords();
  useEffect(() => {
    document.title = `${unit.vin} · Headland`;
  }, [unit.vin]);
  return (
    <Page head={<Head unit={unit} />}>
      <chakra.div
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        pb="4"
        display="grid"
        gap="3"
        alignContent="start"
        // cards that hide what overflows would shrink to the height of the page
        gridAutoRows="max-content"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,1fr)' }}
      >
        {unit.silent && <Silent unit={unit} />}
        <Box title={t('production.machine')}>
          <Machine unit={unit} />
        </Box>
        <Box title={t('production.installation')}>
          <Installation unit={unit} />
        </Box>
        <Box title={t('production.shipment')}>
          <Facts
            rows={[
              [t('production.shippedOn'), unit.shippedOn ?? t('production.notShipped')],
              [t('production.dealer'), unit.dealer?.name ?? '–'],
              [t('production.address'), unit.dealerAddress ?? '–'],
              [t('production.memo'), <Memo key="memo" text={unit.memo} />],
            ]}
          />
        </Box>
        <Box title={t('production.sale')}>
          <Sale unit={unit} />
        </Box>
        <Box title={t('production.history')} wide>
          <ProductionHistory id={unit.id} />
        </Box>
      </chakra.div>
    </Page>
  );
}

function Head({ unit }: { unit: ProductionDetail }) {
  const { t } = useWords();
  const can = useCan();
  const navigate = useNavigate();
  return (
    <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
      <IconButton label={t('production.toList')} icon={<ArrowLeft size={18} />} onClick={() => void navigate({ to: '/production' })} ml="-2" />
      <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
        {unit.vin}
      </chakra.h1>
      <chakra.span color="ink2">{unit.model}</chakra.span>
      <chakra.span flex="1" />
      {can(vehicles.get.allow) && <Way to={`/statusDetail/${unit.id}`}>{t('production.toStatus')}</Way>}
      {can(production.change.allow) && (
        <Button kind="primary" icon={<Pencil size={15} />} onClick={() => void navigate({ to: '/productionModi/$number', params: { number: String(unit.id) } as never })}>
          {t('production.edit')}
        </Button>
      )}
    </Flex>
  );
}

/** A device that should have been heard of. */
function Silent({ unit }: { unit: ProductionDetail }) {
  const { t } = useWords();
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
        {unit.lastSeenAt === null ? t('production.neverHeard') : t('production.lastHeard', { at: momentText(unit.lastSeenAt) })}
      </span>
    </Flex>
  );
}

function Box({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} gridColumn={wide ? '1 / -1' : undefined} overflow="hidden">
      <chakra.h2 textStyle="strong" px="4" pt="3" pb="2">
        {title}
      </chakra.h2>
      {wide ? (
        children
      ) : (
        <chakra.div px="4" pb="4">
          {children}
        </chakra.div>
      )}
    </Card>
  );
}

function Machine({ unit: u }: { unit: ProductionDetail }) {
  const { t } = useWords();
  const can = useCan();
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: u.imageId === null ? 'minmax(0,1fr)' : '180px minmax(0,1fr)' }}>
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
            can(models.get.allow) ? (
              <Way key="model" to={`/modelDetail/${u.modelId}`}>
                {u.model}
              </Way>
            ) : (
              u.model
            ),
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
  const { t } = useWords();
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
          can(devices.get.allow) && u.deviceKey !== null ? (
            <Way key="device" to={`/deviceDetail/${u.deviceKey}`}>
              {u.deviceId}
            </Way>
          ) : (
            u.deviceId
          ),
        ],
        [
          t('production.deviceStatus'),
          <StateWord key="status" state={u.deviceStatus === 'in_use' ? 'normal' : 'off'}>
            {t(`production.deviceStatus.${u.deviceStatus}`)}
          </StateWord>,
        ],
        [t('production.deviceType'), u.deviceType ?? '–'],
        [t('production.sim'), u.sim ?? '–'],
        [t('production.activation'), u.activation ?? '–'],
        [t('production.firmware'), u.firmware ?? '–'],
        [t('production.matchedOn'), u.matchedOn ?? '–'],
        [t('production.lastSeen'), u.lastSeenAt === null ? t('state.never') : <Age key="seen" since={u.lastSeenAt} ago />],
        [t('production.installedBy'), u.installedBy ?? '–'],
      ]}
    />
  );
}

function Sale({ unit: u }: { unit: ProductionDetail }) {
  const { t } = useWords();
  const can = useCan();
  const [full, show] = useState(false);
  const { data, error } = useQuery({ ...query(production.customer, { params: { id: u.id } }), enabled: full, staleTime: Number.POSITIVE_INFINITY });
  const customer = full && data ? data : u.customer;
  const masked = u.customer !== null && can(production.customer.allow) && !(full && data);
  return (
    <>
      <Facts
        rows={[
          [t('production.saleState'), t(u.soldOn === null ? 'production.unsold' : 'production.soldState')],
          [t('production.soldOn'), u.soldOn ?? '–'],
          [t('production.customer'), customer?.name ?? '–'],
          [t('production.phone'), customer?.phone ?? '–'],
        ]}
      />
      <Flex gap="3" mt="2" wrap="wrap" align="center">
        {masked && (
          <Button icon={<Eye size={15} />} busy={full && !error} onClick={() => show(true)}>
            {t('production.show')}
          </Button>
        )}
        {masked && (
          <chakra.span textStyle="small" color="ink3">
            {error ? t('common.failed') : t('production.showNote')}
          </chakra.span>
        )}
        <chakra.span flex="1" />
        {can(sales.get.allow) && <Way to={`/saleDetail/${u.id}`}>{t('production.toSale')}</Way>}
      </Flex>
    </>
  );
}

const Memo = ({ text }: { text: string }) => (
  <chakra.span display="block" whiteSpace="pre-wrap" textAlign={text === '' ? 'right' : 'left'}>
    {text || '–'}
  </chakra.span>
);

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <chakra.span color="accent" fontWeight="500" css={{ '& a:hover': { textDecoration: 'underline' } }}>
    <Link to={to}>{children}</Link>
  </chakra.span>
);
