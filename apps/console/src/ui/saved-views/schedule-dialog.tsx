import { chakra } from '@chakra-ui/react';
import { datePairs } from '@headland/contracts/date-pair';
import { exportFormats, type ExportList, pdfColumnLimit, pdfRowLimit } from '@headland/contracts/export';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { t100 } from '@headland/contracts/fields';
import type { SavedViewState } from '@headland/contracts/saved-view';
import { type FormEvent, useEffect, useRef } from 'react';
import { z } from 'zod';
import { useT } from '../../lib/i18n';
import { useUnits } from '../../lib/session/member';
import { call } from '../../lib/session/session';
import { Dialog } from '../dialog';
import { queryOf } from '../export-button';
import { TextField } from '../field';
import { SegmentedField } from '../segmented-field';
import { ActError } from '../states';
import { toast } from '../toast';
import { useInvalidate } from '../use-action';
import { useForm } from '../use-form';
import { ScheduleFields, ScheduleTimesFields } from './schedule-times-fields';

/** What is written at set times: the list as it is shown, or the dashboard. */
export interface Scheduled {
  list: ExportList;
  /** the query of the list's endpoint of the page */
  filter: Record<string, unknown>;
  columns: readonly string[];
  askPurpose: boolean;
}

const Fields = ScheduleFields.extend({ format: z.enum(exportFormats) });
const WithPurpose = Fields.extend({ purpose: t100 });

interface Props {
  scheduled: Scheduled;
  schema: z.ZodObject;
  /** of the list as a view keeps it: its periods have names */
  state: SavedViewState;
  /** a name to begin with */
  name: string;
  onClose: () => void;
}
/** A new schedule of what is shown. */
export function ScheduleDialog({ scheduled, schema, state, name, onClose }: Props) {
  const t = useT();
  const units = useUnits();
  const { list, columns, askPurpose } = scheduled;
  const ofList = list !== 'dash';
  const form = useForm(askPurpose ? WithPurpose : Fields, {
    name,
    format: 'xlsx',
    every: 'week',
    weekday: '1',
    hour: '7',
    purpose: '',
  });
  const invalidate = useInvalidate(exportSchedules.list);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const save = async (): Promise<void> => {
    const saved = await form.submit((fields) =>
      call(exportSchedules.create, {
        body: {
          ...{ list, columns: [...columns], units, filter: movingFilter(schema, scheduled.filter, state) },
          ...{ ...fields, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        },
      }),
    );
    if (!saved) return;
    invalidate();
    toast(t('exportSchedule.saved'));
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('exportSchedule.title')}
      confirm={{ label: t('common.save'), onConfirm: () => void save(), busy: form.busy }}
    >
      <chakra.form ref={element} noValidate onSubmit={onSubmit} display="grid" gap="3">
        <chakra.p color="ink2">{t(ofList ? 'exportSchedule.note' : 'exportSchedule.dashNote')}</chakra.p>
        <TextField label={t('exportSchedule.name')} maxLength={50} {...form.field('name')} />
        {askPurpose && <TextField label={t('exportSchedule.purpose')} maxLength={100} {...form.field('purpose')} />}
        <SegmentedField
          label={t('exportSchedule.format')}
          choices={[
            { value: 'xlsx', label: t('export.excel') },
            { value: 'pdf', label: t('export.pdf') },
          ]}
          {...form.field('format')}
          {...(ofList && form.values.format === 'pdf'
            ? { help: t('exportSchedule.pdfNote', { rows: pdfRowLimit, columns: pdfColumnLimit }) }
            : {})}
        />
        <ScheduleTimesFields form={form} />
        {form.problem && <ActError error={form.problem} />}
        {/* Enter in one of several fields sends only where the form has a button; the visible one is in the dialog's footer */}
        <button type="submit" hidden />
      </chakra.form>
    </Dialog>
  );
}

/** The filter of the page, with its periods by name where they have one. */
function movingFilter(schema: z.ZodObject, filter: Record<string, unknown>, state: SavedViewState) {
  const moving = queryOf(filter);
  for (const { from, to } of datePairs(schema)) {
    const name = state.filter[from];
    if (typeof name !== 'string' || !name.startsWith('@')) continue;
    moving[from] = name;
    delete moving[to];
  }
  return moving;
}
