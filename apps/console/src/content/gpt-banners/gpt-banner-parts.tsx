import { chakra } from '@chakra-ui/react';
import type { BannerStatus, GptBannerDetail, GptBannerRow } from '@headland/contracts/gpt-banner';
import { Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { LongText } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';
import type { State } from '../../ui/state-mark';
import { StatusChip } from '../../ui/status-chip';
import { StoredImage } from '../../ui/stored-image';
import type { RecordList } from '../../ui/with-record';

export function useBannerList(): RecordList {
  const { t } = useI18n();
  return { to: '/gptBanner', label: t('gptBanner.toList'), missing: t('gptBanner.missing') };
}

const stateOf: Record<BannerStatus, State> = { doing: 'normal', ready: 'watch', stop: 'off', done: 'off' };
export function BannerChip({ status }: { status: BannerStatus }) {
  const { t } = useI18n();
  return (
    <StatusChip state={stateOf[status]} done={status === 'done'}>
      {t(`gptBannerStatus.${status}`)}
    </StatusChip>
  );
}

export const periodText = ({ startOn, endOn }: Pick<GptBannerRow, 'startOn' | 'endOn'>): string =>
  `${startOn} – ${endOn}`;

const noPicture = <Image size={18} strokeWidth={1.6} aria-hidden />;
/** The picture in a row; its name stands beside it. */
export function BannerThumb({ banner: b }: { banner: Pick<GptBannerRow, 'imageId' | 'imageAlt'> }) {
  return (
    <chakra.span css={thumbCss}>
      <StoredImage id={b.imageId} alt={b.imageAlt} fallback={noPicture} />
    </chakra.span>
  );
}
const thumbCss = {
  display: 'grid',
  placeItems: 'center',
  width: '50px',
  height: '28px',
  overflow: 'hidden',
  borderRadius: 'var(--r-chip)',
  background: 'var(--sunken)',
  color: 'var(--ink-3)',
} as const;

/** All fields of a banner, as text. */
export function BannerFacts({ banner: b }: { banner: GptBannerDetail }) {
  const { t, number } = useI18n();
  const rows: (readonly [string, ReactNode])[] = [
    [t('gptBanner.status'), <BannerChip key="status" status={b.status} />],
    [t('gptBanner.field.name'), b.name],
    [
      t('gptBanner.period'),
      <span key="period" className="num">
        {periodText(b)}
      </span>,
    ],
    [
      t('gptBanner.field.url'),
      <chakra.span key="url" overflowWrap="anywhere">
        {b.url}
      </chakra.span>,
    ],
    [t('gptBanner.field.imageAlt'), b.imageAlt || '–'],
    [t('gptBanner.field.content'), <LongText key="content" text={b.content} />],
    [t('gptBanner.clicks'), number(b.clicks)],
    [t('gptBanner.registrant'), b.registrant],
    [t('gptBanner.registeredAt'), momentText(b.registeredAt)],
    [t('gptBanner.suspendedAt'), b.suspendedAt === null ? '–' : momentText(b.suspendedAt)],
    ...(b.suspendedBy === null ? [] : [[t('gptBanner.suspendedBy'), b.suspendedBy] as const]),
  ];
  return <Facts rows={rows} />;
}
