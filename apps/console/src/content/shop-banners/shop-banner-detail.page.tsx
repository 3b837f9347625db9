import { type ShopBannerDetail, shopBanners } from '@headland/contracts/shop-banner';
import { shopBannerListColumns } from '@headland/i18n/columns/shop-banners';
import { useI18n } from '../../lib/i18n';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord } from '../../ui/records/record-actions';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { shopHistory } from '../shop-base/shop-history';
import { ShopImage } from '../shop-base/shop-image';
import { shopBannerScreens } from './shop-banner-screens';

export function ShopBannerDetailPage() {
  const list = useRecordList(shopBannerScreens);
  return (
    <WithRecord endpoint={shopBanners.get} list={list}>
      {(banner) => <Banner banner={banner} />}
    </WithRecord>
  );
}

function Banner({ banner }: { banner: ShopBannerDetail }) {
  const { t, number } = useI18n();
  const { id, name, images, clicks } = banner;
  return (
    <DetailPage
      title={name}
      beside={<PostingChip of={banner} />}
      list={useRecordList(shopBannerScreens)}
      actions={<EditRecord screens={shopBannerScreens} id={id} />}
    >
      <DetailCard title={t('shop.preview')}>
        <ShopImage image={images[0]} size="page" name={name} />
      </DetailCard>
      <DetailCard title={t('shopBanner.basics')}>
        <RecordFacts
          columns={shopBannerListColumns}
          record={banner}
          fields={['name', 'url', 'startOn', 'displayOrder', 'display', 'models', 'registeredBy', 'registeredAt']}
          own={{ startOn: <PostingDays of={banner} /> }}
          titles={{ startOn: t('posting.days') }}
        />
        <Facts
          rows={[
            [t('shopBanner.clicks'), number(clicks.total)],
            [t('shopBanner.clicksWeek'), number(clicks.week)],
          ]}
        />
      </DetailCard>
      <HistoryCard kind="shopBanner" endpoint={shopBanners.history} id={id} labels={shopHistory} />
    </DetailPage>
  );
}
