import { chakra, Flex } from '@chakra-ui/react';
import { type PartDetail, parts } from '@headland/contracts/part';
import { partListColumns } from '@headland/i18n/columns/parts';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { DetailCard, DetailPage, LongText, TextLink } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord } from '../../ui/records/record-actions';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { shopHistory } from '../shop-base/shop-history';
import { ShopImage } from '../shop-base/shop-image';
import { useShopName } from '../shop-base/use-shop-name';
import { partScreens } from './part-screens';

export function PartDetailPage() {
  const list = useRecordList(partScreens);
  return (
    <WithRecord endpoint={parts.get} list={list}>
      {(part) => <Part part={part} />}
    </WithRecord>
  );
}

function Part({ part }: { part: PartDetail }) {
  const { t } = useI18n();
  const nameOf = useShopName();
  const { id, code, category, item, itemModels, description } = part;
  return (
    <DetailPage
      title={nameOf(part)}
      beside={<span className="num">{code}</span>}
      list={useRecordList(partScreens)}
      actions={<EditRecord screens={partScreens} id={id} />}
    >
      <Preview part={part} />
      <DetailCard title={t('part.basics')}>
        <RecordFacts
          columns={partListColumns}
          record={part}
          own={{
            category: (
              <>
                <TextLink to={toRecord('/category', category.id)}>{nameOf(category)}</TextLink>
                {category.display === 'hidden' && ` (${t('part.categoryHidden')})`}
              </>
            ),
          }}
        />
        <Facts
          rows={[
            ...(item === null
              ? []
              : [[t('part.itemModels'), itemModels.map((m) => m.name).join(', ') || '–'] as const]),
            [t('shop.registeredBy'), part.registeredBy],
            [t('part.field.description'), <LongText key="text" text={description} />],
          ]}
        />
      </DetailCard>
      <HistoryCard kind="part" endpoint={parts.history} id={id} labels={shopHistory} />
    </DetailPage>
  );
}

/** The part as the shop shows it: its pictures, name, price and text. */
function Preview({ part }: { part: PartDetail }) {
  const { t } = useI18n();
  const [at, setAt] = useState(0);
  const { images, price, description } = part;
  const name = useShopName()(part);
  return (
    <DetailCard title={t('shop.preview')}>
      <chakra.div maxW="360px" mx="auto" display="grid" gap="2">
        <ShopImage image={images[at] ?? images[0]} size="page" name={name} />
        {images.length > 1 && (
          <Flex gap="1.5" wrap="wrap">
            {images.map((image, i) => (
              <chakra.button
                key={image.id}
                type="button"
                aria-label={image.alt || t('image.number', { n: i + 1 })}
                aria-pressed={i === at}
                outlineColor={i === at ? 'accent' : 'transparent'}
                outlineStyle="solid"
                outlineWidth="2px"
                borderRadius="chip"
                onClick={() => setAt(i)}
              >
                <ShopImage image={image} name="" />
              </chakra.button>
            ))}
          </Flex>
        )}
        <chakra.p textStyle="strong">{name}</chakra.p>
        <chakra.p textStyle="lead" className="num">
          {t('part.won', { n: price })}
        </chakra.p>
        {description !== '' && (
          <chakra.p color="ink2" whiteSpace="pre-wrap">
            {description}
          </chakra.p>
        )}
      </chakra.div>
    </DetailCard>
  );
}
