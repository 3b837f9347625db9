import { chakra } from '@chakra-ui/react';
import {
  NoticeBody,
  type NoticeDetail,
  noticeFields,
  notices,
  noticeTargets,
  noticeTypes,
  osTypes,
} from '@headland/contracts/notice';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { dayText } from '../../lib/time';
import { RichField } from '../../ui/editor/rich-field';
import { Checkbox, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { DisplayField, PostingFields } from '../../ui/posting/posting-fields';
import { fieldDifferences } from '../../ui/records/differences';
import type { RecordState } from '../../ui/records/record-edit';
import { useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { type RecordForm, useRecordForm } from '../../ui/records/use-record-form';
import { SegmentedField } from '../../ui/segmented-field';
import { ContentFormPage, contentText, RegisterOrEdit } from '../content-parts/content-form';
import { ImagesField, picturesOf, textOfPictures } from '../content-parts/images-field';
import { useUploads } from '../content-parts/use-uploads';
import { noticeScreens } from './notice-screens';

/** `/noticeRegi/0` registers a notice, `/noticeRegi/7` edits notice 7. */
export function NoticeFormPage() {
  return (
    <RegisterOrEdit screens={noticeScreens} endpoint={notices.get}>
      {(record) => <NoticeForm record={record} />}
    </RegisterOrEdit>
  );
}

const names = [...noticeFields, 'content', 'posting', 'startOn', 'endOn', 'display', 'images', 'push'] as const;
type Values = Record<(typeof names)[number], string>;
const empty: Values = {
  ...{ type: 'general', target: 'customer', os: 'all', title: '', content: '' },
  ...{ posting: 'noLimit', startOn: '', endOn: '', display: 'shown', images: '', push: 'false' },
};
const valuesOf = (notice: NoticeDetail): Values => ({
  ...textsOf(names, (name) => (name === 'images' || name === 'push' ? '' : notice[name])),
  images: textOfPictures(notice.images),
  push: String(notice.push.state !== 'none'),
});

function NoticeForm({ record }: { record: RecordState<NoticeDetail> | null }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { uploading, onBusy } = useUploads();
  const { saving, cancel } = useRecordSave(noticeScreens, record?.start);
  const rows = fieldDifferences<keyof Values>({
    names,
    label: (name) => t(`notice.field.${name}`),
    now: record ? valuesOf(record.newest) : empty,
    text: (name, value) => contentText(i18n, name, value),
  });
  const form = useRecordForm({
    schema: NoticeBody,
    start: record ? valuesOf(record.start) : empty,
    ...(record ? { changed: { ...record, rows } } : { draft: 'notice-new' }),
    ...saving,
    toastText: (_, { title }) => t(`notice.toast.${record ? 'changed' : 'created'}`, { name: title }),
  });
  const { values: v } = form;
  const today = dayText(serverNow());
  const shown = {
    ...{ id: 0, type: v.type, title: v.title, isNew: false, content: v.content },
    date: (v.posting === 'dates' && v.startOn) || (record ? dayText(Date.parse(record.start.registeredAt)) : today),
    images: picturesOf(v.images),
  };
  return (
    <ContentFormPage
      {...{ form, uploading, shown }}
      title={record?.start.title ?? t('notice.new')}
      under={record ? t('notice.editing') : undefined}
      onCancel={cancel}
      page="/noticeDetailApp"
    >
      <Fields form={form} notice={record?.start ?? null} onUpload={onBusy} />
    </ContentFormPage>
  );
}

interface FieldsProps {
  form: RecordForm<typeof NoticeBody, Values>;
  notice: NoticeDetail | null;
  onUpload: (busy: boolean) => void;
}
function Fields({ form, notice, onUpload }: FieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <FormPart title={t('content.basics')}>
        <chakra.div gridColumn="1 / -1" display="flex" gap="6" flexWrap="wrap">
          <SegmentedField
            label={t('notice.field.type')}
            {...form.field('type')}
            choices={noticeTypes.map((value) => ({ value, label: t(`noticeType.${value}`) }))}
          />
          <SegmentedField
            label={t('notice.field.target')}
            {...form.field('target')}
            choices={noticeTargets.map((value) => ({ value, label: t(`noticeTarget.${value}`) }))}
          />
          <SegmentedField
            label={t('notice.field.os')}
            {...form.field('os')}
            choices={osTypes.map((value) => ({ value, label: t(`osType.${value}`) }))}
          />
        </chakra.div>
        <chakra.div gridColumn="1 / -1" display="grid" gap="4">
          <TextField label={t('notice.field.title')} maxLength={100} {...form.field('title')} />
          <RichField label={t('notice.field.content')} {...form.field('content')} onBusy={onUpload} />
          <ImagesField
            label={t('notice.field.images')}
            {...form.field('images')}
            most={1}
            tooMany="field.img1"
            onBusy={onUpload}
          />
        </chakra.div>
      </FormPart>
      <FormPart title={t('content.publication')}>
        <PostingFields form={form} />
        <DisplayField form={form} />
        <PushField form={form} notice={notice} />
      </FormPart>
    </>
  );
}

/** Once, and to so many as things are; a push that has gone is not sent again. */
function PushField({ form, notice }: Pick<FieldsProps, 'form' | 'notice'>) {
  const { t } = useI18n();
  const { type, target, os, push } = form.values;
  const { data } = useQuery(query(notices.audience, { query: { type, target, os } as never }));
  const gone = notice?.push.state === 'sent' || notice?.push.state === 'sending';
  return (
    <chakra.div gridColumn="1 / -1" display="grid" gap="1">
      <Checkbox checked={push === 'true'} disabled={gone} onChange={(on) => form.set('push', String(on))}>
        {t('notice.pushTick')}
      </Checkbox>
      <chakra.p textStyle="small" color="ink3">
        {gone ? t('notice.pushGone') : data && t('notice.pushReach', { n: data.reach })}
      </chakra.p>
      {!gone && push === 'true' && (
        <chakra.p textStyle="small" color="ink3">
          {t('notice.pushNight')}
        </chakra.p>
      )}
    </chakra.div>
  );
}
