import { chakra, Flex } from '@chakra-ui/react';
import { models } from '@headland/contracts/model';
import { production } from '@headland/contracts/production';
import { type SaleDetail, sales } from '@headland/contracts/sale';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Eye, Handshake, Pencil, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Problem } from '../lib/call';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { query, useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Figure } from '../ui/figure';
import { Card, Facts, Page } from '../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { StoredImage } from '../ui/stored-image';
import { CancelSale } from './cancel-sale';
import { SaleState } from './sale-columns';
import { SaleForm } from './sale-form';
import { SaleHistory } from './sale-history';

/** One vehicle and its sale: sold here, changed in its place, taken back. */
export function SaleDetailPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^[1-9]\d{0,8}$/u.test(number ?? '') ? Number(number) : null;
  return id === null ? <Missing /> : <Read key={id} id={id} />;
}

function Read({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(sales.get, { params: { id } }));
  // one that went to another dealer meanwhile is gone for whoever does not see it any more
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <Missing />;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />;
  return <Sale sale={data} look={() => refetch().then((now) => now.data)} />;
}

function Sale({ sale, look }: { sale: SaleDetail; look: () => Promise<SaleDetail | undefined> }) {
  const { t } = useWords();
  const can = useCan();
  const [editing, edit] = useState(false);
  useEffect(() => {
    document.title = `${sale.vin} · Headland`;
  }, [sale.vin]);
  return (
    <Page head={<Head sale={sale} editing={editing} onEdit={() => edit(true)} />}>
      <chakra.div
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        pb="4"
        display="grid"
        gap="3"
        alignContent="start"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,1fr)' }}
      >
        <Box title={t('sale.sale')}>
          {editing && can(sales.change.allow) ? (
            <SaleForm sale={sale} look={look} onDone={() => edit(false)} />
          ) : (
            <Facts
              rows={[
                [t('sale.state'), <SaleState key="state" state={sale.state} />],
                [t('sale.soldOn'), sale.soldOn ?? '–'],
                [t('sale.registeredBy'), sale.registeredBy ?? '–'],
                [t('sale.registeredAt'), sale.registeredAt === null ? '–' : momentText(sale.registeredAt)],
                [t('sale.fromUpload'), sale.upload === null ? '–' : `${sale.upload.fileName} · ${momentText(sale.upload.at)}`],
                [t('sale.memo'), <Memo key="memo" text={sale.memo} />],
              ]}
            />
          )}
        </Box>
        <Box title={t('sale.customer')}>
          <Customer sale={sale} />
        </Box>
        <Box title={t('sale.machine')}>
          <Machine sale={sale} />
        </Box>
        <Box title={t('sale.dealer')}>
          <Facts
            rows={[
              [t('sale.dealer'), sale.dealer?.name ?? t('sale.notShipped')],
              [t('sale.erp'), sale.dealerErp ?? '–'],
              [t('sale.dealerPhone'), sale.dealerPhone ?? '–'],
              [t('sale.shippedOn'), sale.shippedOn ?? t('sale.notShipped')],
            ]}
          />
        </Box>
        <Box title={t('sale.history')} wide>
          <SaleHistory id={sale.id} />
        </Box>
      </chakra.div>
    </Page>
  );
}

function Head({ sale, editing, onEdit }: { sale: SaleDetail; editing: boolean; onEdit: () => void }) {
  const { t } = useWords();
  const can = useCan();
  const navigate = useNavigate();
  const [cancelling, cancel] = useState(false);
  const sold = sale.soldOn !== null;
  return (
    <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
      <IconButton label={t('sale.toList')} icon={<ArrowLeft size={18} />} onClick={() => void navigate({ to: '/sale' })} ml="-2" />
      <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
        {sale.vin}
      </chakra.h1>
      <chakra.span color="ink2">{sale.model}</chakra.span>
      <chakra.span flex="1" />
      {can(vehicles.get.allow) && <Way to={`/statusDetail/${sale.id}`}>{t('sale.toStatus')}</Way>}
      {can(production.get.allow) && <Way to={`/productionDetail/${sale.id}`}>{t('sale.toProduction')}</Way>}
      {sold && can(sales.cancel.allow) && (
        <Button
          kind="danger"
          icon={<Undo2 size={15} />}
          disabled={sale.openSos || editing}
          reason={sale.openSos ? t('error.VEHICLE_HAS_OPEN_SOS') : undefined}
          onClick={() => cancel(true)}
        >
          {t('sale.cancel')}
        </Button>
      )}
      {can(sales.change.allow) && (
        <Button kind="primary" icon={sold ? <Pencil size={15} /> : <Handshake size={15} />} disabled={editing} onClick={onEdit}>
          {t(sold ? 'sale.edit' : 'sale.sell')}
        </Button>
      )}
      {cancelling && <CancelSale sale={sale} onClose={() => cancel(false)} />}
    </Flex>
  );
}

/** Masked until somebody who may asks for it; that is recorded. */
function Customer({ sale }: { sale: SaleDetail }) {
  const { t } = useWords();
  const can = useCan();
  const [full, show] = useState(false);
  const { data, error } = useQuery({ ...query(sales.customer, { params: { id: sale.id } }), enabled: full, staleTime: Number.POSITIVE_INFINITY });
  if (sale.customer === null)
    return (
      <chakra.p textStyle="dense" color="ink2">
        {t(sale.soldOn === null ? 'sale.nobodyYet' : 'sale.nobodyKnown')}
      </chakra.p>
    );
  // another customer since it was shown is masked again
  const shown = full && data?.id === sale.customer.id ? data : null;
  const { name, phone } = shown ?? sale.customer;
  return (
    <>
      <Facts
        rows={[
          [t('sale.customerName'), name],
          [t('sale.phone'), phone ?? '–'],
          [t('sale.appStatus'), t(`sale.app.${sale.appStatus ?? 'none'}`)],
        ]}
      />
      {shown === null && can(sales.customer.allow) && (
        <Flex gap="3" mt="2" align="center" wrap="wrap">
          <Button icon={<Eye size={15} />} busy={full && !error && !data} onClick={() => show(true)}>
            {t('sale.show')}
          </Button>
          <chakra.span textStyle="small" color="ink3">
            {error ? t('common.failed') : t('sale.showNote')}
          </chakra.span>
        </Flex>
      )}
    </>
  );
}

function Machine({ sale: s }: { sale: SaleDetail }) {
  const { t } = useWords();
  const can = useCan();
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: s.imageId === null ? 'minmax(0,1fr)' : '180px minmax(0,1fr)' }}>
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
            can(models.get.allow) ? (
              <Way key="model" to={`/modelDetail/${s.modelId}`}>
                {s.model}
              </Way>
            ) : (
              s.model
            ),
          ],
          [t('sale.releaseYear'), s.releaseYear],
          [t('sale.horsepower'), <Figure key="hp" value={s.horsepower} unit="PS" />],
          [t('sale.deviceId'), s.deviceId ?? '–'],
        ]}
      />
    </chakra.div>
  );
}

function Box({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} gridColumn={wide ? '1 / -1' : undefined} overflow={wide ? 'hidden' : undefined}>
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

/** Unknown and out of scope look alike. */
function Missing() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('sale.missing')}
      text={t('common.notFoundText')}
      action={
        <chakra.span color="accent" fontWeight="500">
          <Link to="/sale">{t('sale.toList')}</Link>
        </chakra.span>
      }
    />
  );
}
