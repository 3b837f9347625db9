import { chakra } from '@chakra-ui/react';
import { day, t50 } from '@headland/contracts/fields';
import { fleetPath, fleetTokenPath } from '@headland/contracts/fleet-api';
import type { FleetClientEndpoints, FleetOwner, IssuedFleetClient } from '@headland/contracts/fleet-client';
import { useState } from 'react';
import { z } from 'zod';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { dayText } from '../../lib/time';
import { DateField } from '../../ui/date-field';
import { Dialog } from '../../ui/dialog';
import { RadioGroup, TextField } from '../../ui/field';
import { OnceNote, Secret } from '../../ui/secret';
import { ActError } from '../../ui/states';
import { useInvalidate } from '../../ui/use-action';
import { useForm } from '../../ui/use-form';

const IssueForm = z
  .object({ name: t50, ends: z.enum(['never', 'date']), expiresAt: day.optional() })
  .refine((f) => f.ends === 'never' || f.expiresAt !== undefined, { path: ['expiresAt'], error: 'field.req' })
  .refine((f) => f.ends === 'never' || f.expiresAt === undefined || f.expiresAt >= dayText(serverNow()), {
    path: ['expiresAt'],
    error: 'field.futureDay',
  });
/** To whom clients belong. */
export interface Owner {
  kind: FleetOwner;
  id: number;
}
interface Props {
  endpoints: FleetClientEndpoints;
  owner: Owner;
  onClose: () => void;
}

/** Issues a client, then shows its secret: this once. */
export function IssueFleetClient({ endpoints, owner, onClose }: Props) {
  const { t } = useI18n();
  const [issued, setIssued] = useState<IssuedFleetClient | null>(null);
  const invalidate = useInvalidate(endpoints.create);
  const form = useForm(IssueForm, { name: '', ends: 'never', expiresAt: '' });
  const send = (): Promise<boolean> =>
    form.submit(async ({ name, ends, expiresAt }) => {
      // the whole of its last day, in the zone of the issuing member
      const end =
        ends === 'date' && expiresAt !== undefined ? new Date(`${expiresAt}T23:59:59.999`).toISOString() : null;
      const client = await call(endpoints.create, { params: { id: owner.id }, body: { name, expiresAt: end } });
      invalidate();
      setIssued(client);
    });
  if (issued) return <IssuedClient client={issued} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('fleetClient.issueTitle')}
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
        <chakra.p textStyle="dense" color="ink2">
          {t(owner.kind === 'customer' ? 'fleetClient.readsCustomer' : 'fleetClient.readsOrganization')}
        </chakra.p>
        <TextField
          label={t('fleetClient.name')}
          maxLength={50}
          help={t('fleetClient.nameHelp')}
          {...form.field('name')}
        />
        <RadioGroup
          label={t('fleetClient.ends')}
          {...form.field('ends')}
          options={[
            { value: 'never', label: t('fleetClient.never') },
            { value: 'date', label: t('fleetClient.onDay') },
          ]}
        />
        {form.values.ends === 'date' && <DateField label={t('fleetClient.lastDay')} {...form.field('expiresAt')} />}
        {form.problem && <ActError error={form.problem} />}
        {/* Enter in a field sends, as in every form; the visible button is in the dialog's footer */}
        <button type="submit" hidden />
      </chakra.form>
    </Dialog>
  );
}

/** What the integrator needs, with the secret, which is shown only once. */
export function IssuedClient({ client, onClose }: { client: IssuedFleetClient; onClose: () => void }) {
  const { t } = useI18n();
  const { origin } = window.location;
  return (
    <Dialog open onClose={onClose} title={t('fleetClient.issued', { name: client.name })} width="560px">
      <chakra.div display="grid" gap="4" py="1">
        <OnceNote />
        <Secret label={t('fleetClient.id')} value={client.clientId} />
        <Secret label={t('fleetClient.secret')} value={client.secret} />
        <Secret
          label={t('fleetClient.tokenUrl')}
          value={`${origin}${fleetTokenPath}`}
          help={t('fleetClient.tokenUrlHelp')}
        />
        <Secret label={t('fleetClient.baseUrl')} value={`${origin}${fleetPath}`} />
      </chakra.div>
    </Dialog>
  );
}
