import { chakra } from '@chakra-ui/react';
import { session as endpoints } from '@headland/contracts/session';
import { password } from '@headland/contracts/fields';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { useForm } from '../../ui/use-form';
import { PasswordChecklist } from './password-checklist';
import { PasswordField } from './password-field';
import { Notice, PublicCard, PublicPage } from './public-page';
import { call, forcedChange } from '../../lib/session/session';
import { type ForcedChange, store } from '../../lib/session/store';

/** A temporary password was used: it opens this page and nothing else. */
export const ChangePwdPage = () => <ForcedChangePage which="temporary" />;
/** The password is older than six months. */
export const ChangeExpiredPwdPage = () => <ForcedChangePage which="expired" />;

const typed = (name: string, value: unknown): string => String((value as Record<string, unknown>)[name] ?? '');
/** The current one, the new one and its repetition; each is judged as soon as it can be, whatever the others lack. */
const Change = z
  .object({ current: endpoints.forcedChange.body.shape.current, next: password, confirm: z.string() })
  .refine((v) => typed('next', v) !== typed('current', v), {
    path: ['next'],
    error: 'field.pwdNew',
    when: ({ value }) => typed('next', value) !== '',
  })
  .refine((v) => typed('next', v) === typed('confirm', v), {
    path: ['confirm'],
    error: 'field.pwdEq',
    when: ({ value }) => typed('confirm', value) !== '',
  });

function ForcedChangePage({ which }: { which: ForcedChange['mustChange'] }) {
  const { t, problemLine } = useI18n();
  const navigate = useNavigate();
  const [forced] = useState(forcedChange);
  const form = useForm(Change, { current: '', next: '', confirm: '' });
  useEffect(() => {
    if (forced === null) void navigate({ to: '/login', replace: true });
  }, [forced, navigate]);
  if (forced === null) return null;

  const leave = async (reason: 'passwordChanged' | 'changeOver') => {
    store.set({ forcedChange: null });
    await navigate({ to: '/login', search: { reason }, replace: true });
  };
  const submit = async () => {
    const changed = await form.submit(async ({ current, next }) => {
      try {
        await call(endpoints.forcedChange, { body: { changeToken: forced.changeToken, current, next } });
      } catch (error) {
        // Ten minutes have passed, or the account was changed meanwhile: only another login opens this again.
        if (error instanceof Problem && error.code === 'CHANGE_TOKEN') await leave('changeOver');
        throw error;
      }
    });
    if (changed) await leave('passwordChanged');
  };
  return (
    <PublicPage title={t('password.title')}>
      <PublicCard title={t('password.title')} text={t(`password.why.${which}`)} onSubmit={() => void submit()}>
        {form.problem && (
          <Notice kind="bad">
            <chakra.b display="block" fontWeight="600">
              {t('password.failed')}
            </chakra.b>
            {problemLine(form.problem)}
          </Notice>
        )}
        <PasswordField
          large
          label={t(which === 'temporary' ? 'password.temporary' : 'password.current')}
          autoComplete="current-password"
          autoFocus
          {...form.field('current')}
        />
        <PasswordField large label={t('password.next')} autoComplete="new-password" {...form.field('next')} />
        <PasswordChecklist password={form.values.next} />
        <PasswordField large label={t('password.confirm')} autoComplete="new-password" {...form.field('confirm')} />
        <Button type="submit" kind="primary" large busy={form.busy}>
          {t('password.submit')}
        </Button>
      </PublicCard>
    </PublicPage>
  );
}
