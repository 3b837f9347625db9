import { Flex } from '@chakra-ui/react';
import { loginId } from '@headland/contracts/fields';
import { session as endpoints } from '@headland/contracts/session';
import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import type { JoinPart } from './join-fields';
import { Beside, Complaint, Done } from './join-parts';
import { call } from '../../lib/session/session';

/** The id and its check: free, and unchanged since that check. */
export function JoinId({ token, form }: JoinPart) {
  const { t, problemLine } = useI18n();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ id: string; free: boolean } | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const field = form.field('id');
  const typed = form.values.id.trim();
  // what is in the field when an answer comes
  const latest = useRef(form.values.id);
  useEffect(() => {
    latest.current = form.values.id;
  }, [form.values.id]);
  const now = answer?.id === typed.toLowerCase() ? answer : null;
  const wellFormed = loginId.safeParse(typed).success;
  const check = async () => {
    if (!wellFormed || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { free } = await call(endpoints.joinCheckId, { body: { token, id: typed } });
      setAnswer({ id: typed.toLowerCase(), free });
      form.set('idChecked', free ? typed.toLowerCase() : '');
      // The error that it has not been checked is resolved.
      form.set('id', latest.current);
    } catch (error) {
      setFailure(error instanceof Problem ? error : new Problem('INTERNAL'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex direction="column" gap="1">
      <Beside
        button={
          <Button large onClick={() => void check()} busy={busy} disabled={!wellFormed}>
            {t('id.check')}
          </Button>
        }
      >
        <TextField
          large
          label={t('login.id')}
          autoComplete="username"
          autoFocus
          {...field}
          onKey={(e) => {
            if (e.type !== 'keydown' || e.key !== 'Enter' || !wellFormed || now !== null) return;
            e.preventDefault();
            void check();
          }}
          error={now?.free === false ? 'field.idTaken' : field.error}
        />
      </Beside>
      {failure && <Complaint>{problemLine(failure)}</Complaint>}
      {now?.free === true && <Done>{t('id.free')}</Done>}
    </Flex>
  );
}
