import { chakra, Flex } from '@chakra-ui/react';
import { type ConsumableDetail, consumables, ReplaceConsumableBody } from '@headland/contracts/consumable';
import { replacementErrors } from '@headland/domain/consumable-replacement';
import { Lock } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { DetailCard, LongText, TextLink } from '../../ui/detail-page';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { LockedNote } from '../../ui/locked-note';
import { Facts } from '../../ui/panel';
import type { Difference } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordConflict, RecordDialogs, RecordError } from '../../ui/records/record-notes';
import { useRecordForm } from '../../ui/records/use-record-form';

interface Props {
  cycle: ConsumableDetail;
  /** it is due, or was when the page opened */
  open: boolean;
  refetch: () => Promise<ConsumableDetail | undefined>;
}

/** The form that closes a cycle; before it is due the reason why not, later the entered values, locked. */
export function ReplaceCard({ cycle, open, refetch }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const [saved, setSaved] = useState(false);
  const may = can(consumables.replace.allow);
  const title = t(`consumable.${cycle.maintenance}`);
  if (may && open && !saved)
    return (
      <DetailCard title={title}>
        <RecordEdit newest={cycle} refetch={refetch}>
          {(record) => <ReplaceForm {...record} onDone={() => refetch().then(() => setSaved(true))} />}
        </RecordEdit>
      </DetailCard>
    );
  if (cycle.closed !== null) return <Closed cycle={cycle} />;
  return (
    <DetailCard title={title}>
      {cycle.state === 'ended' ? (
        <chakra.p color="ink2">{t('consumable.endedNote')}</chakra.p>
      ) : cycle.state === 'safe' ? (
        <Flex gap="3" align="center" wrap="wrap">
          {may && (
            <Button disabled reason={t('consumable.notDue')}>
              {title}
            </Button>
          )}
          <chakra.span color="ink3">{t('consumable.notDue')}</chakra.span>
        </Flex>
      ) : (
        <chakra.p color="ink2">
          {t('consumable.alarmedOn')}: {cycle.alarmedOn ?? '–'}
        </chakra.p>
      )}
    </DetailCard>
  );
}

function Closed({ cycle: { closed, runningId, maintenance } }: { cycle: ConsumableDetail }) {
  const { t } = useI18n();
  if (closed === null) return null;
  return (
    <DetailCard
      title={t('consumable.closed')}
      actions={
        runningId !== null && (
          <TextLink to={toRecord('/expendableDetail', runningId)}>{t('consumable.toRunning')}</TextLink>
        )
      }
    >
      <Flex gap="2" mb="3" align="center" color="ink2" textStyle="dense">
        <Lock size={14} aria-hidden />
        {t('consumable.lockedBy', { by: closed.by ?? '–', at: momentText(closed.at) })}
      </Flex>
      <Facts
        rows={[
          [t(`consumable.day.${maintenance}`), closed.on],
          [t('consumable.hoursThen'), closed.hours === null ? '–' : `${closed.hours} h`],
          [t('consumable.percentThen'), closed.percent === null ? '–' : `${closed.percent} %`],
          [t('consumable.partCode'), closed.partCode ?? '–'],
          [t('consumable.memo'), <LongText key="memo" text={closed.memo ?? ''} />],
        ]}
      />
    </DetailCard>
  );
}

const tenth = (hours: number): string => String(Math.round(hours * 10) / 10);
const valuesOf = (c: ConsumableDetail) => ({
  version: String(c.version),
  replacedOn: c.today,
  hours: c.hours === null ? '' : tenth(c.hours),
  partCode: '',
  memo: '',
});

/** The server's schema with its rules for this cycle, so that the form shows the server's errors. */
const schemaOf = (c: ConsumableDetail) =>
  ReplaceConsumableBody.superRefine((body, ctx) => {
    for (const [path, message] of Object.entries(replacementErrors(body, c, c.today)))
      ctx.addIssue({ code: 'custom', path: [path], message });
  });

type FormProps = RecordState<ConsumableDetail> & { onDone: () => Promise<void> };
function ReplaceForm({ start, newest, refresh, reload, onDone }: FormProps) {
  const { t, number } = useI18n();
  // the meter runs on: its current reading may be entered
  const schema = useMemo(() => schemaOf(newest), [newest]);
  const { item, vin, maintenance } = start;
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    changed: { refresh, reload, rows: () => differences(start, newest, t) },
    confirm: ({ replacedOn, hours }) => ({
      title: t('consumable.confirmTitle', { item, vin }),
      text: <p>{t('consumable.confirmText', { day: replacedOn, hours: number(hours, 1) })}</p>,
      confirm: { label: t('common.save') },
    }),
    send: (body) => call(consumables.replace, { params: { id: start.id }, body }),
    invalidates: [consumables.list],
    toastText: () =>
      t(maintenance === 'replace' ? 'consumable.toast.replaced' : 'consumable.toast.inspected', { item }),
    done: onDone,
  });
  const { hours: hoursNow, startedHours } = newest;
  const locked =
    !form.busy && (newest.state === 'closed' || newest.state === 'ended' || form.problem?.code === 'CONSUMABLE_LOCKED');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!locked) form.save();
  };
  const from = [newest.soldOn, newest.alarmedOn, newest.replacedOn]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  return (
    <chakra.form noValidate display="grid" gap="3" gridTemplateColumns="minmax(0,1fr)" onSubmit={save}>
      {locked && <Locked newest={newest} problem={form.problem?.values} />}
      <RecordConflict form={form} />
      {!locked && <RecordError form={form} />}
      <Facts rows={[[t('consumable.maintenance'), t(`maintenance.${start.maintenance}`)]]} />
      <DateField
        label={t(`consumable.day.${start.maintenance}`)}
        {...form.field('replacedOn')}
        disabled={locked}
        {...(from === undefined || from === start.today ? {} : { help: t('consumable.dayHelp', { from }) })}
      />
      <TextField
        label={t(`consumable.hoursAt.${start.maintenance}`)}
        inputMode="decimal"
        {...form.field('hours')}
        disabled={locked}
        end="h"
        help={
          hoursNow === null
            ? t('consumable.hoursHelpOpen', { from: number(startedHours, 1) })
            : t('consumable.hoursHelp', { from: number(startedHours, 1), to: number(hoursNow, 1) })
        }
      />
      <TextField
        label={t('consumable.partCode')}
        {...form.field('partCode')}
        required={false}
        disabled={locked}
        maxLength={10}
      />
      <TextArea
        label={t('consumable.memo')}
        rows={3}
        maxLength={1500}
        {...form.field('memo')}
        required={false}
        disabled={locked}
      />
      <Flex justify="flex-end">
        <Button
          kind="primary"
          type="submit"
          busy={form.busy && form.question === null}
          disabled={locked}
          reason={locked ? t('error.CONSUMABLE_LOCKED') : undefined}
        >
          {t('common.save')}
        </Button>
      </Flex>
      <RecordDialogs form={locked ? { ...form, dirty: false } : form} />
    </chakra.form>
  );
}

/** Somebody was faster: who and when, if known. The input stays readable. */
function Locked({
  newest,
  problem,
}: {
  newest: ConsumableDetail;
  problem: Record<string, string | number> | undefined;
}) {
  const brief = useBriefText();
  const { t } = useI18n();
  const by = newest.closed?.by ?? problem?.by;
  const at = newest.closed?.at ?? problem?.at;
  return (
    <LockedNote
      action={
        newest.runningId === null ? undefined : (
          <TextLink to={toRecord('/expendableDetail', newest.runningId)}>{t('consumable.toRunning')}</TextLink>
        )
      }
    >
      {newest.state === 'ended'
        ? t('consumable.endedNote')
        : typeof by === 'string' && by !== '' && typeof at === 'string'
          ? t('consumable.lockedBy', { by, at: brief(at) })
          : t('consumable.lockedNow')}
    </LockedNote>
  );
}

/** Values that a recalculation may have changed since the form was loaded. */
const differences = (start: ConsumableDetail, newest: ConsumableDetail, t: I18n['t']): Difference[] => [
  { label: t('consumable.dueAtHours'), now: String(newest.dueHours), yours: String(start.dueHours) },
  { label: t('consumable.dueOn'), now: newest.dueOn ?? '–', yours: start.dueOn ?? '–' },
  { label: t('consumable.soldOn'), now: newest.soldOn ?? '–', yours: start.soldOn ?? '–' },
];
