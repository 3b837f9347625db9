import { chakra, Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { day, t50 } from '@headland/contracts/fields';
import { kiosks } from '@headland/contracts/kiosk';
import { chosen } from '@headland/contracts/organization';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { serverNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { Checkbox, RadioGroup, TextField } from '../../ui/field';
import { ErrorState } from '../../ui/states';
import { TreeSelect } from '../../ui/tree-select';
import { useForm } from '../../ui/use-form';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { OnceNote, Secret } from '../../ui/secret';

const IssueForm = z
  .object({ name: t50, organizationId: chosen, ends: z.enum(['never', 'date']), expiresAt: day.optional() })
  .refine((f) => f.ends === 'never' || f.expiresAt !== undefined, { path: ['expiresAt'], error: 'field.req' })
  .refine((f) => f.ends === 'never' || f.expiresAt === undefined || f.expiresAt >= dayText(serverNow()), {
    path: ['expiresAt'],
    error: 'field.futureDay',
  });

/** Issues a token, then shows it: this once, with the address that a display opens. */
export function IssueKiosk({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const [issued, setIssued] = useState<Answer<typeof kiosks.issue> | null>(null);
  return issued ? (
    <Issued kiosk={issued} onClose={onClose} />
  ) : (
    <Form title={t('kiosk.issueTitle')} onIssued={setIssued} onClose={onClose} />
  );
}

function Form({
  title,
  onIssued,
  onClose,
}: {
  title: string;
  onIssued: (kiosk: Answer<typeof kiosks.issue>) => void;
  onClose: () => void;
}) {
  const { t } = useI18n();
  const invalidate = useInvalidate(kiosks.issue);
  const nodes = useOrganizationNodes();
  const [sound, setSound] = useState(true);
  const form = useForm(IssueForm, { name: '', organizationId: '', ends: 'never', expiresAt: '' });
  const send = (): Promise<boolean> =>
    form.submit(async ({ name, organizationId, ends, expiresAt }) => {
      // the whole of its last day, in the zone of the issuing member
      const end =
        ends === 'date' && expiresAt !== undefined ? new Date(`${expiresAt}T23:59:59.999`).toISOString() : null;
      const kiosk = await call(kiosks.issue, { body: { name, organizationId, sound, expiresAt: end } });
      invalidate();
      onIssued(kiosk);
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
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
        <TextField label={t('kiosk.name')} maxLength={50} help={t('kiosk.nameHelp')} {...form.field('name')} />
        <TreeSelect
          label={t('kiosk.scope')}
          nodes={nodes}
          help={t('kiosk.scopeHelp')}
          {...form.field('organizationId')}
        />
        <Checkbox checked={sound} onChange={setSound}>
          {t('kiosk.soundOn')}
        </Checkbox>
        <RadioGroup
          label={t('kiosk.ends')}
          {...form.field('ends')}
          options={[
            { value: 'never', label: t('kiosk.never') },
            { value: 'date', label: t('kiosk.onDay') },
          ]}
        />
        {form.values.ends === 'date' && <DateField label={t('kiosk.lastDay')} {...form.field('expiresAt')} />}
        {form.problem && <ErrorState compact error={form.problem} />}
        {/* Enter in a field sends, as in every form; the visible button is in the dialog's footer */}
        <button type="submit" hidden />
      </chakra.form>
    </Dialog>
  );
}

function Issued({ kiosk, onClose }: { kiosk: Answer<typeof kiosks.issue>; onClose: () => void }) {
  const { t } = useI18n();
  const address = `${window.location.origin}/wall?token=${encodeURIComponent(kiosk.token)}`;
  return (
    <Dialog open onClose={onClose} title={t('kiosk.issued', { name: kiosk.name })} width="560px">
      <chakra.div display="grid" gap="4" py="1">
        <OnceNote />
        <Secret label={t('kiosk.token')} value={kiosk.token} />
        <Secret label={t('kiosk.address')} value={address} help={t('kiosk.addressHelp')} />
        <chakra.a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          color="accent"
          fontWeight="500"
          justifySelf="start"
          _hover={{ textDecoration: 'underline' }}
        >
          <Flex as="span" align="center" gap="1.5">
            {t('kiosk.openWall')}
            <ExternalLink size={14} aria-hidden />
          </Flex>
        </chakra.a>
      </chakra.div>
    </Dialog>
  );
}
