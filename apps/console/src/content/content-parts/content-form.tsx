import { chakra } from '@chakra-ui/react';
import { visibleText } from '@headland/contracts/content';
import type { Answer, Endpoint } from '@headland/contracts/endpoint';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type I18n, useI18n } from '../../lib/i18n';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { type RecordScreens, useRecordList } from '../../ui/records/record-screens';
import type { RecordFormState } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { ContentPreview } from './content-preview';
import { picturesOf } from './images-field';

type RecordEndpoint = Endpoint & { params: z.ZodObject; data: z.ZodType<{ version: number }> };
interface RegisterProps<E extends RecordEndpoint> {
  screens: RecordScreens;
  endpoint: E;
  /** null: a new one */
  children: (record: RecordState<Answer<E> & { version: number }> | null) => ReactNode;
}
/** Number 0 registers a record, any other edits that one. */
export function RegisterOrEdit<E extends RecordEndpoint>({ screens, endpoint, children }: RegisterProps<E>) {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useRecordList(screens);
  if (number === '0') return children(null);
  type Loaded = Answer<E> & { version: number };
  return (
    <WithRecord endpoint={endpoint} list={list} fresh>
      {(record, refetch) => (
        <RecordEdit newest={record as Loaded} refetch={refetch as () => Promise<Loaded | undefined>}>
          {(state) => children(state)}
        </RecordEdit>
      )}
    </WithRecord>
  );
}

interface FormProps {
  form: RecordFormState;
  title: string;
  /** what is done to a record that exists */
  under: string | undefined;
  uploading: boolean;
  onCancel: () => void;
  /** the embedded page and what it will show */
  page: string;
  shown: Parameters<typeof ContentPreview>[0]['record'];
  children: ReactNode;
}
/** The fields, and beside them what the app will show. */
export function ContentFormPage({ form, title, under, uploading, onCancel, page, shown, children }: FormProps) {
  const { t } = useI18n();
  return (
    <RecordFormPage
      form={form}
      title={title}
      under={under}
      onCancel={onCancel}
      blocked={uploading ? t('image.sending') : undefined}
      maxW="1240px"
    >
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 364px' }}
      >
        <chakra.div display="grid" gap="3" minW="0" gridTemplateColumns="minmax(0,1fr)">
          {children}
        </chakra.div>
        <ContentPreview page={page} record={shown} />
      </chakra.div>
    </RecordFormPage>
  );
}

const choices: Record<string, string> = {
  ...{ type: 'noticeType', target: 'noticeTarget', os: 'osType', posting: 'posting', display: 'display' },
  ...{ state: 'posting', pushState: 'notice.pushState', category: 'faqCategory' },
};
/** A value of a form or of the log in words. */
export function contentText({ t, number }: I18n, name: string, value: string): string {
  if (name === 'content') return visibleText(value).replace(/ \[[\da-f]{6}\]$/u, '');
  if (name === 'images') return value.startsWith('[{') || value === '' ? number(picturesOf(value).length) : value;
  const key = `${choices[name] ?? ''}.${value}`;
  return isMessageKey(key) ? t(key) : value;
}
