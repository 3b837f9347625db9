import { chakra, Flex } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from '../lib/call';
import { clockOf } from '../lib/age';
import { serverNow, useNow } from '../lib/clock';
import { useT, useWords } from '../lib/text';
import { safeRedirect } from '../guard';
import { BrandMark } from '../shell/brand';
import { armSound } from '../shell/sound';
import { Button, IconButton } from '../ui/button';
import { Checkbox, TextField } from '../ui/field';
import { StateMark } from '../ui/state-mark';
import { Segmented } from '../ui/tabs';
import { Furrows } from './furrows';
import { useConfig } from './member';
import { type EndReason, logIn } from './session';
import { store, useStored } from './store';

const reasons: readonly EndReason[] = ['expired', 'elsewhere', 'invalid', 'missing', 'loggedOut'];

export function LoginPage() {
  const t = useT();
  const config = useConfig();
  const [language, setLanguage] = useStored('language');
  useEffect(() => {
    document.title = `${t('login.title')} · Headland`;
  }, [t]);
  return (
    <chakra.div h="full" overflowY="auto" pos="relative">
      <Furrows />
      <chakra.span pos="absolute" right="6" top="5" zIndex="sticky">
        <Segmented
          label={t('shell.language')}
          value={language}
          onChange={setLanguage}
          choices={[
            { value: 'ko', label: '한국어' },
            { value: 'en', label: 'English' },
          ]}
        />
      </chakra.span>
      <chakra.main pos="relative" minH="full" display="flex" flexDirection="column" alignItems="center" justifyContent="center" gap="6" px="4" py="16">
        <LoginCard />
      </chakra.main>
      <chakra.footer pos="fixed" bottom="5" left="0" right="0" textAlign="center" textStyle="small" color="ink3" pointerEvents="none">
        {config && t('shell.version', { version: config.version })}
      </chakra.footer>
    </chakra.div>
  );
}

function LoginCard() {
  const { t, problem } = useWords();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { reason?: string; redirect?: string };
  const reason = reasons.find((r) => r === search.reason);
  const [id, setId] = useState(() => store.get().savedId ?? '');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const [save, setSave] = useState(() => store.get().savedId !== null);
  const [autoLogin, setAutoLogin] = useStored('autoLogin');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Problem | 'passwordExpired' | null>(null);
  const lock = useLock(failure);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (id.trim() === '' || password === '' || busy || lock > 0) return;
    // Both are allowed only in answer to a press: here is the one that everybody makes.
    void armSound();
    if (typeof Notification !== 'undefined' && Notification.permission === 'default') void Notification.requestPermission();
    setBusy(true);
    setFailure(null);
    try {
      const outcome = await logIn({ body: { id: id.trim(), password, autoLogin } });
      store.set({ savedId: save ? id.trim() : null });
      if (outcome === 'in') await navigate({ href: safeRedirect(search.redirect), replace: true });
      else setFailure(outcome);
    } catch (error) {
      setFailure(error instanceof Problem ? error : new Problem('INTERNAL'));
      setPassword('');
    } finally {
      setBusy(false);
    }
  };

  // The server counts, and says what is left from the third failure on.
  const left = failure instanceof Problem && typeof failure.values.left === 'number' ? failure.values.left : null;
  return (
    <chakra.form
      onSubmit={(e) => void submit(e)}
      noValidate
      w="min(400px, 100%)"
      p={{ base: '6', md: '8' }}
      bg="surface"
      borderRadius="card"
      boxShadow="high"
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <Flex as="h1" align="center" gap="2.5" fontSize="22px" lineHeight="28px" fontWeight="700" letterSpacing="-.02em" mb="1">
        <BrandMark size={28} />
        Headland
      </Flex>
      {failure === null && reason && (
        <Flex
          role="status"
          gap="2"
          align="center"
          px="3"
          py="2.5"
          borderRadius="control"
          bg="sunken"
          border="1px solid"
          borderColor="line"
          textStyle="dense"
          color="ink2"
        >
          <Clock size={16} strokeWidth={1.5} />
          {t(`login.reason.${reason}`)}
        </Flex>
      )}
      {failure !== null && (
        <Flex
          role="alert"
          gap="2"
          align="flex-start"
          px="3"
          py="2.5"
          borderRadius="control"
          bg="now.soft"
          border="1px solid"
          borderColor="now.line"
          textStyle="dense"
          color="now.ink"
        >
          <chakra.span pt="4px">
            <StateMark state="now" />
          </chakra.span>
          <span>
            {failure === 'passwordExpired' ? t('login.passwordExpired') : lock > 0 ? t('login.lockedFor', { time: clockOf(lock) }) : problem(failure)}
            {lock === 0 && left !== null && left > 0 && <> {t('login.remaining', { n: left })}</>}
          </span>
        </Flex>
      )}
      <TextField
        large
        label={t('login.id')}
        value={id}
        onChange={setId}
        name="id"
        autoComplete="username"
        autoFocus={id === ''}
        error={asked && id.trim() === '' ? 'field.req' : undefined}
      />
      <chakra.div display="flex" flexDirection="column" gap="1.5">
        <TextField
          large
          label={t('login.password')}
          value={password}
          onChange={setPassword}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoFocus={id !== ''}
          error={asked && password === '' && failure === null ? 'field.req' : undefined}
          onKey={(e) => setCaps(e.getModifierState('CapsLock'))}
          end={
            <IconButton
              label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
              aria-pressed={shown}
              icon={shown ? <EyeOff size={18} strokeWidth={1.5} /> : <Eye size={18} strokeWidth={1.5} />}
              onClick={() => setShown(!shown)}
            />
          }
        />
        {caps && (
          <Flex role="status" gap="1.5" align="center" textStyle="small" color="watch.ink">
            <StateMark state="watch" />
            {t('login.capsLock')}
          </Flex>
        )}
      </chakra.div>
      <Flex gap="5" textStyle="body">
        <Checkbox checked={save} onChange={setSave}>
          {t('login.saveId')}
        </Checkbox>
        <Checkbox checked={autoLogin} onChange={setAutoLogin}>
          {t('login.auto')}
        </Checkbox>
      </Flex>
      <Button type="submit" kind="primary" large busy={busy} disabled={lock > 0}>
        {busy ? t('login.submitting') : t('login.submit')}
      </Button>
      <DemoAccounts
        onChoose={(chosen) => {
          setId(chosen);
          document.querySelector<HTMLInputElement>('input[name=password]')?.focus();
        }}
      />
    </chakra.form>
  );
}

/** Seconds until the login opens again: counted from the answer, so a wrong desk clock does not matter. */
function useLock(failure: Problem | 'passwordExpired' | null): number {
  const now = useNow();
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (!(failure instanceof Problem) || failure.code !== 'LOCKED_OUT') return;
    setUntil(serverNow() + 1000 * (typeof failure.values.seconds === 'number' ? failure.values.seconds : 300));
  }, [failure]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** Accounts of a development start, one of each group and role; a production server never sends any. */
function DemoAccounts({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useT();
  const config = useConfig();
  if (!config?.development || config.demoAccounts.length === 0) return null;
  return (
    <chakra.details textStyle="dense" borderTop="1px solid" borderColor="line" pt="3">
      <chakra.summary cursor="pointer" color="ink2" fontWeight="500">
        {t('login.demo')}
      </chakra.summary>
      <chakra.p textStyle="small" color="ink3" my="1.5">
        {t('login.demoHint')}
      </chakra.p>
      <chakra.ul maxH="180px" overflowY="auto" display="grid" gap="0.5">
        {config.demoAccounts.map((a) => (
          <li key={a.id}>
            <Button kind="quiet" w="full" justifyContent="flex-start" px="2" fontWeight="400" onClick={() => onChoose(a.id)}>
              <chakra.b fontWeight="600" className="num">
                {a.id}
              </chakra.b>
              <chakra.span color="ink3" textStyle="small" overflow="hidden" textOverflow="ellipsis">
                {a.organization} · {t(`groupType.${a.groupType}`)} · {t(`role.${a.role}`)}
              </chakra.span>
            </Button>
          </li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}
