import { chakra, Flex } from '@chakra-ui/react';
import { models } from '@headland/contracts/model';
import { reprogram } from '@headland/contracts/reprogram';
import { maxRollOutVehicles, rollOutMatches } from '@headland/contracts/roll-out';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Checkbox, SelectField, TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { Frame } from '../../ui/field-frame';
import { ManyPicker } from '../../ui/many-picker';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { StateMark } from '../../ui/state-mark';
import { ErrorState, Skeleton } from '../../ui/states';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';
import { Library, ProgramWithStatement } from '../reprogram/program-choice';
import { commas, lines, type RollOutForm, type RollOutValues } from './roll-out-values';
import { useRollOutPreview } from './use-roll-out-preview';

type RollOutFormState = Form<typeof RollOutForm, RollOutValues>;
/** Which program, which vehicles, and how they go together. */
export function RollOutChoiceFields({ form }: { form: RollOutFormState }) {
  const { t } = useI18n();
  const byHand = commas(form.values.vehicleIds);
  return (
    <>
      <FormPart title={t('rollOut.file')}>
        <Program form={form} />
      </FormPart>
      <FormPart title={t('rollOut.whichVehicles')}>
        {byHand.length > 0 ? (
          <Flex gridColumn="1 / -1" gap="3" align="center" wrap="wrap">
            <span>{t('rollOut.byHand', { n: byHand.length })}</span>
            <Button onClick={() => form.set('vehicleIds', '')}>{t('rollOut.byFilterInstead')}</Button>
          </Flex>
        ) : (
          <Filter form={form} />
        )}
        <chakra.div gridColumn="1 / -1">
          <Checkbox
            checked={form.values.withUnknown === 'true'}
            onChange={(on) => form.set('withUnknown', on ? 'true' : '')}
          >
            {t('rollOut.withUnknown')}
          </Checkbox>
        </chakra.div>
        <chakra.div gridColumn="1 / -1">
          <Matches form={form} />
        </chakra.div>
      </FormPart>
    </>
  );
}

function Program({ form }: { form: RollOutFormState }) {
  const { t, field } = useI18n();
  const id = Number(form.values.fileId);
  const { data: file, error, refetch } = useQuery({ ...query(reprogram.file, { params: { id } }), enabled: id > 0 });
  const { error: wrong } = form.field('fileId');
  return (
    <chakra.div gridColumn="1 / -1">
      {id > 0 ? (
        <Flex direction="column" gap="3" align="flex-start" maxW="560px">
          <chakra.div w="full">
            {file ? (
              <ProgramWithStatement file={file} />
            ) : error ? (
              <ErrorState compact error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton rows={4} height={22} />
            )}
          </chakra.div>
          <Button onClick={() => form.set('fileId', '')}>{t('reprogram.otherFile')}</Button>
        </Flex>
      ) : (
        <Library onChoose={(chosen) => form.set('fileId', String(chosen))} />
      )}
      {wrong !== undefined && id === 0 && (
        <Flex role="alert" gap="5px" align="center" textStyle="small" color="now.ink" pt="1">
          <StateMark state="now" size={9} />
          {field(wrong === 'field.req' ? 'field.choose' : wrong, t('rollOut.file'))}
        </Flex>
      )}
    </chakra.div>
  );
}

/** As the list of vehicles is filtered; empty: all in sight. */
function Filter({ form }: { form: RollOutFormState }) {
  const { t } = useI18n();
  const nodes = useOrganizationNodes();
  const { data: names = [] } = useQuery(query(models.names));
  const chosen = lines(form.values.model);
  return (
    <>
      <Frame label={t('rollOut.models')} value="" onChange={() => undefined} required={false} group>
        {() => (
          <ManyPicker
            label={t('rollOut.models')}
            values={chosen}
            options={names.map(({ name }) => ({ value: name, label: name }))}
            onChange={(values) => form.set('model', values.join('\n'))}
            trigger={
              <Button justifyContent="flex-start" borderColor="lineControl" fontWeight="400">
                {chosen.length === 0 ? t('rollOut.allModels') : chosen.join(', ')}
              </Button>
            }
          />
        )}
      </Frame>
      <TreeSelect
        label={t('rollOut.dealer')}
        nodes={nodes}
        placeholder={t('rollOut.allDealers')}
        required={false}
        {...form.field('dealerId')}
      />
      <TextField label={t('rollOut.vinPart')} maxLength={17} required={false} {...form.field('vin')} />
      <SelectField
        label={t('rollOut.connection')}
        required={false}
        options={[
          { value: '', label: t('rollOut.anyConnection') },
          { value: 'true', label: t('rollOut.online') },
          { value: 'false', label: t('rollOut.offline') },
        ]}
        {...form.field('online')}
      />
    </>
  );
}

/** How many of the choice the program is made for, and what is with the others: asked again as one types. */
function Matches({ form }: { form: RollOutFormState }) {
  const { t, number, field } = useI18n();
  const { data, error } = useRollOutPreview(form.values);
  const { error: wrong } = form.field('vehicleIds');
  return (
    <chakra.section aria-label={t('rollOut.matches')} aria-live="polite" textStyle="dense" minH="12">
      {form.values.fileId === '' ? (
        <chakra.p color="ink3">{t('rollOut.fileFirst')}</chakra.p>
      ) : error ? (
        <ErrorState compact error={error} />
      ) : data === undefined ? (
        <Skeleton rows={1} height={40} />
      ) : (
        <>
          <chakra.p textStyle="strong">{t('rollOut.taken', { n: data.taken })}</chakra.p>
          <Flex as="ul" listStyleType="none" p="0" columnGap="4" wrap="wrap" color="ink2">
            {rollOutMatches.map((match) => (
              <li key={match}>
                {t(`rollOutMatch.${match}`)} <b className="num">{number(data.matches[match])}</b>
              </li>
            ))}
          </Flex>
          {data.taken > maxRollOutVehicles && (
            <chakra.p color="now.ink">{t('rollOut.tooMany', { most: maxRollOutVehicles })}</chakra.p>
          )}
        </>
      )}
      {wrong !== undefined && (
        <chakra.p role="alert" color="now.ink">
          {field(wrong, t('rollOut.vehicles'))}
        </chakra.p>
      )}
    </chakra.section>
  );
}
