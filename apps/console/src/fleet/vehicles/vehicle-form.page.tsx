import { chakra, Flex } from '@chakra-ui/react';
import { ChangeVehicleBody, type DealerPreview, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { correctionErrors } from '@headland/domain/meter';
import { isDealer } from '@headland/domain/production';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { useInvalidate } from '../../ui/use-action';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button, IconButton } from '../../ui/button';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { Dialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { LeaveGuard } from '../../ui/leave-guard';
import { LockedNote } from '../../ui/locked-note';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { Card, Page } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { TreeSelect } from '../../ui/tree-select';
import { useForm } from '../../ui/use-form';
import { MeterFigure } from './meter-figure';
import { VehicleMissing } from './vehicle-labels';

/** The dealer of a vehicle, who is in charge there, what is added to its meters. What was loaded stays below what one types; only Reload changes it. */
export function VehicleFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^\d{1,9}$/u.test(number ?? '') ? Number(number) : 0;
  return id === 0 ? <VehicleMissing /> : <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(vehicles.get, { params: { id } }));
  const [start, setStart] = useState<VehicleDetail | null>(null);
  if (data && start === null) setStart(data);
  if (!data || start === null) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <VehicleMissing />;
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} height={64} />;
  }
  return (
    <VehicleForm
      key={start.version}
      start={start}
      newest={data}
      onRefresh={() => void refetch()}
      onReload={() => void refetch().then(({ data: now }) => now && setStart(now))}
    />
  );
}

interface FormProps {
  start: VehicleDetail;
  newest: VehicleDetail;
  onRefresh: () => void;
  onReload: () => void;
}
function VehicleForm({ start, newest, onRefresh: onLook, onReload }: FormProps) {
  const { t, number } = useI18n();
  const navigate = useNavigate();
  const formId = useId();
  const nodes = useOrganizationNodes();
  const dealers = useMemo(() => new Set(nodes.filter((n) => isDealer(n.type)).map((n) => n.id)), [nodes]);
  const forbidden = useMemo(
    () => new Set(nodes.filter((n) => !dealers.has(n.id) && n.id !== start.dealer.id).map((n) => n.id)),
    [nodes, dealers, start.dealer.id],
  );
  // what the server asks for, before it is asked: a correction that changes needs its reason and its day
  const [schema] = useState(() => bodyFor(start));
  const form = useForm(schema, valuesOf(start));
  const invalidate = useInvalidate(vehicles.change);
  const [person, setPerson] = useState(start.person?.name ?? null);
  const [find, setFind] = useState('');
  const [preview, setPreview] = useState<DealerPreview | null>(null);
  const params = { id: start.id };
  const { values } = form;
  const dealerId = Number(values.dealerId);
  const dealerName = nodes.find((n) => n.id === dealerId)?.label ?? start.dealer.name;
  const moves = dealerId !== start.dealer.id;
  const locked = newest.openSos > 0;
  const { data: people = [], isFetching } = useQuery({
    ...query(vehicles.people, { query: { dealerId, ...(find.trim() === '' ? {} : { text: find.trim() }) } }),
    enabled: dealerId > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    document.title = `${start.vin} · Headland`;
  }, [start.vin]);

  const back = (saved = false): void =>
    void navigate({
      to: toRecord('/statusDetail', start.id),
      ...(saved ? { ignoreBlocker: true } : {}),
    });
  const send = async (body: ChangeVehicleBody): Promise<void> => {
    await call(vehicles.change, { params, body });
    invalidate();
    toast(t('vehicle.said.changed', { vin: start.vin }));
    back(true);
  };
  /** Another dealer is asked for once more, with what it means: who sees the vehicle no longer, and who does from then on. */
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit(async (body) => {
      if (moves) setPreview(await call(vehicles.dealerPreview, { params, query: { dealerId: body.dealerId } }));
      else await send(body);
    });
  };
  const theirs = valuesOf(newest);
  const shown = (name: keyof Values, value: string): string =>
    name === 'dealerId'
      ? (nodes.find((n) => String(n.id) === value)?.label ?? value)
      : name === 'personId'
        ? value === theirs.personId
          ? (newest.person?.name ?? '')
          : (person ?? '')
        : value;
  return (
    <Page
      head={
        <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
          <IconButton label={t('vehicle.toDetail')} icon={<ArrowLeft size={18} />} onClick={() => back()} ml="-2" />
          <chakra.h1 textStyle="title" overflowWrap="anywhere" className="num">
            {start.vin}
          </chakra.h1>
          <chakra.span color="ink2">
            {start.model} · {t('screen.statusModi')}
          </chakra.span>
        </Flex>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        onSubmit={(e) => void save(e)}
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        pb="4"
      >
        <chakra.div maxW="760px" display="grid" gap="3">
          {form.problem?.code === 'CHANGED_MEANWHILE' && (
            <ChangedMeanwhile
              problem={form.problem}
              rows={fields.map((name) => ({
                label: t(`vehicle.field.${name}`),
                now: shown(name, theirs[name]),
                yours: shown(name, values[name]),
              }))}
              onRefresh={onLook}
              onReload={onReload}
            />
          )}
          <Card px="4" py="3" display="grid" gap="3" aria-label={t('vehicle.form.dealer')}>
            <chakra.h2 textStyle="strong">{t('vehicle.form.dealer')}</chakra.h2>
            {locked && <LockedNote>{t('error.VEHICLE_HAS_OPEN_SOS')}</LockedNote>}
            <TreeSelect
              label={t('vehicle.field.dealerId')}
              nodes={nodes}
              forbidden={forbidden}
              disabled={locked}
              {...form.field('dealerId')}
              onChange={(next) => {
                form.set('dealerId', next);
                const stays = Number(next) === start.dealer.id;
                form.set('personId', stays ? valuesOf(start).personId : '');
                setPerson(stays ? (start.person?.name ?? null) : null);
              }}
            />
            <FindField
              label={t('vehicle.field.personId')}
              required={false}
              {...form.field('personId')}
              shown={values.personId === '' ? '' : (person ?? '')}
              placeholder={t('vehicle.person.find')}
              hits={people.map((p) => ({ id: String(p.id), label: p.name, note: p.loginId }))}
              busy={isFetching}
              onFind={setFind}
              onChange={(id, hit) => {
                form.set('personId', id);
                setPerson(hit?.label ?? null);
              }}
            />
          </Card>
          <Card px="4" py="3" display="grid" gap="3" aria-label={t('vehicle.correction.title')}>
            <chakra.h2 textStyle="strong">{t('vehicle.correction.title')}</chakra.h2>
            <chakra.p textStyle="dense" color="ink2">
              {t('vehicle.correction.help')}
            </chakra.p>
            {(['hours', 'odometer'] as const).map((meter) => {
              const machine =
                meter === 'hours'
                  ? minus(newest.engineHours, newest.hoursCorrection)
                  : minus(newest.odometer, newest.odometerCorrection);
              const correction = Number(values[`${meter}Correction`].replace(',', '.'));
              const known = machine !== null && Number.isFinite(correction);
              const changed =
                Number.isFinite(correction) &&
                correction !== (meter === 'hours' ? start.hoursCorrection : start.odometerCorrection);
              return (
                <chakra.fieldset key={meter} display="grid" gap="2" border="0" p="0" m="0" minW="0">
                  <Flex gap="3" rowGap="2" wrap="wrap" align="flex-end">
                    <chakra.div flex="1 1 180px">
                      <TextField
                        label={t(`vehicle.field.${meter}Correction`)}
                        inputMode="decimal"
                        end={meter === 'hours' ? 'h' : 'km'}
                        maxLength={10}
                        {...form.field(`${meter}Correction`)}
                        onChange={(v) => form.set(`${meter}Correction`, v.replace(',', '.'))}
                      />
                    </chakra.div>
                    <chakra.p flex="1 1 220px" textStyle="dense" color="ink2" pb="2">
                      {t('vehicle.correction.sum')}{' '}
                      {known ? (
                        <MeterFigure
                          meter={meter === 'hours' ? 'engineHours' : 'odometer'}
                          value={machine + correction}
                          correction={correction}
                        />
                      ) : (
                        <span>{machine === null ? '–' : number(machine, 1)}</span>
                      )}
                    </chakra.p>
                  </Flex>
                  {changed && (
                    <Flex gap="3" rowGap="2" wrap="wrap" align="flex-start">
                      <chakra.div flex="0 1 180px">
                        <DateField
                          label={t(`vehicle.field.${meter}CorrectedOn`)}
                          {...form.field(`${meter}CorrectedOn`)}
                        />
                      </chakra.div>
                      <chakra.div flex="1 1 280px">
                        <TextArea
                          label={t(`vehicle.field.${meter}Reason`)}
                          rows={2}
                          maxLength={1500}
                          {...form.field(`${meter}Reason`)}
                        />
                      </chakra.div>
                    </Flex>
                  )}
                </chakra.fieldset>
              );
            })}
          </Card>
          <Card px="4" py="3">
            <TextArea
              label={t('vehicle.field.memo')}
              required={false}
              rows={4}
              maxLength={1500}
              {...form.field('memo')}
            />
          </Card>
          {form.problem && form.problem.code !== 'CHANGED_MEANWHILE' && <ErrorState compact error={form.problem} />}
        </chakra.div>
      </chakra.form>
      <Flex
        gap="2"
        px="4"
        py="3"
        justify="flex-end"
        flexShrink={0}
        borderTop="1px solid"
        borderColor="lineStrong"
        bg="sunken"
      >
        <Button onClick={() => back()}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" form={formId} busy={form.busy}>
          {t('common.save')}
        </Button>
      </Flex>
      <LeaveGuard form={form} />
      <Dialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        title={t('vehicle.move.title', { vin: start.vin, dealer: dealerName })}
        confirm={{
          label: t('vehicle.move.confirm'),
          busy: form.busy,
          onConfirm: () => void form.submit(send).then(() => setPreview(null)),
        }}
      >
        {preview && <MoveImpact preview={preview} />}
      </Dialog>
    </Page>
  );
}

function MoveImpact({ preview: { leaves, enters, openFaults } }: { preview: DealerPreview }) {
  const { t } = useI18n();
  const names = (list: readonly { name: string }[]) => list.map((o) => o.name).join(', ');
  return (
    <Flex direction="column" gap="2">
      {leaves.length > 0 && <p>{t('vehicle.move.leaves', { names: names(leaves) })}</p>}
      {enters.length > 0 && <p>{t('vehicle.move.enters', { names: names(enters) })}</p>}
      {openFaults > 0 && <p>{t('vehicle.move.faults', { n: openFaults })}</p>}
    </Flex>
  );
}

const fields = [
  'dealerId',
  'personId',
  'hoursCorrection',
  'hoursCorrectedOn',
  'hoursReason',
  'odometerCorrection',
  'odometerCorrectedOn',
  'odometerReason',
  'memo',
] as const;
type Values = Record<(typeof fields)[number] | 'version', string>;

/** A correction is dated today until somebody says otherwise. */
const valuesOf = (v: VehicleDetail): Values => ({
  version: String(v.version),
  dealerId: String(v.dealer.id),
  personId: v.person === null ? '' : String(v.person.id),
  hoursCorrection: String(v.hoursCorrection),
  hoursCorrectedOn: dayText(Date.now()),
  hoursReason: '',
  odometerCorrection: String(v.odometerCorrection),
  odometerCorrectedOn: dayText(Date.now()),
  odometerReason: '',
  memo: v.statusMemo,
});

const bodyFor = (before: VehicleDetail) =>
  ChangeVehicleBody.superRefine((body, ctx) => {
    for (const [field, message] of Object.entries(correctionErrors(body, before, dayText(Date.now()))))
      ctx.addIssue({ code: 'custom', path: [field], message });
  });

const minus = (sum: number | null, correction: number): number | null => (sum === null ? null : sum - correction);
