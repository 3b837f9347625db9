import { type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useInvalidate } from '../../ui/use-action';
import { call } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { TextField } from '../../ui/field';
import { FormPage, FormPart } from '../../ui/form-page';
import { LeaveGuard } from '../../ui/leave-guard';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
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
        {(draft, refetch) => <Edit newest={draft} refetch={refetch} />}
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

/** What was loaded stays below what one types: later reads change neither, only Reload does. */
function Edit({ newest, refetch }: { newest: RollOutDetail; refetch: () => Promise<RollOutDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  return (
    <Form
      key={start.version}
      start={() => valuesOf(start)}
      of={start}
      onReload={() => void refetch().then((now) => now && setStart(now))}
    />
  );
}

interface FormProps {
  start: () => RollOutValues;
  of: RollOutDetail | null;
  /** what is typed is kept under that name; not where it is about rows that were ticked, or a later choice would be another one */
  draft?: string | undefined;
  onReload?: () => void;
}
function Form({ start, of, draft, onReload = () => undefined }: FormProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const invalidate = useInvalidate(rollOuts.list);
  const [initial] = useState(start);
  const form = useForm(RollOutForm, initial, draft === undefined ? {} : { draft });
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      const sent =
        of === null
          ? call(rollOuts.create, { body })
          : call(rollOuts.change, { params: { id: of.id }, body: { ...body, version: of.version } });
      const saved = await sent.catch((error: unknown) => Promise.reject(landed(error) as Error));
      invalidate();
      toast(t('rollOut.saved'));
      void navigate({ to: toRecord('/reProgramRollOut', saved.id), ignoreBlocker: true, replace: true });
    });
  const cancel = (): void =>
    void (of === null
      ? navigate({ to: '/reProgram', search: { tab: 'rollOuts' } as never })
      : navigate({ to: toRecord('/reProgramRollOut', of.id) }));
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  return (
    <FormPage
      title={of?.name ?? t('rollOut.new')}
      under={of === null ? undefined : t('rollOut.edit')}
      note={draft === undefined ? undefined : t('form.draft')}
      form={form}
      onSave={() => void save()}
      onCancel={cancel}
      maxW="1240px"
    >
      {changed && <ChangedMeanwhile problem={changed} rows={[]} onRefresh={() => undefined} onReload={onReload} />}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} draft={draft !== undefined} />
      <FormPart title={t('screen.reProgramRollOut')}>
        <TextField label={t('rollOut.name')} maxLength={100} {...form.field('name')} />
      </FormPart>
      <RollOutChoiceFields form={form} />
      <RollOutPlanFields form={form} />
    </FormPage>
  );
}

/** What the server says of a moment is said at the field of its day. */
function landed(error: unknown): unknown {
  if (!(error instanceof Problem) || error.fields.validUntil === undefined) return error;
  const { validUntil, ...fields } = error.fields;
  return new Problem(error.code, error.values, { ...fields, validDay: validUntil });
}
