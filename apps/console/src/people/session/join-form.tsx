import { chakra } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { session as endpoints } from '@headland/contracts/session';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Facts } from '../../ui/panel';
import { useForm } from '../../ui/use-form';
import { agreedIn, JoinFields } from './join-fields';
import { JoinId } from './join-id';
import { JoinPhone } from './join-phone';
import { JoinTerms } from './join-terms';
import { PasswordChecklist } from './password-checklist';
import { PasswordField } from './password-field';
import { Notice, PublicCard } from './public-page';
import { call } from '../../lib/session/session';

type Invitation = Answer<typeof endpoints.invitation>;
export const joinWidth = '520px';

export function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t, language, problemLine } = useI18n();
  const navigate = useNavigate();
  const { name, country, phone, postalCode, address, addressDetail } = invitation;
  const form = useForm(JoinFields, {
    id: '',
    idChecked: '',
    password: '',
    confirm: '',
    name,
    country: country || '82',
    phone,
    code: '',
    confirmed: '',
    postalCode,
    address,
    addressDetail,
    agreed: '',
  });
  const { values } = form;
  const korea = values.country === '82';

  const submit = async () => {
    const joined = await form.submit(
      async ({ id, password, name, country, phone, confirmed, postalCode, address, addressDetail, agreed }) => {
        const body = {
          token,
          id,
          password,
          name,
          country,
          phone,
          smsId: confirmed ?? '',
          postalCode,
          address,
          addressDetail,
          terms: agreedIn(agreed),
          language,
        };
        try {
          await call(endpoints.join, { body });
        } catch (error) {
          // The proof of a phone is good for an hour: another one is asked for, and the rest stays as it is.
          if (error instanceof Problem && error.fields.phone === 'field.smsOk') form.set('confirmed', '');
          throw error;
        }
      },
    );
    // The login wipes what this browser remembers of anybody else (see the router).
    if (joined) await navigate({ to: '/login', search: { reason: 'joined' }, replace: true });
  };
  return (
    <PublicCard title={t('join.title')} text={t('join.text')} width={joinWidth} onSubmit={() => void submit()}>
      {form.problem && (
        <Notice kind="bad">
          {problemLine(form.problem)}
          {form.problem.code === 'LINK_EXPIRED' && <> {t('join.askAgain')}</>}
        </Notice>
      )}
      <chakra.div px="3" py="2.5" bg="sunken" border="1px solid" borderColor="line" borderRadius="control">
        <Facts
          rows={[
            [t('join.organization'), invitation.organization],
            [t('join.role'), `${t(`groupType.${invitation.groupType}`)} · ${t(`role.${invitation.role}`)}`],
            [t('join.email'), invitation.email],
          ]}
        />
      </chakra.div>
      <JoinId token={token} form={form} />
      <PasswordField large label={t('login.password')} autoComplete="new-password" {...form.field('password')} />
      <PasswordChecklist password={values.password} />
      <PasswordField large label={t('join.confirm')} autoComplete="new-password" {...form.field('confirm')} />
      <TextField large label={t('join.name')} autoComplete="name" {...form.field('name')} />
      <JoinPhone token={token} form={form} />
      <TextField
        large
        label={t('join.postalCode')}
        required={false}
        autoComplete="postal-code"
        {...(korea ? { inputMode: 'numeric' as const } : {})}
        {...form.field('postalCode')}
      />
      <TextField
        large
        label={t('join.address')}
        required={false}
        autoComplete="street-address"
        {...form.field('address')}
      />
      <TextField
        large
        label={t('join.addressDetail')}
        required={false}
        autoComplete="address-line2"
        {...form.field('addressDetail')}
      />
      <JoinTerms
        agreed={agreedIn(values.agreed)}
        onChange={(agreed) => form.set('agreed', agreed.join(' '))}
        error={form.field('agreed').error}
      />
      <Button type="submit" kind="primary" large busy={form.busy}>
        {t('join.submit')}
      </Button>
    </PublicCard>
  );
}
