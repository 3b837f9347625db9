import { chakra } from '@chakra-ui/react';
import { categories } from '@headland/contracts/category';
import { maxPartImages, PartBody, type PartDetail, partFields, parts } from '@headland/contracts/part';
import { withShopHost } from '@headland/contracts/shop';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { DisplayOrderField, withPlace } from '../../ui/display-order-field';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { DisplayField } from '../../ui/posting/posting-fields';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { useRecordList, useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { useRecordForm } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { ImagesField, textOfPictures } from '../content-parts/images-field';
import { ModelsField, useModelText } from '../shop-base/models-field';
import { ShopUrlField, useShopHost } from '../shop-base/url-field';
import { useShopName } from '../shop-base/use-shop-name';
import { partScreens } from './part-screens';

/** `/partDisplayModi/0` is a new part, `/partDisplayModi/7` changes part 7. */
export function PartFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useRecordList(partScreens);
  if (number === '0') return <PartForm record={null} />;
  return (
    <WithRecord endpoint={parts.get} list={list} fresh>
      {(part, refetch) => (
        <RecordEdit newest={part} refetch={refetch}>
          {(record) => <PartForm record={record} />}
        </RecordEdit>
      )}
    </WithRecord>
  );
}

const names = ['categoryId', ...partFields, 'images', 'modelIds'] as const;
const valuesOf = (p: PartDetail | undefined) =>
  textsOf(names, (name) => {
    if (p === undefined) return name === 'display' ? 'shown' : '';
    if (name === 'images') return textOfPictures(p.images);
    if (name === 'modelIds') return p.models.map(({ id }) => id).join() || 'all';
    return name === 'categoryId' ? p.category.id : p[name];
  });

function PartForm({ record }: { record: RecordState<PartDetail> | null }) {
  const { t } = useI18n();
  const nameOf = useShopName();
  const [uploading, setUploading] = useState(false);
  const start = record?.start;
  const { data: choices = [] } = useQuery(query(categories.choices));
  const { data: items = [] } = useQuery(query(parts.items));
  const modelText = useModelText();
  const categoryText = (id: string): string => {
    const choice = choices.find((c) => String(c.id) === id);
    return choice ? nameOf(choice) : id;
  };
  const label = (name: (typeof names)[number]): string =>
    t(`part.field.${name === 'modelIds' ? 'models' : name === 'categoryId' ? 'category' : name}`);
  const rows = fieldDifferences({
    names,
    label,
    now: valuesOf(record?.newest),
    text: (name, value) =>
      name === 'modelIds'
        ? modelText(value)
        : name === 'categoryId'
          ? categoryText(value)
          : name === 'display'
            ? t(`display.${value as 'shown'}`)
            : value,
  });
  const host = useShopHost();
  const schema = useMemo(() => withShopHost(PartBody, host), [host]);
  const { saving, cancel } = useRecordSave(partScreens, start);
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    ...(record ? { changed: { ...record, rows } } : { draft: 'part-new' }),
    ...saving,
    send: (body) => saving.send(start && body.categoryId === start.category.id ? withPlace(body, start) : body),
    toastText: (_, { nameKo }) => t(`part.toast.${start ? 'changed' : 'created'}`, { name: nameKo }),
  });
  const { categoryId, item } = form.values;
  const inCategory = choices.find((c) => String(c.id) === categoryId);
  const stays = start !== undefined && String(start.category.id) === categoryId;
  const itemChoices = [
    { value: '', label: t('part.noItem') },
    ...items.map(({ name, models }) => ({ value: name, label: t('part.itemOf', { name, n: models }) })),
    // an item that no model has any more stays as it is
    ...(item !== '' && !items.some((i) => i.name === item) ? [{ value: item, label: item }] : []),
  ];
  return (
    <RecordFormPage
      form={form}
      title={start ? nameOf(start) : t('part.new')}
      under={start && t('part.editing')}
      onCancel={cancel}
      blocked={uploading ? t('image.sending') : undefined}
    >
      <FormPart title={t('part.basics')}>
        <SelectField
          label={label('categoryId')}
          {...form.field('categoryId')}
          options={choices.map((c) => ({ value: String(c.id), label: nameOf(c) }))}
        />
        <TextField label={label('code')} maxLength={10} {...form.field('code')} />
        <TextField label={label('nameKo')} maxLength={50} {...form.field('nameKo')} />
        <TextField label={label('nameEn')} maxLength={50} {...form.field('nameEn')} />
        <TextField label={label('price')} inputMode="numeric" maxLength={9} {...form.field('price')} />
        <DisplayOrderField
          label={label('displayOrder')}
          last={inCategory ? inCategory.products + (stays ? 0 : 1) : null}
          {...form.field('displayOrder')}
        />
        <ShopUrlField label={label('url')} {...form.field('url')} />
        <DisplayField form={form} />
        <ModelsField label={label('modelIds')} {...form.field('modelIds')} explicit />
        <SelectField
          label={label('item')}
          required={false}
          {...form.field('item')}
          options={itemChoices}
          help={t('part.itemHelp')}
        />
        <chakra.div gridColumn="1 / -1" display="grid" gap="4">
          <TextArea label={label('description')} required={false} maxLength={1500} {...form.field('description')} />
          <ImagesField
            label={label('images')}
            {...form.field('images')}
            tooMany="field.images5"
            {...{ most: maxPartImages, required: true, onBusy: setUploading, help: t('part.imagesHelp') }}
          />
        </chakra.div>
      </FormPart>
    </RecordFormPage>
  );
}
