import { categories, CategoryBody, type CategoryDetail, categoryFields } from '@headland/contracts/category';
import { withShopHost } from '@headland/contracts/shop';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { DisplayOrderField, withPlace } from '../../ui/display-order-field';
import { TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { DisplayField } from '../../ui/posting/posting-fields';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { useRecordList, useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { type Question, useRecordForm } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { ModelsField, useModelText } from '../shop-base/models-field';
import { ImagesField, textOfPictures } from '../content-parts/images-field';
import { useBannerAdvice } from '../shop-base/banner-advice';
import { ShopUrlField, useShopHost } from '../shop-base/url-field';
import { categoryScreens } from './category-screens';
import { NamesCheck, useNamesCheck } from './names-check';

/** `/categoryModi/0` is a new category, `/categoryModi/7` changes category 7. */
export function CategoryFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useRecordList(categoryScreens);
  if (number === '0') return <CategoryForm record={null} />;
  return (
    <WithRecord endpoint={categories.get} list={list} fresh>
      {(category, refetch) => (
        <RecordEdit newest={category} refetch={refetch}>
          {(record) => <CategoryForm record={record} />}
        </RecordEdit>
      )}
    </WithRecord>
  );
}

const bothNames = CategoryBody.pick({ nameKo: true, nameEn: true });
const names = [...categoryFields, 'images', 'modelIds'] as const;
const valuesOf = (c: CategoryDetail | undefined) =>
  textsOf(names, (name) => {
    if (name === 'images') return textOfPictures(c?.images ?? []);
    if (name === 'modelIds') return c?.models.map(({ id }) => id).join();
    return name === 'display' ? (c?.display ?? 'shown') : c?.[name];
  });

function CategoryForm({ record }: { record: RecordState<CategoryDetail> | null }) {
  const { t } = useI18n();
  const [uploading, setUploading] = useState(false);
  const start = record?.start;
  const label = (name: (typeof names)[number]): string =>
    t(name === 'modelIds' ? 'category.field.models' : `category.field.${name}`);
  const modelText = useModelText();
  const rows = fieldDifferences({
    names,
    label,
    now: valuesOf(record?.newest),
    text: (name, value) =>
      name === 'modelIds' ? modelText(value) : name === 'display' ? t(`display.${value as 'shown'}`) : value,
  });
  const host = useShopHost();
  const free = useRef<(names: { nameKo: string; nameEn: string }) => boolean>(() => true);
  const schema = useMemo(
    () =>
      withShopHost(CategoryBody, host).refine((body) => free.current(body), {
        path: ['nameKo'],
        error: 'field.catDup',
        // also while another field is wrong: all that is to do is said at once
        when: ({ value }) => bothNames.safeParse(value).success,
      }),
    [host],
  );
  const { saving, cancel } = useRecordSave(categoryScreens, start);
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    ...(record ? { changed: { ...record, rows } } : { draft: 'category-new' }),
    ...saving,
    confirm: (body) => (start?.display === 'shown' && body.display === 'hidden' ? hiding(start.id) : null),
    send: (body) => saving.send(start ? withPlace(body, start) : body),
    toastText: (_, { nameKo }) => t(`category.toast.${start ? 'changed' : 'created'}`, { name: nameKo }),
  });
  const hiding = async (id: number): Promise<Question | null> => {
    const { nameKo, products } = await call(categories.get, { params: { id } });
    if (products === 0) return null;
    return {
      title: t('category.hideTitle', { name: nameKo }),
      text: t('category.hideText', { n: products }),
      confirm: { label: t('common.save') },
    };
  };
  const check = useNamesCheck(form, start);
  free.current = check.isFree;
  const advice = useBannerAdvice();
  const { data } = useQuery(query(categories.list, { query: { size: 10 } }));
  return (
    <RecordFormPage
      form={form}
      title={start?.nameKo ?? t('category.new')}
      under={start && t('category.editing')}
      onCancel={cancel}
      blocked={uploading ? t('image.sending') : undefined}
    >
      <FormPart title={t('category.basics')}>
        <TextField label={label('nameKo')} maxLength={50} {...form.field('nameKo')} />
        <TextField label={label('nameEn')} maxLength={50} {...form.field('nameEn')} />
        <NamesCheck check={check} />
        <TextField label={label('key')} maxLength={50} help={t('category.keyHelp')} {...form.field('key')} />
        <DisplayOrderField
          label={label('displayOrder')}
          last={data ? data.page.total + (start ? 0 : 1) : null}
          {...form.field('displayOrder')}
        />
        <ShopUrlField label={label('url')} required={false} {...form.field('url')} />
        <DisplayField form={form} />
        <ModelsField label={label('modelIds')} {...form.field('modelIds')} />
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
