import { categories, type CategoryDetail, categoryFields } from '@headland/contracts/category';
import { categoryListColumns } from '@headland/i18n/columns/categories';
import { useI18n } from '../../lib/i18n';
import { DetailCard, DetailPage, TextLink } from '../../ui/detail-page';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord } from '../../ui/records/record-actions';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { shopHistory } from '../shop-base/shop-history';
import { ShopImage } from '../shop-base/shop-image';
import { categoryScreens } from './category-screens';

export function CategoryDetailPage() {
  const list = useRecordList(categoryScreens);
  return (
    <WithRecord endpoint={categories.get} list={list}>
      {(category) => <Category category={category} />}
    </WithRecord>
  );
}

function Category({ category }: { category: CategoryDetail }) {
  const { t, language } = useI18n();
  const { id, nameKo, nameEn, images, products } = category;
  return (
    <DetailPage
      title={language === 'ko' ? nameKo : nameEn}
      beside={language === 'ko' ? nameEn : nameKo}
      list={useRecordList(categoryScreens)}
      actions={<EditRecord screens={categoryScreens} id={id} />}
    >
      <DetailCard title={t('category.field.images')}>
        <ShopImage image={images[0]} size="page" name={nameKo} />
      </DetailCard>
      <DetailCard title={t('category.basics')}>
        <RecordFacts
          columns={categoryListColumns}
          record={category}
          fields={[...categoryFields, 'models', 'products', 'registeredAt']}
          own={{
            products: (
              <TextLink to="/partDisplay" search={{ categoryId: String(id) }}>
                {t('category.toParts', { n: products })}
              </TextLink>
            ),
          }}
        />
      </DetailCard>
      <HistoryCard kind="category" endpoint={categories.history} id={id} labels={shopHistory} />
    </DetailPage>
  );
}
