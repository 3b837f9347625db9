import { chakra } from '@chakra-ui/react';
import { apiKeys } from '@headland/contracts/administration';
import type { Answer } from '@headland/contracts/endpoint';
import { apiKeyHeader } from '@headland/contracts/factory';
import { useState } from 'react';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { ActError } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { OnceNote, Secret } from '../../ui/secret';

/** Issues a key of the factory interface, then shows it: this once. */
export function IssueApiKey({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const [issued, setIssued] = useState<Answer<typeof apiKeys.issue> | null>(null);
  const invalidate = useInvalidate(apiKeys.issue);
  const form = useForm(apiKeys.issue.body, { name: '' });
  const send = (): Promise<boolean> =>
    form.submit(async (body) => {
      const key = await call(apiKeys.issue, { body });
      invalidate();
      setIssued(key);
    });
  if (issued)
    return (
      <Dialog open onClose={onClose} title={t('apiKey.issued', { name: issued.name })} width="560px">
        <chakra.div display="grid" gap="4" py="1">
          <OnceNote />
          <Secret label={t('apiKey.key')} value={issued.key} help={t('apiKey.header', { header: apiKeyHeader })} />
        </chakra.div>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('apiKey.issueTitle')}
      confirm={{ label: t('secret.issue'), onConfirm: () => void send(), busy: form.busy }}
    >
      <chakra.form
        display="grid"
        gap="3"
        onSubmit={(e) => {
          e.preventDefault();
          void send();
        }}
      >
        <TextField label={t('apiKey.name')} maxLength={50} help={t('apiKey.nameHelp')} {...form.field('name')} />
        {form.problem && <ActError error={form.problem} />}
      </chakra.form>
    </Dialog>
  );
}
