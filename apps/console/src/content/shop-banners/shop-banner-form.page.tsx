import { ShopBannerBody, type ShopBannerDetail, shopBanners } from '@headland/contracts/shop-banner';
import { withShopHost } from '@headland/contracts/shop';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { DisplayOrderField, withPlace } from '../../ui/display-order-field';
import { TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { DisplayField, PostingFields } from '../../ui/posting/posting-fields';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { useRecordList, useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { useRecordForm } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { ImagesField, textOfPictures } from '../content-parts/images-field';
import { useBannerAdvice } from '../shop-base/banner-advice';
import { ModelsField, useModelText } from '../shop-base/models-field';
import { ShopUrlField, useShopHost } from '../shop-base/url-field';
import { shopBannerScreens } from './shop-banner-screens';

/** `/shopBannerModi/0` is a new banner, `/shopBannerModi/7` changes banner 7. */
export function ShopBannerFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useRecordList(shopBannerScreens);
  if (number === '0') return <BannerForm record={null} />;
  return (
    <WithRecord endpoint={shopBanners.get} list={list} fresh>
      {(banner, refetch) => (
        <RecordEdit newest={banner} refetch={refetch}>
          {(record) => <BannerForm record={record} />}
        </RecordEdit>
      )}
    </WithRecord>
  );
}

const names = ['name', 'images', 'url', 'modelIds', 'posting', 'startOn', 'endOn', 'displayOrder', 'display'] as const;
const valuesOf = (b: ShopBannerDetail | undefined) =>
  textsOf(names, (name) => {
    if (name === 'images') return textOfPictures(b?.images ?? []);
    if (name === 'modelIds') return b?.models.map(({ id }) => id).join();
    if (b === undefined) return { posting: 'noLimit', display: 'shown' }[name as 'posting'];
    return b[name];
  });

function BannerForm({ record }: { record: RecordState<ShopBannerDetail> | null }) {
  const { t } = useI18n();
  const [uploading, setUploading] = useState(false);
  const start = record?.start;
  const label = (name: (typeof names)[number]): string =>
    name === 'posting' ? t('posting.label') : t(`shopBanner.field.${name === 'modelIds' ? 'models' : name}`);
  const modelText = useModelText();
  const rows = fieldDifferences({
    names,
    label,
    now: valuesOf(record?.newest),
    text: (name, value) =>
      name === 'modelIds'
        ? modelText(value)
        : name === 'display'
          ? t(`display.${value as 'shown'}`)
          : name === 'posting'
            ? t(`posting.${value as 'noLimit'}`)
            : value,
  });
  const host = useShopHost();
  const schema = useMemo(() => withShopHost(ShopBannerBody, host), [host]);
  const { saving, cancel } = useRecordSave(shopBannerScreens, start);
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    ...(record ? { changed: { ...record, rows } } : { draft: 'shopBanner-new' }),
    ...saving,
    send: (body) => saving.send(start ? withPlace(body, start) : body),
  });
  const advice = useBannerAdvice();
  const { data } = useQuery(query(shopBanners.list, { query: { size: 10 } }));
  return (
    <RecordFormPage
      form={form}
      title={start?.name ?? t('shopBanner.new')}
      under={start && t('shopBanner.editing')}
      onCancel={cancel}
      blocked={uploading ? t('image.sending') : undefined}
    >
      <FormPart title={t('shopBanner.basics')}>
        <TextField label={label('name')} maxLength={100} {...form.field('name')} />
        <ShopUrlField label={label('url')} {...form.field('url')} />
        <DisplayOrderField
          label={label('displayOrder')}
          last={data ? data.page.total + (start ? 0 : 1) : null}
          {...form.field('displayOrder')}
        />
        <DisplayField form={form} />
        <ModelsField label={label('modelIds')} {...form.field('modelIds')} />
        <PostingFields form={form} />
      </FormPart>
      <FormPart title={label('images')}>
        <ImagesField
          label={label('images')}
          {...form.field('images')}
          tooMany="field.img1"
          {...{ most: 1, required: true, loaded: start?.images, onBusy: setUploading, ...advice }}
        />
      </FormPart>
    </RecordFormPage>
  );
}
