import { chakra } from '@chakra-ui/react';
import { type ExportSchedule, exportSchedules } from '@headland/contracts/export-schedule';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Section } from '../../ui/panel';
import { ScheduleFields, ScheduleTimesFields } from '../../ui/saved-views/schedule-times-fields';
import { ActError, ErrorState, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useForm } from '../../ui/use-form';

/** The member's scheduled exports: when each is sent, and why one has stopped. */
export function ScheduledExports() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(exportSchedules.list));
  const [removing, setRemoving] = useState<ExportSchedule | null>(null);
  const [changing, setChanging] = useState<ExportSchedule | null>(null);
  const remove = useAction(exportSchedules.remove, {
    success: t('exportSchedule.removed'),
    done: () => setRemoving(null),
  });
  return (
    <Section title={t('exportSchedule.own')}>
      {data ? (
        data.length === 0 ? (
          <chakra.p color="ink3">{t('exportSchedule.none')}</chakra.p>
        ) : (
          <ul>
            {data.map((schedule) => (
              <Row
                key={schedule.id}
                schedule={schedule}
                onChange={() => setChanging(schedule)}
                onRemove={() => setRemoving(schedule)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={1} />
      )}
      {changing && <ChangeSchedule schedule={changing} onClose={() => setChanging(null)} />}
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('exportSchedule.removeTitle', { name: removing?.name ?? '' })}
        confirm={{
          label: t('exportSchedule.remove'),
          danger: true,
          busy: remove.busy,
          onConfirm: () => removing && remove.run({ params: { id: removing.id } }),
        }}
      >
        {t('exportSchedule.removeText')}
      </Dialog>
    </Section>
  );
}

/** Its name and times; what it writes stays. One that has stopped goes on when it is saved. */
function ChangeSchedule({ schedule, onClose }: { schedule: ExportSchedule; onClose: () => void }) {
  const { t } = useI18n();
  const { id, name, every, weekday, hour, timeZone } = schedule;
  const form = useForm(ScheduleFields, { name, every, weekday: String(weekday), hour: String(hour) });
  const invalidate = useInvalidate(exportSchedules.list);
  const save = async (): Promise<void> => {
    if (!(await form.submit((body) => call(exportSchedules.change, { params: { id }, body: { ...body, timeZone } }))))
      return;
    invalidate();
    toast(t('exportSchedule.saved'));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('exportSchedule.title')}
      confirm={{ label: t('common.save'), onConfirm: () => void save(), busy: form.busy }}
    >
      <chakra.form
        noValidate
        display="grid"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField label={t('exportSchedule.name')} maxLength={50} {...form.field('name')} />
        <ScheduleTimesFields form={form} />
        {form.problem && <ActError error={form.problem} />}
      </chakra.form>
    </Dialog>
  );
}

interface RowProps {
  schedule: ExportSchedule;
  onChange: () => void;
  onRemove: () => void;
}
function Row({ schedule, onChange, onRemove }: RowProps) {
  const brief = useBriefText();
  const { t } = useI18n();
  const { name, format, every, weekday, hour, timeZone, nextAt, lastAt, problem } = schedule;
  const times = [
    t(`exportSchedule.every.${every}`),
    ...(every === 'week' ? [t(`weekday.${weekday as 0}`)] : []),
    `${String(hour).padStart(2, '0')}:00`,
    ...(timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone ? [] : [timeZone]),
  ].join(' ');
  const reason = `error.${problem}`;
  return (
    <chakra.li display="flex" alignItems="center" gap="3" minH="13" py="1.5" borderTop="1px solid" borderColor="line">
      <chakra.span color="ink3" aria-hidden>
        <CalendarClock size={16} strokeWidth={1.6} />
      </chakra.span>
      <chakra.span flex="1" minW="0">
        <chakra.span display="block" fontWeight="500" truncate>
          {name}
        </chakra.span>
        <chakra.span display="block" textStyle="small" color="ink3" className="num">
          {[
            t(format === 'pdf' ? 'export.pdf' : 'export.excel'),
            times,
            ...(nextAt === null ? [] : [t('exportSchedule.next', { at: brief(nextAt) })]),
            ...(lastAt === null ? [] : [t('exportSchedule.last', { at: brief(lastAt) })]),
          ].join(' · ')}
        </chakra.span>
        {problem !== null && (
          <chakra.span display="block" textStyle="small" color="watch.ink">
            {t('exportSchedule.stopped', { reason: t(isMessageKey(reason) ? reason : 'error.INTERNAL') })}
          </chakra.span>
        )}
      </chakra.span>
      <IconButton
        label={t('exportSchedule.changeOf', { name })}
        icon={<Pencil size={16} strokeWidth={1.6} />}
        onClick={onChange}
      />
      <IconButton
        label={t('exportSchedule.removeOf', { name })}
        icon={<Trash2 size={16} strokeWidth={1.6} />}
        onClick={onRemove}
      />
    </chakra.li>
  );
}
