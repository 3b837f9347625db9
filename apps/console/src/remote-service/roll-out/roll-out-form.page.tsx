import { reprogram } from '@headland/contracts/reprogram';
import { type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { RollOutPlanFields } from './roll-out-plan-fields';
import { commas, emptyValues, lines, RollOutForm, type RollOutValues, valuesOf } from './roll-out-values';
import { RollOutChoiceFields } from './roll-out-choice-fields';
import { useRollOutList } from './roll-out-labels';

/** `/reProgramRollOutRegi/0` drafts a new one, for the vehicles that were ticked (`?ids=`) or by filter; another number edits the own draft. */
export function RollOutFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const { ids } = useSearch({ strict: false }) as Search;
  const list = useRollOutList();
  if (number !== '0')
    return (
      <WithRecord endpoint={rollOuts.get} list={list} fresh>
        {(draft, refetch) => (
          <RecordEdit newest={draft} refetch={refetch}>
            {(record) => <Form start={() => valuesOf(record.start)} of={record} />}
          </RecordEdit>
        )}
      </WithRecord>
    );
  const ticked = typeof ids === 'string' && /^\d{1,9}(,\d{1,9})*$/u.test(ids) ? ids : '';
  return (
    <Form
      key={ticked}
      start={() => emptyValues(serverNow(), { vehicleIds: ticked })}
      of={null}
      draft={ticked === '' ? 'roll-out-new' : undefined}
    />
  );
}

interface FormProps {
  start: () => RollOutValues;
  of: RecordState<RollOutDetail> | null;
  /** what is typed is kept under that name; not where it is about rows that were ticked, or a later choice would be another one */
  draft?: string | undefined;
}
function Form({ start, of: record, draft }: FormProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [initial] = useState(start);
  const of = record?.start ?? null;
  const differencesTo = useDifferences();
  const form = useRecordForm({
    schema: RollOutForm,
    start: initial,
    draft,
    changed: record === null ? undefined : { ...record, rows: differencesTo(record.newest) },
    send: (body) => {
      const sent =
        of === null
          ? call(rollOuts.create, { body })
          : call(rollOuts.change, { params: { id: of.id }, body: { ...body, version: of.version } });
      return sent.catch((error: unknown) => Promise.reject(landed(error) as Error));
    },
    invalidates: [rollOuts.list],
    toastText: () => t('rollOut.saved'),
    done: ({ id }) => void navigate({ to: toRecord('/reProgramRollOut', id), ...afterSave }),
  });
  const cancel = (): void =>
    void (of === null
      ? navigate({ to: '/reProgram', search: { tab: 'rollOuts' } })
      : navigate({ to: toRecord('/reProgramRollOut', of.id) }));
  return (
    <RecordFormPage
      form={form}
      title={of?.name ?? t('rollOut.new')}
      under={of === null ? undefined : t('rollOut.edit')}
      onCancel={cancel}
      maxW="1240px"
    >
      <FormPart title={t('screen.reProgramRollOut')}>
        <TextField label={t('rollOut.name')} maxLength={100} {...form.field('name')} />
      </FormPart>
      <RollOutChoiceFields form={form} />
      <RollOutPlanFields form={form} />
    </RecordFormPage>
  );
}

/** What is saved now beside what is typed, in words. */
function useDifferences() {
  const { t } = useI18n();
  const nodes = useOrganizationNodes();
  const cache = useQueryClient();
  const text = (name: keyof typeof labels, value: string, newest: RollOutDetail): string => {
    if (value === '') return '';
    switch (name) {
      case 'fileId':
        // the form has read the one that it shows
        return value === String(newest.file.id)
          ? newest.file.name
          : (cache.getQueryData(query(reprogram.file, { params: { id: Number(value) } }).queryKey)?.name ?? value);
      case 'vehicleIds':
        return t('rollOut.byHand', { n: commas(value).length });
      case 'model':
        return lines(value).join(', ');
      case 'dealerId':
        return nodes.find((n) => String(n.id) === value)?.label ?? value;
      case 'online':
        return t(value === 'true' ? 'rollOut.online' : 'rollOut.offline');
      case 'withUnknown':
        return '✓';
      case 'next':
        return t(value === 'hold' ? 'rollOut.nextHold' : 'rollOut.nextEnded');
      default:
        return value;
    }
  };
  return (newest: RollOutDetail) =>
    fieldDifferences({
      names: Object.keys(labels) as (keyof typeof labels)[],
      label: (name) => t(labels[name]),
      now: valuesOf(newest),
      text: (name, value) => text(name, value, newest),
    });
}

const labels = {
  name: 'rollOut.name',
  fileId: 'rollOut.file',
  vehicleIds: 'rollOut.whichVehicles',
  model: 'rollOut.models',
  dealerId: 'rollOut.dealer',
  vin: 'rollOut.vinPart',
  online: 'rollOut.connection',
  withUnknown: 'rollOut.withUnknown',
  firstGroup: 'rollOut.firstGroup',
  shares: 'rollOut.waves',
  next: 'rollOut.next',
  holdHours: 'rollOut.holdHours',
  stopShare: 'rollOut.stopShare',
  validDay: 'rollOut.validUntil',
} as const;

/** An error of the server for a time is shown at the field of its day. */
function landed(error: unknown): unknown {
  if (!(error instanceof Problem) || error.fields.validUntil === undefined) return error;
  const { validUntil, ...fields } = error.fields;
  return new Problem(error.code, error.values, { ...fields, validDay: validUntil });
}
