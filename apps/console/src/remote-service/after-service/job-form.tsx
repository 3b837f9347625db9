import { chakra, Flex } from '@chakra-ui/react';
import { afterService, type JobPage, maxJobParts, type ServiceJob } from '@headland/contracts/after-service';
import { useEffect, useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { DetailCard } from '../../ui/detail-page';
import { SelectField, TextArea, TextField } from '../../ui/field';
import type { Difference } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordNotes } from '../../ui/records/record-notes';
import { useRecordForm } from '../../ui/records/use-record-form';
import { type RowColumn, RowsEditor } from '../../ui/rows-editor';
import type { Form } from '../../ui/use-form';
import { CloseJob, type Completable } from './close-job';
import { useFaultOptions } from './job-fault';
import { cell, jobForm, type JobValues, nextRow, partColumns, partsText, rowsOf, valuesOf } from './job-values';

interface Props {
  job: ServiceJob;
  faults: JobPage['faults'];
  refetch: () => Promise<ServiceJob | undefined>;
  testRuns: boolean;
  onClosed: (completable: Completable | null) => void;
}
/** The sheet while it is written. */
export function JobForm({ job, refetch, ...rest }: Props) {
  return (
    <RecordEdit newest={job} refetch={refetch}>
      {(record) => <Edit {...record} {...rest} />}
    </RecordEdit>
  );
}

type EditProps = RecordState<ServiceJob> & Omit<Props, 'job' | 'refetch'>;
function Edit({ start, newest, refresh, reload, begin, faults, testRuns, onClosed }: EditProps) {
  const { t } = useI18n();
  const schema = useMemo(() => jobForm(start.version), [start.version]);
  const options = useFaultOptions(faults, start.fault);
  const [closing, setClosing] = useState(false);
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    changed: { refresh, reload, rows: (yours) => differences(t, options, valuesOf(newest), yours) },
    within: ['tab'],
    send: (body) => call(afterService.editJob, { params: { jobId: start.id }, body }),
    invalidates: [afterService.job],
    toastText: () => t('serviceJob.saved'),
    done: begin,
  });
  const { dirty } = form;
  // another member has saved it, or a picture was added: a form without unsaved input is updated
  const follows = !dirty && !form.busy && !closing && newest.version > start.version;
  useEffect(() => {
    if (follows) begin(newest);
  }, [follows, newest, begin]);
  const why = dirty ? t('serviceJob.saveFirst') : testRuns ? t('serviceJob.testRuns') : null;
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="3"
      gridTemplateColumns="minmax(0,1fr)"
      onSubmit={(e) => {
        e.preventDefault();
        form.save();
      }}
    >
      <RecordNotes form={form} />
      <DetailCard title={t('afterService.tab.job')}>
        <chakra.div
          display="grid"
          gap="3"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,1fr)' }}
        >
          <TextArea label={t('serviceJob.symptom')} rows={4} maxLength={1500} {...form.field('symptom')} />
          <TextArea
            label={t('serviceJob.workDone')}
            required={false}
            rows={4}
            maxLength={1500}
            {...form.field('workDone')}
          />
          <chakra.div
            display="grid"
            gap="3"
            gridColumn="1 / -1"
            alignItems="start"
            gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 190px), 1fr))"
          >
            <SelectField label={t('serviceJob.fault')} required={false} {...form.field('faultId')} options={options} />
            <DateField label={t('serviceJob.visitOn')} {...form.field('visitOn')} />
            <TextField
              label={t('serviceJob.labourMinutes')}
              required={false}
              inputMode="numeric"
              maxLength={5}
              end={t('serviceJob.minutes')}
              {...form.field('labourMinutes')}
            />
          </chakra.div>
        </chakra.div>
      </DetailCard>
      <DetailCard title={t('serviceJob.parts')} count={rowsOf(form.values).length} flush>
        <Parts form={form} />
      </DetailCard>
      <Flex gap="2" justify="flex-end" align="center" wrap="wrap">
        {why !== null && (
          <chakra.span textStyle="dense" color="ink3">
            {why}
          </chakra.span>
        )}
        <Button onClick={() => setClosing(true)} disabled={why !== null} reason={why ?? undefined}>
          {t('serviceJob.close')}
        </Button>
        <Button kind="primary" type="submit" busy={form.busy} disabled={!dirty}>
          {t('common.save')}
        </Button>
      </Flex>
      {closing && <CloseJob job={start} onClose={() => setClosing(false)} onClosed={onClosed} />}
    </chakra.form>
  );
}

function Parts({ form }: { form: Form<ReturnType<typeof jobForm>, JobValues> }) {
  const { t, field } = useI18n();
  const { values } = form;
  const put = (keys: readonly string[]): void => form.set('parts', keys.join());
  const add = (): void => {
    const row = nextRow(values);
    form.set(cell(row, 'partCode'), '');
    form.set(cell(row, 'count'), '1');
    put([...rowsOf(values), row]);
  };
  const columns: RowColumn[] = [
    {
      key: 'partCode',
      title: t('serviceJob.partCode'),
      cell: (row) => {
        const code = form.field(cell(row, 'partCode'));
        return (
          <TextField
            label={t('serviceJob.partCode')}
            maxLength={10}
            {...code}
            onChange={(value) => code.onChange(value.toUpperCase())}
          />
        );
      },
    },
    {
      key: 'count',
      title: t('serviceJob.count'),
      width: '140px',
      cell: (row) => (
        <TextField
          label={t('serviceJob.count')}
          inputMode="numeric"
          maxLength={4}
          {...form.field(cell(row, 'count'))}
        />
      ),
    },
  ];
  const { error } = form.field('parts');
  return (
    <RowsEditor
      label={t('serviceJob.parts')}
      rows={rowsOf(values)}
      columns={columns}
      stampOf={(row) =>
        partColumns
          .map((column) => `${values[cell(row, column)]} ${form.field(cell(row, column)).error ?? ''}`)
          .join('\n')
      }
      nameOf={(row) => values[cell(row, 'partCode')]?.trim() || t('serviceJob.partUnnamed')}
      onChange={put}
      onAdd={add}
      most={maxJobParts}
      add={t('serviceJob.addPart')}
      empty={t('serviceJob.noParts')}
      {...(error === undefined ? {} : { error: field(error, t('serviceJob.parts')) })}
    />
  );
}

/** Field by field the saved value and the value of the form, as texts. */
function differences(
  t: ReturnType<typeof useI18n>['t'],
  options: readonly { value: string; label: string }[],
  now: JobValues,
  yours: JobValues,
): Difference[] {
  const row = (label: string, of: (values: JobValues) => string) => ({ label, now: of(now), yours: of(yours) });
  return [
    ...(['symptom', 'visitOn', 'workDone', 'labourMinutes'] as const).map((name) =>
      row(t(`serviceJob.${name}`), (v) => v[name] ?? ''),
    ),
    row(t('serviceJob.fault'), (v) => options.find((o) => o.value === v.faultId)?.label ?? v.faultId ?? ''),
    row(t('serviceJob.parts'), partsText),
  ];
}
