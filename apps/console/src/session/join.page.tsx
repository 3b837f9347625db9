import { chakra, Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { loginId, phoneFits, postalCodeFits } from '@headland/contracts/fields';
import { JoinBody, session as endpoints, type Term, terms } from '@headland/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { Problem } from '../lib/call';
import { useWords } from '../lib/text';
import { Button } from '../ui/button';
import { Checkbox, SelectField, TextField } from '../ui/field';
import { Facts } from '../ui/panel';
import { StateMark } from '../ui/state-mark';
import { ErrorState, Skeleton } from '../ui/states';
import { useForm } from '../ui/use-form';
import { countryOptions } from './countries';
import { PasswordChecklist } from './password-checklist';
import { PasswordField } from './password-field';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { call, query } from './session';
import { CodeField } from './sms-code';
import { useSmsCode } from './use-sms-code';

type Invitation = Answer<typeof endpoints.invitation>;
const width = '520px';

/** Sign-up by the e-mailed link: good for a day and once. */
export function JoinPage() {
  const { t, problem } = useWords();
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const wellFormed = endpoints.invitation.body.safeParse({ token }).success;
  const { data, error, refetch } = useQuery({
    ...query(endpoints.invitation, { body: { token } }),
    enabled: wellFormed,
    // What was filled in stays even when the link runs out while one types: the save will say so.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const refusal = wellFormed ? error : new Problem('LINK_INVALID');
  const navigate = useNavigate();
  const used = refusal instanceof Problem && refusal.code === 'LINK_USED';
  useEffect(() => {
    if (used) void navigate({ to: '/login', search: { reason: 'linkUsed' } as never, replace: true });
  }, [used, navigate]);
  return (
    <PublicPage title={t('join.title')}>
      {data ? (
        <JoinForm token={token} invitation={data} />
      ) : (
        <PublicCard title={t('join.title')} width={width}>
          {refusal === null || used ? (
            <Skeleton rows={6} />
          ) : refusal instanceof Problem && (refusal.code === 'LINK_EXPIRED' || refusal.code === 'LINK_INVALID') ? (
            <>
              <Notice kind="bad">{problem(refusal)}</Notice>
              <chakra.p textStyle="dense" color="ink2">
                {t('join.askAgain')}
              </chakra.p>
              <PublicLinks>
                <Link to="/login">{t('public.toLogin')}</Link>
              </PublicLinks>
            </>
          ) : (
            <ErrorState error={refusal} onRetry={() => void refetch()} />
          )}
        </PublicCard>
      )}
    </PublicPage>
  );
}

const { id, password, name, country, phone, postalCode, address, addressDetail } = JoinBody.shape;
const texts = (value: unknown) => value as Record<string, string | undefined>;
/**
 * The fields as they are typed. `idChecked` is the id that the server last said is free, `confirmed` the code of a proven phone, `agreed` the
 * terms that are ticked; each rule is judged as soon as it can be, whatever the other fields lack.
 */
const Typed = z
  .object({
    id,
    idChecked: z.string().optional(),
    password,
    confirm: z.string(),
    name,
    country: country.unwrap(),
    phone,
    code: z.string().optional(),
    confirmed: z.string().optional(),
    postalCode,
    address,
    addressDetail,
    agreed: z.string().optional(),
  })
  .refine((v) => texts(v).id?.trim().toLowerCase() === texts(v).idChecked, {
    path: ['id'],
    error: 'field.idDup',
    when: ({ value }) => loginId.safeParse(texts(value).id).success,
  })
  .refine((v) => texts(v).password === texts(v).confirm, { path: ['confirm'], error: 'field.pwdEq', when: ({ value }) => texts(value).confirm !== undefined })
  .refine((v) => phoneFits(texts(v).country ?? '82', (texts(v).phone ?? '').trim()), {
    path: ['phone'],
    error: 'field.phone',
    when: ({ value }) => texts(value).phone !== undefined,
  })
  .refine((v) => texts(v).confirmed !== undefined, { path: ['code'], error: 'field.smsOk', when: () => true })
  .refine((v) => postalCodeFits(texts(v).country ?? '82', (texts(v).postalCode ?? '').trim()), { path: ['postalCode'], error: 'field.d5', when: () => true })
  .refine((v) => allRequired(agreedIn(texts(v).agreed)), { path: ['agreed'], error: 'field.terms', when: () => true });

const agreedIn = (text = ''): Term[] => terms.map((t) => t.term).filter((term) => text.split(' ').includes(term));
const allRequired = (agreed: readonly Term[]): boolean => terms.every((t) => !t.required || agreed.includes(t.term));

function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t, language, problem } = useWords();
  const navigate = useNavigate();
  const { name, country, phone, postalCode, address, addressDetail } = invitation;
  const form = useForm(Typed, {
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
    const joined = await form.submit(async ({ id, password, name, country, phone, confirmed, postalCode, address, addressDetail, agreed }) => {
      const body = { token, id, password, name, country, phone, smsId: confirmed ?? '', postalCode, address, addressDetail, terms: agreedIn(agreed), language };
      try {
        await call(endpoints.join, { body });
      } catch (error) {
        // The proof of a phone is good for an hour: another one is asked for, and the rest stays as it is.
        if (error instanceof Problem && error.fields.phone === 'field.smsOk') form.set('confirmed', '');
        throw error;
      }
    });
    // The login wipes what this browser remembers of anybody else (see the router).
    if (joined) await navigate({ to: '/login', search: { reason: 'joined' } as never, replace: true });
  };
  return (
    <PublicCard title={t('join.title')} text={t('join.text')} width={width} onSubmit={() => void submit()}>
      {form.problem && (
        <Notice kind="bad">
          {problem(form.problem)}
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
      <IdField token={token} form={form} />
      <PasswordField large label={t('login.password')} autoComplete="new-password" {...form.field('password')} />
      <PasswordChecklist password={values.password} />
      <PasswordField large label={t('join.confirm')} autoComplete="new-password" {...form.field('confirm')} />
      <TextField large label={t('join.name')} autoComplete="name" {...form.field('name')} />
      <PhoneFields token={token} form={form} />
      <TextField
        large
        label={t('join.postalCode')}
        required={false}
        autoComplete="postal-code"
        {...(korea ? { inputMode: 'numeric' as const } : {})}
        {...form.field('postalCode')}
      />
      <TextField large label={t('join.address')} required={false} autoComplete="street-address" {...form.field('address')} />
      <TextField large label={t('join.addressDetail')} required={false} autoComplete="address-line2" {...form.field('addressDetail')} />
      <Terms agreed={agreedIn(values.agreed)} onChange={(agreed) => form.set('agreed', agreed.join(' '))} error={form.field('agreed').error} />
      <Button type="submit" kind="primary" large busy={form.busy}>
        {t('join.submit')}
      </Button>
    </PublicCard>
  );
}

interface Part {
  token: string;
  form: ReturnType<typeof useForm<typeof Typed, Record<keyof z.input<typeof Typed>, string>>>;
}

/** The id and its check: free, and unchanged since the server said so. */
function IdField({ token, form }: Part) {
  const { t, problem } = useWords();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ id: string; free: boolean } | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const field = form.field('id');
  const typed = form.values.id.trim();
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
      // The complaint that it has not been checked is settled.
      form.set('id', form.values.id);
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
      {failure && <Complaint>{problem(failure)}</Complaint>}
      {now?.free === true && <Done>{t('id.free')}</Done>}
    </Flex>
  );
}

/** Country number and phone, proven by a code. Changing either makes the proof void. */
function PhoneFields({ token, form }: Part) {
  const { t, language, problem } = useWords();
  const { values } = form;
  const [missing, setMissing] = useState<'name' | 'phone' | null>(null);
  const sms = useSmsCode();
  const proven = values.confirmed !== '';
  const changed = () => {
    sms.drop();
    setMissing(null);
    form.set('confirmed', '');
    form.set('code', '');
  };
  const field = form.field('phone');
  const country = form.field('country');
  const send = async () => {
    // The message names the one that is missing.
    const lacks = values.name.trim() === '' ? 'name' : values.phone.trim() === '' ? 'phone' : null;
    setMissing(lacks);
    if (lacks !== null) return document.querySelector<HTMLInputElement>(`input[name=${lacks}]`)?.focus();
    if (!phoneFits(values.country, values.phone.trim())) return field.onBlur?.();
    form.set('code', '');
    await sms.send(() => call(endpoints.joinSend, { body: { token, country: values.country, phone: values.phone.trim() } })).catch(() => undefined);
  };
  const confirm = async () => {
    if (sms.code.length < 6) return sms.complain('field.smsOk');
    const sent = sms.sent;
    const answer = await sms.confirm((body) => call(endpoints.joinConfirm, { body }));
    if (answer === null || sent === null) return;
    sms.drop();
    form.set('confirmed', sent.smsId);
    form.set('code', '');
  };
  const unproven = form.field('code').error === undefined ? undefined : 'field.smsOk';
  return (
    <>
      <SelectField large label={t('join.country')} options={countryOptions(language, values.country)} {...country} onChange={(v) => (changed(), country.onChange(v))} />
      <Flex direction="column" gap="1">
        <Beside
          button={
            !proven && (
              <Button large onClick={() => void send()} busy={sms.busy === 'sending'} disabled={sms.sent !== null}>
                {t('sms.send')}
              </Button>
            )
          }
        >
          <TextField
            large
            label={t('join.phone')}
            type="tel"
            autoComplete="tel"
            placeholder={values.country === '82' ? '010-1234-5678' : ''}
            {...field}
            onChange={(v) => (changed(), field.onChange(v))}
            error={missing === 'phone' && values.phone === '' ? 'field.smsWho' : (field.error ?? (sms.sent === null ? unproven : undefined))}
          />
        </Beside>
        {missing === 'name' && values.name.trim() === '' && <Complaint>{t('field.smsWho', { label: t('join.name') })}</Complaint>}
        {sms.problem && <Complaint>{problem(sms.problem)}</Complaint>}
        {proven && <Done>{t('join.phoneProven')}</Done>}
      </Flex>
      {sms.sent && !proven && (
        <Flex direction="column" gap="2" pl="3" borderLeft="2px solid" borderColor="line">
          <CodeField
            sent={sms.sent}
            code={sms.code}
            onCode={(code) => (sms.setCode(code), form.set('code', code))}
            onResend={() => void sms.resend()}
            onEnter={() => void confirm()}
            resending={sms.busy === 'sending'}
            error={sms.error ?? unproven}
            left={sms.left}
          />
          <Button large onClick={() => void confirm()} busy={sms.busy === 'confirming'} disabled={sms.code.length < 6}>
            {t('sms.confirm')}
          </Button>
        </Flex>
      )}
    </>
  );
}

/** Each of the terms, its text opening in its place; all at once with one tick. */
function Terms({ agreed, onChange, error }: { agreed: readonly Term[]; onChange: (agreed: Term[]) => void; error: string | undefined }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Term | null>(null);
  const all = terms.every((x) => agreed.includes(x.term));
  return (
    <chakra.fieldset
      name="agreed"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : 'terms-error'}
      border="1px solid"
      borderColor={error === undefined ? 'line' : 'now.ink'}
      borderRadius="control"
      outline="0"
      minW="0"
      m="0"
      p="0"
      css={{ '& .box': { flexShrink: 0 } }}
    >
      <chakra.legend className="sr">{t('join.terms')}</chakra.legend>
      <chakra.div px="3" py="2.5" borderBottom="1px solid" borderColor="line" fontWeight="600">
        <Checkbox checked={all} onChange={(on) => onChange(on ? terms.map((x) => x.term) : [])}>
          {t('join.agreeAll')}
        </Checkbox>
      </chakra.div>
      {terms.map(({ term, required }) => (
        <chakra.div key={term} px="3" py="1.5">
          <Flex align="center" gap="2">
            <chakra.div flex="1" minW="0">
              <Checkbox checked={agreed.includes(term)} onChange={(on) => onChange(on ? [...agreed, term] : agreed.filter((x) => x !== term))}>
                <span>
                  {t(`terms.${term}.title`)}{' '}
                  <chakra.span color={required ? 'accent' : 'ink3'} textStyle="small">
                    {t(required ? 'join.required' : 'common.optional')}
                  </chakra.span>
                </span>
              </Checkbox>
            </chakra.div>
            <Button
              kind="quiet"
              aria-expanded={open === term}
              aria-controls={`terms-${term}`}
              aria-label={t('join.termsTextOf', { title: t(`terms.${term}.title`) })}
              onClick={() => setOpen(open === term ? null : term)}
            >
              {t(open === term ? 'join.termsHide' : 'join.termsShow')}
            </Button>
          </Flex>
          <chakra.div
            id={`terms-${term}`}
            hidden={open !== term}
            // it scrolls, so the keyboard must reach it
            tabIndex={0}
            role="region"
            aria-label={t(`terms.${term}.title`)}
            mt="1"
            mb="1.5"
            p="3"
            maxH="220px"
            overflowY="auto"
            bg="sunken"
            borderRadius="control"
            textStyle="dense"
            color="ink2"
            whiteSpace="pre-line"
          >
            {t(`terms.${term}.text`)}
          </chakra.div>
        </chakra.div>
      ))}
      {error !== undefined && (
        <chakra.div id="terms-error" px="3" pb="2.5">
          <Complaint>{t('field.terms')}</Complaint>
        </chakra.div>
      )}
    </chakra.fieldset>
  );
}

/** A field with its button at the right, on one line with the control; below it where the page is narrow. */
function Beside({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Flex gap="2" wrap={{ base: 'wrap', md: 'nowrap' }} align="flex-start">
      <chakra.div flex="1" minW={{ base: 'full', md: '0' }}>
        {children}
      </chakra.div>
      {button && (
        <chakra.div pt={{ base: '0', md: '22px' }} w={{ base: 'full', md: 'auto' }} css={{ '& > button': { height: '44px', width: '100%', fontSize: '14px' } }}>
          {button}
        </chakra.div>
      )}
    </Flex>
  );
}

function Complaint({ children }: { children: ReactNode }) {
  return (
    <Flex role="alert" gap="5px" align="center" textStyle="small" color="now.ink">
      <StateMark state="now" size={9} />
      {children}
    </Flex>
  );
}

function Done({ children }: { children: ReactNode }) {
  return (
    <Flex role="status" gap="1.5" align="center" textStyle="small" color="accent">
      <CircleCheck size={14} strokeWidth={1.8} />
      {children}
    </Flex>
  );
}
