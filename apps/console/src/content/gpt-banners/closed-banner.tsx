import { chakra } from '@chakra-ui/react';
import { type GptBannerDetail, gptBanners } from '@headland/contracts/gpt-banner';
import { bannerRefusal } from '@headland/domain/gpt-banner';
import { useI18n } from '../../lib/i18n';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { LockedNote } from '../../ui/locked-note';
import { HistoryCard } from '../../ui/records/history-card';
import { NewBanner, RemoveBanner } from './gpt-banner-acts';
import { BannerChip, BannerFacts, useBannerList } from './gpt-banner-parts';
import { BannerPreview } from './gpt-banner-preview';

/** A suspended or expired banner: nothing of it is changed, but it can be copied as a new one. */
export function ClosedBanner({ banner }: { banner: GptBannerDetail }) {
  const { t } = useI18n();
  const no = bannerRefusal(banner.status, 'change');
  return (
    <DetailPage
      title={banner.name}
      beside={<BannerChip status={banner.status} />}
      list={useBannerList()}
      actions={
        <>
          <NewBanner copyOf={banner.id} look="plain" />
          <RemoveBanner banner={banner} />
        </>
      }
    >
      {no && (
        <chakra.div gridColumn="1 / -1">
          <LockedNote>{t(`error.${no}`, { name: banner.name })}</LockedNote>
        </chakra.div>
      )}
      <DetailCard title={t('gptBanner.basics')}>
        <BannerFacts banner={banner} />
      </DetailCard>
      <DetailCard title={t('gptBanner.preview')}>
        <BannerPreview {...banner} />
      </DetailCard>
      <HistoryCard
        kind="gptBanner"
        endpoint={gptBanners.history}
        id={banner.id}
        labels={{
          value: ({ t: words }, field, value) => {
            if (field === 'imageId') return words('gptBanner.image');
            const status = (['doing', 'ready', 'stop', 'done'] as const).find((known) => known === value);
            return field === 'status' && status !== undefined ? words(`gptBannerStatus.${status}`) : value;
          },
        }}
      />
    </DetailPage>
  );
}
