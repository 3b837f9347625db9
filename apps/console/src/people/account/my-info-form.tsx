import { chakra, Flex } from '@chakra-ui/react';
import { phoneFits } from '@headland/contracts/fields';
import { type MyInfo, MyInfoBody, myInfo } from '@headland/contracts/my-info';
import { session } from '@headland/contracts/session';
import { languages } from '@headland/i18n/messages';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { countryOptions } from '../../lib/countries';
import { languageNames } from '../../lib/language-names';
import { call } from '../../lib/session/session';
import { store } from '../../lib/session/store';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordConflict, RecordDialogs } from '../../ui/records/record-notes';
import { useRecordForm } from '../../ui/records/use-record-form';
import { StateMark } from '../../ui/state-mark';
import { PhoneChange } from './phone-change';

interface Loaded {
  /** what the form began with */
  info: MyInfo;
  /** what the server has now */
  latest: MyInfo;
  onSaved: (info: MyInfo) => void;
  onRefresh: () => void;
  onReload: () => void;
}

export const formId = 'my-info';

/** What a member changes of the own account. Saved as a whole, with the version it began with. */
export function useMyInfoForm({ info, latest, onSaved, onRefresh, onReload }: Loaded) {
  const { t } = useI18n();
  const schema = useMemo(() => formSchema(info), [info]);
  return useRecordForm({
    schema,
    start: valuesOf(info),
    changed: {
      refresh: onRefresh,
      reload: onReload,
      rows: fieldDifferences({ names: shown, label: (name) => t(`myInfo.${name}`), now: valuesOf(latest) }),
    },
    within: ['panel'],
    send: (body) => call(myInfo.change, { body }),
    // the name in the top bar
    invalidates: [session.member],
    toastText: ({ pendingEmail }) =>
      pendingEmail && pendingEmail.email !== info.pendingEmail?.email
        ? t('myInfo.savedEmail', { email: pendingEmail.email })
        : t('myInfo.saved'),
    done: (saved) => {
      // this browser may show another language or unit than the account has: only what was changed here is sent
      if (saved.language !== info.language) store.set({ language: saved.language });
      if (saved.units !== info.units) store.set({ units: saved.units });
      onSaved(saved);
    },
  });
}

interface Props extends Pick<Loaded, 'info' | 'latest'> {
  form: ReturnType<typeof useMyInfoForm>;
  onDirty: (dirty: boolean) => void;
}
export function MyInfoForm({ info, latest, form, onDirty }: Props) {
  const brief = useBriefText();
  const { t, language, problemLine } = useI18n();
  const { dirty, values } = form;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const newPhone = values.phone.trim() !== (info.phone ?? '') || values.country !== info.country;
  const label = (name: (typeof shown)[number]) => t(`myInfo.${name}`);
  // a code proves one number in one country only
  const unproven = (name: 'phone' | 'country') => (value: string) => {
    form.set(name, value);
    form.set('smsId', '');
  };
  return (
    <chakra.form
      id={formId}
      noValidate
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(e) => {
        e.preventDefault();
        form.save();
      }}
    >
      <RecordDialogs form={form} />
      <RecordConflict form={form} />
      {form.error && (
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
            <b>{t('myInfo.failed')}</b> {problemLine(form.error)}
          </span>
        </Flex>
      )}
      <TextField label={label('name')} {...form.field('name')} autoComplete="name" maxLength={20} />
      <TextField
        label={label('email')}
        {...form.field('email')}
        autoComplete="email"
        maxLength={254}
        help={
          latest.pendingEmail
            ? t('myInfo.emailPending', {
                email: latest.pendingEmail.email,
                until: brief(latest.pendingEmail.expiresAt),
              })
            : t('myInfo.emailHelp')
        }
      />
      <Flex gap="3">
        <chakra.div w="148px" flexShrink={0}>
          <SelectField
            label={label('country')}
            {...form.field('country')}
            onChange={unproven('country')}
            options={countryOptions(language, values.country)}
          />
        </chakra.div>
        <chakra.div flex="1" minW="0">
          <TextField
            label={label('phone')}
            {...form.field('phone')}
            onChange={unproven('phone')}
            // That the code is missing is no error yet when the next press requests it; an error would also move the button away from the pointer.
            onBlur={phoneFits(values.country, values.phone.trim()) ? undefined : form.field('phone').onBlur}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
          />
        </chakra.div>
      </Flex>
      {newPhone && (
        <PhoneChange
          key={`${values.country} ${values.phone.trim()}`}
          country={values.country}
          phone={values.phone.trim()}
          proven={values.smsId !== ''}
          onProven={(smsId) => form.set('smsId', smsId)}
        />
      )}
      <Flex gap="3">
        <chakra.div w="148px" flexShrink={0}>
          <TextField
            label={label('postalCode')}
            {...form.field('postalCode')}
            required={false}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
          />
        </chakra.div>
        <chakra.div flex="1" minW="0">
          <TextField
            label={label('address')}
            {...form.field('address')}
            required={false}
            autoComplete="street-address"
            maxLength={100}
          />
        </chakra.div>
      </Flex>
      <TextField label={label('addressDetail')} {...form.field('addressDetail')} required={false} maxLength={50} />
      <Flex gap="3">
        <chakra.div flex="1" minW="0">
          <SelectField
            label={label('units')}
            {...form.field('units')}
            options={[
              { value: 'km', label: t('unit.km') },
              { value: 'mile', label: t('unit.mile') },
            ]}
          />
        </chakra.div>
        <chakra.div flex="1" minW="0">
          <SelectField
            label={label('language')}
            {...form.field('language')}
            help={t('myInfo.languageHelp')}
            options={languages.map((l) => ({ value: l, label: languageNames[l] }))}
          />
        </chakra.div>
      </Flex>
    </chakra.form>
  );
}

/** The buttons of the form, for the foot of the panel. */
export function MyInfoSave({ form }: { form: ReturnType<typeof useMyInfoForm> }) {
  const { t } = useI18n();
  return (
    <Flex gap="2" justify="flex-end">
      {form.dirty && (
        <Button kind="quiet" onClick={() => form.reset()}>
          {t('myInfo.undo')}
        </Button>
      )}
      <Button type="submit" form={formId} kind="primary" busy={form.busy}>
        {t('common.save')}
      </Button>
    </Flex>
  );
}

const shown = [
  'name',
  'email',
  'country',
  'phone',
  'postalCode',
  'address',
  'addressDetail',
  'units',
  'language',
] as const;
type Values = Record<(typeof shown)[number] | 'smsId', string>;
const valuesOf = (info: MyInfo): Values => ({
  name: info.name,
  // a pending address is the requested one; entering the present one withdraws it
  email: info.pendingEmail?.email ?? info.email ?? '',
  country: info.country,
  phone: info.phone ?? '',
  smsId: '',
  postalCode: info.postalCode,
  address: info.address,
  addressDetail: info.addressDetail,
  units: info.units,
  language: info.language,
});

/** Another form begins where this differs. */
export const formOf = (info: MyInfo): string => JSON.stringify([info.version, valuesOf(info)]);

/** The server's schema over texts, with its error for an unverified phone. */
const formSchema = (info: MyInfo) =>
  z
    .record(z.string(), z.string())
    .transform((texts): Record<string, unknown> => ({ ...texts, version: info.version }))
    .pipe(MyInfoBody as z.ZodType<z.output<typeof MyInfoBody>, Record<string, unknown>>)
    .check((c) => {
      const { phone, country, smsId } = c.value;
      if ((phone !== (info.phone ?? '') || country !== info.country) && smsId === undefined)
        c.issues.push({ code: 'custom', path: ['phone'], message: 'field.smsOk', input: c.value });
    });
