import { chakra, Flex } from '@chakra-ui/react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { clockOf } from '../../lib/age';
import { serverNow, useNow } from '../../lib/clock';
import { useT, useI18n } from '../../lib/i18n';
import { changePath, safeRedirect } from '../../lib/guard';
import { armSound } from '../../lib/sound';
import { Button } from '../../ui/button';
import { Checkbox, TextField } from '../../ui/field';
import { type Config, useConfig } from '../../lib/session/member';
import { PasswordField } from './password-field';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { type EndReason, logIn } from '../../lib/session/session';
import { startSignOn } from '../../lib/session/sign-on';
import { store, useStored } from '../../lib/session/store';

/** Why one is here; what a session ends with, and what the pages around the login lead back with. */
const reasons = [
  'expired',
  'elsewhere',
  'invalid',
  'missing',
  'loggedOut',
  'joined',
  'linkUsed',
  'codeDead',
  'passwordChanged',
  'changeOver',
  'coldLink',
] as const;
type Reason = (typeof reasons)[number] | EndReason;
const kinds: { [R in Reason]?: 'good' | 'bad' } = {
  joined: 'good',
  passwordChanged: 'good',
  codeDead: 'bad',
  changeOver: 'bad',
};

export function LoginPage() {
  const t = useT();
  return (
    <PublicPage title={t('login.title')}>
      <LoginCard />
    </PublicPage>
  );
}

function LoginCard() {
  const { t, problemLine } = useI18n();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { reason?: string; redirect?: string };
  const reason = reasons.find((r) => r === search.reason);
  const [id, setId] = useState(() => store.get().savedId ?? '');
  const [password, setPassword] = useState('');
  const [save, setSave] = useState(() => store.get().savedId !== null);
  const [autoLogin, setAutoLogin] = useStored('autoLogin');
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const signOn = useConfig()?.signOn ?? null;
  const card = useRef<HTMLDivElement>(null);
  const lock = useLock(failure, id);
  const focus = (name: 'id' | 'password') =>
    card.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus();

  const submit = async () => {
    setAsked(true);
    if (id.trim() === '' || password === '') return focus(id.trim() === '' ? 'id' : 'password');
    if (busy || lock.seconds > 0) return;
    // Both are allowed only in answer to a press: here is the one that everybody makes.
    void armSound();
    if (typeof Notification !== 'undefined' && Notification.permission === 'default')
      void Notification.requestPermission();
    setBusy(true);
    setFailure(null);
    try {
      const step = await logIn({ body: { id: id.trim(), password, autoLogin } }, search.redirect);
      store.set({ savedId: save ? id.trim() : null });
      if (step === 'in') await navigate({ href: safeRedirect(search.redirect), replace: true });
      else if (step === 'sms') await navigate({ to: '/authenticateSms' });
      else await navigate({ to: changePath[step] });
    } catch (error) {
      const refused = error instanceof Problem ? error : new Problem('INTERNAL');
      setFailure(refused);
      lock.note(refused, id);
      setPassword('');
      setAsked(false);
      focus('password');
    } finally {
      setBusy(false);
    }
  };

  const leave = async () => {
    void armSound();
    setBusy(true);
    setFailure(null);
    try {
      await startSignOn(search.redirect);
    } catch (error) {
      setFailure(error instanceof Problem ? error : new Problem('INTERNAL'));
      setBusy(false);
    }
  };
  const byDirectory = signOn && <ByDirectory {...signOn} busy={busy} onClick={() => void leave()} />;

  // The server counts, and returns the remaining attempts from the third failure on.
  const left = failure !== null && typeof failure.values.left === 'number' ? failure.values.left : 0;
  return (
    <chakra.div ref={card} w="full" display="flex" justifyContent="center">
      <PublicCard onSubmit={() => void submit()}>
        {failure === null && reason && <Notice kind={kinds[reason] ?? 'info'}>{t(`login.reason.${reason}`)}</Notice>}
        {failure !== null && (failure.code !== 'LOCKED_OUT' || lock.seconds > 0) && (
          <Notice kind="bad">
            {lock.seconds > 0 ? t('login.lockedFor', { time: clockOf(lock.seconds) }) : problemLine(failure)}
            {lock.seconds === 0 && left > 0 && <> {t('login.remaining', { n: left })}</>}
          </Notice>
        )}
        {signOn?.only === true && byDirectory}
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
        <PasswordField
          large
          label={t('login.password')}
          value={password}
          onChange={setPassword}
          name="password"
          autoComplete="current-password"
          autoFocus={id !== ''}
          error={asked && password === '' ? 'field.req' : undefined}
        />
        <Flex columnGap="5" rowGap="2" wrap="wrap" textStyle="body">
          <Checkbox checked={save} onChange={setSave}>
            {t('login.saveId')}
          </Checkbox>
          <Checkbox checked={autoLogin} onChange={setAutoLogin}>
            {t('login.auto')}
          </Checkbox>
        </Flex>
        <Button
          type="submit"
          kind={signOn?.only === true ? 'plain' : 'primary'}
          large
          busy={busy}
          disabled={lock.seconds > 0}
        >
          {busy ? t('login.submitting') : t('login.submit')}
        </Button>
        {signOn?.only === false && byDirectory}
        <PublicLinks>
          <Link to="/findId">{t('findId.title')}</Link>
          <Link to="/findPw">{t('findPw.title')}</Link>
        </PublicLinks>
        <DevelopmentStart
          onChoose={(chosen) => {
            setId(chosen);
            focus('password');
          }}
        />
      </PublicCard>
    </chakra.div>
  );
}

/** The way in by the company's directory: the first one, where passwords are for a few alone. */
function ByDirectory({
  name,
  only,
  busy,
  onClick,
}: {
  name: string;
  only: boolean;
  busy: boolean;
  onClick: () => void;
}) {
  const t = useT();
  const or = (
    <Flex align="center" gap="3" color="ink3" textStyle="small" aria-hidden>
      <chakra.hr flex="1" border="0" borderTop="1px solid" borderColor="line" />
      {t('login.or')}
      <chakra.hr flex="1" border="0" borderTop="1px solid" borderColor="line" />
    </Flex>
  );
  return (
    <>
      {!only && or}
      <Button kind={only ? 'primary' : 'plain'} large busy={busy} icon={<Building2 size={16} />} onClick={onClick}>
        {t('login.signOn', { name })}
      </Button>
      {only && or}
    </>
  );
}

/**
 * Seconds until this id may try again: counted from the answer, so a wrong desk clock does not matter. Only the locked id waits, somebody else at
 * the same desk does not.
 */
function useLock(
  failure: Problem | null,
  id: string,
): { seconds: number; note: (failure: Problem, id: string) => void } {
  const now = useNow();
  const [lock, setLock] = useState({ id: '', until: 0 });
  const mine = failure !== null && lock.id === id.trim().toLowerCase();
  return {
    seconds: mine ? Math.max(0, Math.ceil((lock.until - now) / 1000)) : 0,
    note: ({ code, values }, tried) => {
      if (code !== 'LOCKED_OUT') return;
      setLock({
        id: tried.trim().toLowerCase(),
        until: serverNow() + 1000 * (typeof values.seconds === 'number' ? values.seconds : 300),
      });
    },
  };
}

/** What only a development start has: accounts of each group and role, and the mailbox. A production server sends and serves neither. */
function DevelopmentStart({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useT();
  const config = useConfig();
  if (!config?.development) return null;
  return (
    <>
      {config.demoAccounts.length > 0 && <DemoAccounts accounts={config.demoAccounts} onChoose={onChoose} />}
      <chakra.p textStyle="small" color="ink3" textAlign="center">
        <Link to="/mailbox">{t('login.mailbox')}</Link>
      </chakra.p>
    </>
  );
}

function DemoAccounts({ accounts, onChoose }: { accounts: Config['demoAccounts']; onChoose: (id: string) => void }) {
  const t = useT();
  return (
    <chakra.details textStyle="dense" borderTop="1px solid" borderColor="line" pt="3">
      <chakra.summary cursor="pointer" color="ink2" fontWeight="500">
        {t('login.demo')}
      </chakra.summary>
      <chakra.p textStyle="small" color="ink3" my="1.5">
        {t('login.demoHint')}
      </chakra.p>
      <chakra.ul maxH="180px" overflowY="auto" display="grid" gap="0.5">
        {accounts.map((a) => (
          <li key={a.id}>
            <Button
              kind="quiet"
              w="full"
              justifyContent="flex-start"
              px="2"
              fontWeight="400"
              onClick={() => onChoose(a.id)}
            >
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
