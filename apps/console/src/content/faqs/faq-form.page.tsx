import { chakra } from '@chakra-ui/react';
import { FaqBody, faqCategories, type FaqDetail, faqFields, faqs } from '@headland/contracts/faq';
import { displays } from '@headland/contracts/posting';
import { useI18n } from '../../lib/i18n';
import { withPlace } from '../../ui/display-order-field';
import { RichField } from '../../ui/editor/rich-field';
import { SelectField, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { fieldDifferences } from '../../ui/records/differences';
import { type RecordState } from '../../ui/records/record-edit';
import { useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { useRecordForm } from '../../ui/records/use-record-form';
import { SegmentedField } from '../../ui/segmented-field';
import { ContentFormPage, contentText, RegisterOrEdit } from '../content-parts/content-form';
import { useUploads } from '../content-parts/use-uploads';
import { faqScreens } from './faq-screens';

/** `/faqRegi/0` registers a question, `/faqRegi/7` edits question 7. */
export function FaqFormPage() {
  return (
    <RegisterOrEdit screens={faqScreens} endpoint={faqs.get}>
      {(record) => <FaqForm record={record} />}
    </RegisterOrEdit>
  );
}

const names = [...faqFields, 'content'] as const;
type Values = Record<(typeof names)[number], string>;
const empty: Values = { category: 'service', title: '', content: '', displayOrder: '', display: 'shown' };
const valuesOf = (faq: FaqDetail): Values => textsOf(names, (name) => faq[name]);

function FaqForm({ record }: { record: RecordState<FaqDetail> | null }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { uploading, onBusy } = useUploads();
  const { saving, cancel } = useRecordSave(faqScreens, record?.start);
  const rows = fieldDifferences<keyof Values>({
    names,
    label: (name) => t(`faq.field.${name}`),
    now: record ? valuesOf(record.newest) : empty,
    text: (name, value) => contentText(i18n, name, value),
  });
  const start = record?.start;
  const form = useRecordForm({
    schema: FaqBody,
    start: record ? valuesOf(record.start) : empty,
    ...(record ? { changed: { ...record, rows } } : { draft: 'faq-new' }),
    ...saving,
    send: (body) => saving.send(start?.category === body.category ? withPlace(body, start) : body),
    toastText: (_, { title }) => t(`faq.toast.${record ? 'changed' : 'created'}`, { name: title }),
  });
  const { category, title, content } = form.values;
  const shown = { ...{ id: 0, category, title, content }, images: [], related: [] };
  return (
    <ContentFormPage
      {...{ form, uploading, shown }}
      title={record?.start.title ?? t('faq.new')}
      under={record ? t('faq.editing') : undefined}
      onCancel={cancel}
      page="/faqDetailApp"
    >
      <FormPart title={t('content.basics')}>
        <SelectField
          label={t('faq.field.category')}
          {...form.field('category')}
          options={faqCategories.map((value) => ({ value, label: t(`faqCategory.${value}`) }))}
        />
        <TextField
          label={t('faq.field.displayOrder')}
          required={false}
          inputMode="numeric"
          maxLength={5}
          help={t('faq.orderHelp')}
          {...form.field('displayOrder')}
        />
        <chakra.div gridColumn="1 / -1" display="grid" gap="4">
          <TextField label={t('faq.field.title')} maxLength={100} {...form.field('title')} />
          <RichField label={t('faq.field.content')} {...form.field('content')} onBusy={onBusy} />
        </chakra.div>
      </FormPart>
      <FormPart title={t('content.publication')}>
        <SegmentedField
          label={t('display.label')}
          {...form.field('display')}
          choices={displays.map((value) => ({ value, label: t(`display.${value}`) }))}
        />
      </FormPart>
    </ContentFormPage>
  );
}
