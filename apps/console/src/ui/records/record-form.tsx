import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../button';
import { FormPage } from '../form-page';
import { Panel } from '../panel';
import { RecordConflict, RecordDialogs, RecordError, RecordNotes } from './record-notes';
import type { RecordFormState } from './use-record-form';

interface PageProps {
  form: RecordFormState;
  title: string;
  /** below the title: what is done to it */
  under?: string | undefined;
  onCancel: () => void;
  /** why it cannot be saved just now */
  blocked?: string | undefined;
  maxW?: string;
  children: ReactNode;
}
/** A record form that is a page of its own. */
export function RecordFormPage({ form, children, ...page }: PageProps) {
  const { t } = useI18n();
  return (
    <FormPage {...page} form={form} onSave={form.save} note={form.draft === undefined ? undefined : t('form.draft')}>
      <RecordNotes form={form} />
      {children}
    </FormPage>
  );
}

interface PanelProps {
  form: RecordFormState;
  title: string;
  /** above the title: what is done to it */
  over?: string;
  onClose: () => void;
  children: ReactNode;
}
/** A record form beside its list. */
export function RecordFormPanel({ form, title, over, onClose, children }: PanelProps) {
  const { t } = useI18n();
  const formId = useId();
  return (
    <Panel
      title={title}
      over={over}
      onClose={onClose}
      foot={
        <Flex gap="2" align="center">
          <chakra.span flex="1" textStyle="small" color="ink3">
            {form.draft !== undefined && t('form.draft')}
          </chakra.span>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.busy}>
            {t('common.save')}
          </Button>
        </Flex>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="grid"
        gap="3"
        px="4"
        py="3"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <RecordConflict form={form} />
        {children}
        <RecordError form={form} />
      </chakra.form>
      <RecordDialogs form={form} />
    </Panel>
  );
}
