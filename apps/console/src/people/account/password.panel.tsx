import { chakra, Flex } from '@chakra-ui/react';
import { myInfo } from '@headland/contracts/my-info';
import { ChangePasswordBody, session } from '@headland/contracts/session';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { PasswordChecklist } from '../session/password-checklist';
import { PasswordField } from '../session/password-field';
import { PanelBody, useClosePanel } from '../../shell/panel-body';
import { Button } from '../../ui/button';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

const Form = ChangePasswordBody.extend({ confirm: z.string() }).check((c) => {
  const { current, next, confirm } = c.value;
  const complain = (path: string, message: string): void =>
    void c.issues.push({ code: 'custom', path: [path], message, input: c.value });
  if (next === current) complain('next', 'field.pwdNew');
  if (next !== confirm) complain('confirm', 'field.pwdEq');
});
const formId = 'my-password';

/** `?panel=password`: the own password, for a member who knows the present one. The other sessions end, this one goes on. */
export function PasswordPanel() {
  const { t, problemLine } = useI18n();
  const cache = useQueryClient();
  const close = useClosePanel();
  const form = useForm(Form, { current: '', next: '', confirm: '' });
  const save = async () => {
    if (!(await form.submit(({ current, next }) => call(session.changePassword, { body: { current, next } })))) return;
    // the reminder goes, and the ended sessions leave their list
    for (const path of [myInfo.get.path, myInfo.sessions.path]) void cache.invalidateQueries({ queryKey: [path] });
    toast(t('myPassword.saved'));
    close();
  };
  return (
    <PanelBody
      title={t('password.title')}
      foot={
        <Flex justify="flex-end">
          <Button type="submit" form={formId} kind="primary" busy={form.busy}>
            {t('password.submit')}
          </Button>
        </Flex>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="flex"
        flexDirection="column"
        gap="4"
        p="4"
        onSubmit={(e) => {
          e.preventDefault();
          void save();
        }}
      >
        <chakra.p color="ink2">{t('myPassword.text')}</chakra.p>
        {form.problem && (
          <Flex
            role="alert"
            gap="2"
            align="baseline"
            px="3"
            py="2"
            borderRadius="control"
            bg="now.soft"
            border="1px solid"
            borderColor="now.line"
            color="now.ink"
          >
            <StateMark state="now" size={9} />
            <span>
              <chakra.b display="block">{t('password.failed')}</chakra.b>
              {problemLine(form.problem)}
            </span>
          </Flex>
        )}
        <PasswordField label={t('password.current')} {...form.field('current')} autoComplete="current-password" />
        <PasswordField
          label={t('password.next')}
          {...form.field('next')}
          autoComplete="new-password"
          help={t('myPassword.former')}
        />
        <PasswordChecklist password={form.values.next} />
        <PasswordField label={t('password.confirm')} {...form.field('confirm')} autoComplete="new-password" />
      </chakra.form>
    </PanelBody>
  );
}
