import { type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextField } from '../../ui/field';
import { FormPart } from '../../ui/form-page';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { WithRecord } from '../../ui/with-record';
import { RollOutPlanFields } from './roll-out-plan-fields';
import { emptyValues, RollOutForm, type RollOutValues, valuesOf } from './roll-out-values';
import { RollOutChoiceFields } from './roll-out-choice-fields';
import { useRollOutList } from './roll-out-labels';

/** `/reProgramRollOutRegi/0` drafts a new one, for the vehicles that were ticked (`?ids=`) or by filter; another number edits the own draft. */
export function RollOutFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const { ids } = useSearch({ strict: false }) as Search;
  const list = useRollOutList();
  if (number !== '0')
    return (
      <WithRecord endpoint={rollOuts.get} list={list}>
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
  const form = useRecordForm({
    schema: RollOutForm,
    start: initial,
    draft,
    changed: record === null ? undefined : { ...record, rows: () => [] },
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

/** An error of the server for a time is shown at the field of its day. */
function landed(error: unknown): unknown {
  if (!(error instanceof Problem) || error.fields.validUntil === undefined) return error;
  const { validUntil, ...fields } = error.fields;
  return new Problem(error.code, error.values, { ...fields, validDay: validUntil });
}
