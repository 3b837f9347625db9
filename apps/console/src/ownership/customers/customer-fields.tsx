import { chakra } from '@chakra-ui/react';
import { customerTerms } from '@headland/contracts/customer-terms';
import type { TermAnswer } from '@headland/domain/customer';
import { useMemo } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { countryOptions } from '../../lib/countries';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { DateField } from '../../ui/date-field';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field';
import { Frame } from '../../ui/field-frame';
import { FormPart } from '../../ui/form-page';
import { type IdCheck, LoginIdField } from '../../ui/login-id-field';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { TreeSelect } from '../../ui/tree-select';
import { type CustomerForm, newAnswers } from './customer-values';

interface Props {
  form: CustomerForm;
  idCheck: IdCheck;
  /** it stays once it is there */
  idFixed: boolean;
  /** a member of the app is logged out by another phone */
  inApp: boolean;
  answers: readonly TermAnswer[];
  /** the present one: it may be out of the caller's sight */
  dealer?: { id: number; name: string } | null;
}
/** Person, dealer, memo, contact and terms of a customer. */
export function CustomerFields({ form, idCheck, idFixed, inApp, answers, dealer = null }: Props) {
  const { t, language } = useI18n();
  const { values, problem } = form;
  const tree = useOrganizationNodes();
  const nodes = useMemo(
    () =>
      dealer === null || tree.some((n) => n.id === dealer.id)
        ? tree
        : [...tree, { id: dealer.id, parentId: null, label: dealer.name, type: 'AGENCY' as const }],
    [tree, dealer],
  );
  const forbidden = useNotDealers(nodes);
  const countries = useMemo(() => countryOptions(language, values.country), [language, values.country]);
  const korean = values.country === '82';
  const taken = problem?.code === 'CUSTOMER_PHONE_TAKEN' ? problem : null;
  const takenBy = taken?.values.id;
  const today = dayText(serverNow());
  return (
    <>
      <FormPart title={t('customer.person')}>
        {idFixed ? (
          <TextField
            label={t('customer.field.loginId')}
            {...form.field('loginId')}
            disabled
            help={t('customer.idFixed')}
          />
        ) : (
          <LoginIdField label={t('customer.field.loginId')} idCheck={idCheck} {...form.field('loginId')} />
        )}
        <TextField label={t('customer.field.name')} maxLength={20} {...form.field('name')} />
        <DateField label={t('customer.field.birthOn')} last={today} {...form.field('birthOn')} />
        <TreeSelect
          label={t('customer.field.dealer')}
          nodes={nodes}
          forbidden={forbidden}
          {...form.field('dealerId')}
          help={t('customer.dealerHelp')}
        />
        <chakra.div gridColumn="1 / -1">
          <TextArea
            label={t('customer.field.memo')}
            rows={3}
            maxLength={1500}
            required={false}
            {...form.field('memo')}
          />
        </chakra.div>
      </FormPart>
      <FormPart title={t('customer.contact')}>
        <SelectField label={t('customer.field.country')} options={countries} {...form.field('country')} />
        <TextField
          label={t('customer.field.phone')}
          type="tel"
          maxLength={15}
          placeholder={korean ? '010-1234-5678' : ''}
          {...form.field('phone')}
          error={form.field('phone').error ?? (taken ? 'error.CUSTOMER_PHONE_TAKEN' : undefined)}
          {...(inApp ? { help: t('customer.phoneChange') } : {})}
          end={
            typeof takenBy === 'number' ? (
              <TextLink to={toRecord('/customerDetail', takenBy)}>{t('customer.openTaken')}</TextLink>
            ) : undefined
          }
        />
        <TextField label={t('customer.field.email')} required={false} maxLength={100} {...form.field('email')} />
        <TextField
          label={t('customer.field.postalCode')}
          required={false}
          inputMode={korean ? 'numeric' : 'text'}
          maxLength={korean ? 5 : 10}
          {...form.field('postalCode')}
        />
        <TextField label={t('customer.field.address')} maxLength={100} {...form.field('address')} />
        <TextField
          label={t('customer.field.addressDetail')}
          required={false}
          maxLength={50}
          {...form.field('addressDetail')}
        />
      </FormPart>
      <Consent form={form} answers={answers} today={today} />
    </>
  );
}

/** Ticks as the customer answered last; what is ticked otherwise becomes an answer, with how and when it was given. */
function Consent({ form, answers, today }: { form: CustomerForm; answers: readonly TermAnswer[]; today: string }) {
  const { t } = useI18n();
  const { values } = form;
  const asked = newAnswers(values, answers).length > 0;
  return (
    <FormPart title={t('customer.terms')}>
      <Frame
        label={t('customer.terms')}
        value=""
        onChange={() => undefined}
        group
        error={form.field('terms').error}
        help={t('customer.termsHelp')}
      >
        {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
          <chakra.div
            id={id}
            role="group"
            data-field="terms"
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            display="grid"
            gap="2"
            py="1"
          >
            {customerTerms.map(({ term, version, required }) => {
              const last = answers.find((a) => a.term === term);
              return (
                <Checkbox key={term} checked={values[term] === 'true'} onChange={(on) => form.set(term, String(on))}>
                  <chakra.span>
                    {t(`customer.field.terms.${term}`)}
                    {!required && <chakra.span color="ink3"> {t('common.optional')}</chakra.span>}
                    <chakra.small display="block" color="ink3" className="num">
                      {last?.agreed && last.version !== version
                        ? t('customer.termState.outdated')
                        : t('customer.termVersion', { version })}
                    </chakra.small>
                  </chakra.span>
                </Checkbox>
              );
            })}
          </chakra.div>
        )}
      </Frame>
      <chakra.div display="grid" gap="4" alignContent="start">
        <SelectField
          label={t('customer.field.way')}
          options={(['paper', 'phone'] as const).map((value) => ({ value, label: t(`customer.way.${value}`) }))}
          {...form.field('way')}
          required={asked}
          disabled={!asked}
        />
        <DateField
          label={t('customer.field.givenOn')}
          {...form.field('givenOn')}
          required={asked}
          disabled={!asked}
          last={today}
        />
      </chakra.div>
    </FormPart>
  );
}
