import { chakra, Flex } from '@chakra-ui/react';
import { type ConsumableDetail, consumables, ReplaceConsumableBody } from '@headland/contracts/consumable';
import { replacementErrors } from '@headland/domain/consumable-replacement';
import { Lock } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { briefText, momentText } from '../../lib/time';
import { call, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { DetailCard, LongText, TextLink } from '../../ui/detail-page';
import { Dialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { LeaveGuard } from '../../ui/leave-guard';
import { LockedNote } from '../../ui/locked-note';
import { Facts } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

interface Props {
  cycle: ConsumableDetail;
  /** it is due, or was when the page opened */
  open: boolean;
  refetch: () => Promise<ConsumableDetail | undefined>;
}

/** The form that closes a cycle; before it is due why there is none, afterwards what was entered, locked. */
export function ReplaceCard({ cycle, open, refetch: look }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const [saved, setSaved] = useState(false);
  const may = can(consumables.replace.allow);
  const title = t(`consumable.${cycle.maintenance}`);
  if (may && open && !saved)
    return (
      <DetailCard title={title}>
        <Filling cycle={cycle} refetch={look} onDone={() => setSaved(true)} />
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

/** What was loaded stays below what one types: later reads change neither, only Reload does. */
function Filling({ cycle, refetch: look, onDone }: Omit<Props, 'open'> & { onDone: () => void }) {
  const [start, setStart] = useState(cycle);
  return (
    <ReplaceForm
      key={start.version}
      start={start}
      newest={cycle}
      onRefresh={() => void look()}
      onReload={() => void look().then((now) => now && setStart(now))}
      onDone={() => look().then(onDone)}
    />
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

/** The schema of the server with its rules over this cycle, so that the form says what the server would. */
const schemaOf = (c: ConsumableDetail) =>
  ReplaceConsumableBody.superRefine((body, ctx) => {
    for (const [path, message] of Object.entries(replacementErrors(body, c, c.today)))
      ctx.addIssue({ code: 'custom', path: [path], message });
  });

interface FormProps {
  start: ConsumableDetail;
  newest: ConsumableDetail;
  onRefresh: () => void;
  onReload: () => void;
  onDone: () => Promise<void>;
}
function ReplaceForm({ start, newest, onRefresh: onLook, onReload, onDone }: FormProps) {
  const { t, number } = useI18n();
  const invalidate = useInvalidate(consumables.list);
  // the meter goes on: what it reads now may be entered
  const form = useForm(
    useMemo(() => schemaOf(newest), [newest]),
    valuesOf(start),
  );
  const { hours: hoursNow, startedHours } = newest;
  const [asked, setAsked] = useState<ReplaceConsumableBody | null>(null);
  const locked =
    !form.busy && (newest.state === 'closed' || newest.state === 'ended' || form.problem?.code === 'CONSUMABLE_LOCKED');
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  const done = start.maintenance === 'replace' ? 'consumable.said.replaced' : 'consumable.said.inspected';

  const send = async (body: ReplaceConsumableBody): Promise<void> => {
    await call(consumables.replace, { params: { id: start.id }, body });
    toast(t(done, { item: start.item }));
    invalidate();
    await onDone();
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!locked) void form.submit((body) => Promise.resolve(setAsked(body)));
  };
  const from = [newest.soldOn, newest.alarmedOn, newest.replacedOn]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  return (
    <chakra.form noValidate display="grid" gap="3" gridTemplateColumns="minmax(0,1fr)" onSubmit={save}>
      {locked && <Locked newest={newest} problem={form.problem?.values} />}
      {changed && (
        <ChangedMeanwhile
          problem={changed}
          rows={differences(start, newest, t)}
          onRefresh={onLook}
          onReload={onReload}
        />
      )}
      {form.problem && !changed && !locked && <ErrorState compact error={form.problem} />}
      <Facts rows={[[t('consumable.maintenance'), t(`maintenance.${start.maintenance}`)]]} />
      <DateField
        label={t(`consumable.day.${start.maintenance}`)}
        {...form.field('replacedOn')}
        disabled={locked}
        {...(from === undefined ? {} : { help: t('consumable.dayHelp', { from }) })}
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
          busy={form.busy && asked === null}
          disabled={locked}
          reason={locked ? t('error.CONSUMABLE_LOCKED') : undefined}
        >
          {t('common.save')}
        </Button>
      </Flex>
      <LeaveGuard form={locked ? { ...form, dirty: false } : form} />
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('consumable.confirmTitle', { item: start.item, vin: start.vin })}
        confirm={{
          label: t('common.save'),
          busy: form.busy,
          onConfirm: () => void form.submit(send).then(() => setAsked(null)),
        }}
      >
        <chakra.p>
          {t('consumable.confirmText', {
            day: asked?.replacedOn ?? '',
            hours: asked === null ? '' : number(asked.hours, 1),
          })}
        </chakra.p>
      </Dialog>
    </chakra.form>
  );
}

/** Somebody was faster: who and when, as far as it is known. What was typed stays readable. */
function Locked({
  newest,
  problem,
}: {
  newest: ConsumableDetail;
  problem: Record<string, string | number> | undefined;
}) {
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
          ? t('consumable.lockedBy', { by, at: briefText(at, Date.now()) })
          : t('consumable.lockedNow')}
    </LockedNote>
  );
}

/** What dating anew may have changed since the form was loaded. */
const differences = (start: ConsumableDetail, newest: ConsumableDetail, t: ReturnType<typeof useI18n>['t']) => [
  { label: t('consumable.dueAtHours'), now: String(newest.dueHours), yours: String(start.dueHours) },
  { label: t('consumable.dueOn'), now: newest.dueOn ?? '–', yours: start.dueOn ?? '–' },
  { label: t('consumable.soldOn'), now: newest.soldOn ?? '–', yours: start.soldOn ?? '–' },
];
