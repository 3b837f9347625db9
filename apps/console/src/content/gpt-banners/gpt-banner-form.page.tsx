import { chakra, Flex } from '@chakra-ui/react';
import { bannerFields, GptBannerBody, type GptBannerDetail, gptBanners } from '@headland/contracts/gpt-banner';
import { bannerErrors, bannerRefusal, isSmallImage } from '@headland/domain/gpt-banner';
import { dayOf } from '@headland/domain/zone-day';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { useConfig } from '../../lib/session/member';
import { call } from '../../lib/session/session';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { ImageField } from '../../ui/image-field';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { textsOf } from '../../ui/records/texts-of';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import type { Form } from '../../ui/use-form';
import { WithRecord } from '../../ui/with-record';
import { ClosedBanner } from './closed-banner';
import { RemoveBanner, SuspendBanner } from './gpt-banner-acts';
import { BannerChip, useBannerList } from './gpt-banner-parts';
import { BannerPreview } from './gpt-banner-preview';

/** A new banner; `?copy=7` begins with what banner 7 is, but for its period. */
export function GptBannerRegistrationPage() {
  const { copy } = useSearch({ strict: false }) as { copy?: string };
  const list = useBannerList();
  if (copy === undefined || !/^\d{1,9}$/u.test(copy)) return <Registration copied={null} />;
  return (
    <WithRecord endpoint={gptBanners.get} id={Number(copy)} list={list} fresh>
      {(banner) => <Registration copied={banner} />}
    </WithRecord>
  );
}

/** One that is published or scheduled; of one that is suspended or expired all is shown, and nothing can be changed. */
export function GptBannerEditPage() {
  return (
    <WithRecord endpoint={gptBanners.get} list={useBannerList()} fresh>
      {(banner, refetch) =>
        bannerRefusal(banner.status, 'change') === null ? (
          <RecordEdit newest={banner} refetch={refetch}>
            {(record) => <Change {...record} />}
          </RecordEdit>
        ) : (
          <ClosedBanner banner={banner} />
        )
      }
    </WithRecord>
  );
}

const names = [...bannerFields, 'imageId'] as const;
type Values = Record<(typeof names)[number], string>;
const valuesOf = (banner: GptBannerDetail | null): Values => textsOf(names, (name) => banner?.[name]);

/** The schema of the server with its rule for the days, so that the form refuses what the server would. */
function useSchema(before: GptBannerDetail | null) {
  const zone = useConfig()?.productTimeZone;
  return GptBannerBody.superRefine(
    ({ startOn, endOn }: Partial<GptBannerBody>, ctx) => {
      if (zone === undefined || !startOn || !endOn) return;
      const past = before && { ...before, suspendedAt: null };
      for (const [path, message] of Object.entries(bannerErrors({ startOn, endOn }, past, dayOf(serverNow(), zone))))
        ctx.addIssue({ code: 'custom', path: [path], message });
    },
    // together with what is wrong in other fields
    { when: () => true },
  );
}

function useSaved() {
  const navigate = useNavigate();
  return { invalidates: [gptBanners.list], done: () => void navigate({ to: '/gptBanner', ...afterSave }) };
}

function Registration({ copied }: { copied: GptBannerDetail | null }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState(false);
  const form = useRecordForm({
    schema: useSchema(null),
    start: { ...valuesOf(copied), startOn: '', endOn: '' },
    draft: copied === null ? 'gpt-banner-new' : `gpt-banner-copy-${copied.id}`,
    send: (body) => call(gptBanners.create, { body }),
    toastText: ({ name }) => t('gptBanner.toast.created', { name }),
    ...useSaved(),
  });
  return (
    <RecordFormPage
      form={form}
      title={t('screen.gptBannerRegi')}
      under={copied === null ? undefined : t('gptBanner.copyOf', { name: copied.name })}
      onCancel={() => void navigate({ to: '/gptBanner' })}
      blocked={uploading ? t('image.sending') : undefined}
      maxW="1240px"
    >
      <BannerFields form={form} onUpload={setUploading} />
    </RecordFormPage>
  );
}

function Change({ start, newest, refresh, reload }: RecordState<GptBannerDetail>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState(false);
  const rows = fieldDifferences({
    names,
    label: (name) => t(`gptBanner.field.${name}`),
    now: valuesOf(newest),
  });
  const form = useRecordForm({
    schema: useSchema(start),
    start: valuesOf(start),
    changed: { refresh, reload, rows },
    send: (body) => call(gptBanners.change, { params: { id: start.id }, body: { ...body, version: start.version } }),
    toastText: ({ name }) => t('gptBanner.toast.changed', { name }),
    ...useSaved(),
  });
  return (
    <RecordFormPage
      form={form}
      title={start.name}
      under={t('gptBanner.editing')}
      onCancel={() => void navigate({ to: '/gptBanner' })}
      blocked={uploading ? t('image.sending') : undefined}
      maxW="1240px"
    >
      <Flex align="center" gap="2" wrap="wrap">
        <BannerChip status={newest.status} />
        <chakra.span flex="1" />
        <SuspendBanner banner={newest} />
        <RemoveBanner banner={newest} />
      </Flex>
      <BannerFields form={form} onUpload={setUploading} isPublished={newest.status === 'doing'} />
    </RecordFormPage>
  );
}

interface FieldsProps {
  form: Pick<Form<typeof GptBannerBody, Values>, 'field' | 'values'>;
  onUpload: (busy: boolean) => void;
  isPublished?: boolean;
}
function BannerFields({ form, onUpload, isPublished = false }: FieldsProps) {
  const { t } = useI18n();
  const config = useConfig();
  const [size, setSize] = useState<{ id: string; width: number; height: number } | null>(null);
  const { values } = form;
  const small = size !== null && size.id === values.imageId && size.width > 0 && isSmallImage(size);
  return (
    <chakra.div
      display="grid"
      gap="3"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 392px' }}
    >
      <FormPart title={t('gptBanner.basics')}>
        <chakra.div gridColumn="1 / -1">
          <TextField label={t('gptBanner.field.name')} maxLength={100} {...form.field('name')} />
        </chakra.div>
        <DateField
          label={t('gptBanner.field.startOn')}
          {...form.field('startOn')}
          disabled={isPublished}
          help={isPublished ? t('gptBanner.startLocked') : undefined}
        />
        <DateField label={t('gptBanner.field.endOn')} {...form.field('endOn')} />
        {config && (
          <chakra.p gridColumn="1 / -1" textStyle="small" color="ink3" mt="-2">
            {t('gptBanner.zone', { zone: config.productTimeZone })}
          </chakra.p>
        )}
        <chakra.div gridColumn="1 / -1">
          <TextField label={t('gptBanner.field.url')} placeholder="https://" maxLength={500} {...form.field('url')} />
        </chakra.div>
        <chakra.div gridColumn="1 / -1">
          <ImageField
            label={t('gptBanner.field.imageId')}
            required
            {...form.field('imageId')}
            alt={form.field('imageAlt')}
            help={t('gptBanner.imageHelp')}
            fallback={<Image size={28} strokeWidth={1.4} aria-hidden />}
            onBusy={onUpload}
          />
          {small && (
            <chakra.p role="status" mt="2" textStyle="small" color="watch.ink">
              {t('gptBanner.imageSmall', { width: size.width, height: size.height })}
            </chakra.p>
          )}
        </chakra.div>
        <chakra.div gridColumn="1 / -1">
          <TextArea label={t('gptBanner.field.content')} rows={6} maxLength={1500} {...form.field('content')} />
        </chakra.div>
      </FormPart>
      <FormPart title={t('gptBanner.preview')}>
        <chakra.div gridColumn="1 / -1">
          <BannerPreview {...values} onSize={(shown) => setSize({ id: values.imageId, ...shown })} />
        </chakra.div>
      </FormPart>
    </chakra.div>
  );
}
