import { chakra } from '@chakra-ui/react';
import { maxPostImages, PostBody, type PostDetail, posts } from '@headland/contracts/post';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { RichField } from '../../ui/editor/rich-field';
import { TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { DisplayField, PostingFields } from '../../ui/posting/posting-fields';
import { fieldDifferences } from '../../ui/records/differences';
import type { RecordState } from '../../ui/records/record-edit';
import { useRecordSave } from '../../ui/records/record-screens';
import { textsOf } from '../../ui/records/texts-of';
import { useRecordForm } from '../../ui/records/use-record-form';
import { ContentFormPage, contentText, RegisterOrEdit } from '../content-parts/content-form';
import { ImagesField, picturesOf, textOfPictures } from '../content-parts/images-field';
import { useUploads } from '../content-parts/use-uploads';
import { postScreens } from './post-screens';

/** `/postRegi/0` registers a post, `/postRegi/7` edits post 7. */
export function PostFormPage() {
  return (
    <RegisterOrEdit screens={postScreens} endpoint={posts.get}>
      {(record) => <PostForm record={record} />}
    </RegisterOrEdit>
  );
}

const names = ['title', 'content', 'images', 'posting', 'startOn', 'endOn', 'display'] as const;
type Values = Record<(typeof names)[number], string>;
const empty: Values = {
  ...{ title: '', content: '', images: '', posting: 'noLimit', startOn: '', endOn: '', display: 'shown' },
};
const valuesOf = (post: PostDetail): Values => ({
  ...textsOf(names, (name) => (name === 'images' ? '' : post[name])),
  images: textOfPictures(post.images),
});

function PostForm({ record }: { record: RecordState<PostDetail> | null }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { uploading, onBusy } = useUploads();
  const { saving, cancel } = useRecordSave(postScreens, record?.start);
  const rows = fieldDifferences<keyof Values>({
    names,
    label: (name) => t(`post.field.${name}`),
    now: record ? valuesOf(record.newest) : empty,
    text: (name, value) => contentText(i18n, name, value),
  });
  const form = useRecordForm({
    schema: PostBody,
    start: record ? valuesOf(record.start) : empty,
    ...(record ? { changed: { ...record, rows } } : { draft: 'post-new' }),
    ...saving,
    toastText: (_, { title }) => t(`post.toast.${record ? 'changed' : 'created'}`, { name: title }),
  });
  const { values: v } = form;
  const date = (v.posting === 'dates' && v.startOn) || dayText(record?.start.registeredAt ?? serverNow());
  return (
    <ContentFormPage
      {...{ form, uploading }}
      title={record?.start.title ?? t('post.new')}
      under={record ? t('post.editing') : undefined}
      onCancel={cancel}
      page="/postDetailApp"
      shown={{ ...{ id: 0, title: v.title, content: v.content, date }, images: picturesOf(v.images) }}
    >
      <FormPart title={t('content.basics')}>
        <chakra.div gridColumn="1 / -1" display="grid" gap="4">
          <TextField label={t('post.field.title')} maxLength={100} {...form.field('title')} />
          <RichField label={t('post.field.content')} {...form.field('content')} onBusy={onBusy} />
          <ImagesField
            label={t('post.field.images')}
            {...form.field('images')}
            most={maxPostImages}
            tooMany="field.img5"
            onBusy={onBusy}
          />
        </chakra.div>
      </FormPart>
      <FormPart title={t('content.publication')}>
        <PostingFields form={form} />
        <DisplayField form={form} />
      </FormPart>
    </ContentFormPage>
  );
}
