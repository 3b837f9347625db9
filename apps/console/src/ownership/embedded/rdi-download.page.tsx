import { chakra } from '@chakra-ui/react';
import { rdi, rdiId, type RdiOpening } from '@headland/contracts/owner-transfer';
import { formatMessage } from '@headland/i18n/format-message';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download, Phone } from 'lucide-react';
import { addressOf, Problem } from '../../lib/call';
import { fileSize } from '../../lib/file-size';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { Bone } from '../../ui/states';
import { type Caller, EmbeddedCard, EmbeddedPage } from './embedded-page';
import { ErrorCard } from './error-card';

/** The link that a new owner gets: the delivery and takeover document of the machine. Each time the page is opened counts. */
export function RdiDownloadPage() {
  const { vehicleTakeoverId = '' } = useParams({ strict: false }) as { vehicleTakeoverId?: string };
  return (
    <EmbeddedPage title={(language) => formatMessage(language, 'rdi.title')}>
      {({ call }) => <Opened id={vehicleTakeoverId} call={call} />}
    </EmbeddedPage>
  );
}

function Opened({ id, call }: { id: string; call: Caller['call'] }) {
  const { data, error, refetch } = useQuery({
    // without the language: choosing another is no further opening
    queryKey: ['rdi', id],
    queryFn: () => {
      if (!rdiId.safeParse(id).success) throw new Problem('NOT_FOUND');
      return call(rdi.open, { body: { id } });
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Document opened={data} />;
  if (error) return <ErrorCard error={error} onRetry={() => void refetch()} {...askOf(error)} />;
  return <Loading />;
}

/** Beyond its time and number the link says whom to ask. */
const askOf = (error: unknown): { instead?: React.ReactNode } =>
  error instanceof Problem && (error.code === 'RDI_EXPIRED' || error.code === 'RDI_USED_UP')
    ? { instead: <Ask dealer={String(error.values.dealer)} phone={String(error.values.phone ?? '')} /> }
    : {};

function Document({ opened }: { opened: RdiOpening }) {
  const { t, number } = useI18n();
  const { model, vin, owner, takenOverOn, name, bytes, expiresAt, opening } = opened;
  const rows = [
    [t('transfer.model'), model],
    [t('transfer.vin'), vin],
    [t('rdi.owner'), owner],
    [t('rdi.takenOverOn'), takenOverOn],
    [t('rdi.size'), fileSize(bytes, number)],
  ] as const;
  return (
    <>
      <chakra.h1 fontSize="22px" lineHeight="30px" fontWeight="700" letterSpacing="-.02em">
        {t('rdi.title')}
      </chakra.h1>
      <EmbeddedCard>
        <chakra.dl display="grid" gridTemplateColumns="auto minmax(0,1fr)" columnGap="4" rowGap="3">
          {rows.map(([label, value]) => (
            <chakra.div key={label} display="contents">
              <chakra.dt color="ink2">{label}</chakra.dt>
              <chakra.dd textAlign="right" fontWeight="600" className="num" overflowWrap="anywhere">
                {value}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </EmbeddedCard>
      {/* an address of its own: a web view hands it to the system's downloads, which it cannot do with bytes in memory */}
      <BigLink href={addressOf(rdi.file, { params: { opening } })} download={name}>
        <Download size={18} />
        {t('rdi.download')}
      </BigLink>
      <chakra.p color="ink2">
        {t('rdi.validUntil', { day: dayText(expiresAt) })} {t('rdi.reopen')}
      </chakra.p>
    </>
  );
}

function Ask({ dealer, phone }: { dealer: string; phone: string }) {
  const { t } = useI18n();
  return (
    <>
      <chakra.p color="ink2">{t('rdi.ask', { dealer })}</chakra.p>
      {phone !== '' && (
        <BigLink mt="4" href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>
          <Phone size={18} />
          {t('rdi.call', { phone })}
        </BigLink>
      )}
    </>
  );
}

const Loading = () => (
  <EmbeddedCard role="status" display="grid" gap="4">
    {[60, 80, 40, 50].map((width) => (
      <Bone key={width} width={`${width}%`} />
    ))}
  </EmbeddedCard>
);

const BigLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: '52px',
    px: '4',
    borderRadius: 'control',
    bg: 'accent',
    color: 'onAccent',
    fontWeight: '600',
    fontSize: '17px',
  },
});
