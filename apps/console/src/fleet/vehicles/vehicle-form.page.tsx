import { chakra, Flex } from '@chakra-ui/react';
import { ChangeVehicleBody, type DealerPreview, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { correctionErrors } from '@headland/domain/meter';
import { isDealer } from '@headland/domain/organization';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextArea } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { LockedNote } from '../../ui/locked-note';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { Card } from '../../ui/panel';
import { plainNumber } from '../../ui/plain-number';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { TreeSelect } from '../../ui/tree-select';
import { isOld, PageWaits } from '../../ui/with-record';
import { MeterCorrection } from './meter-correction';
import { VehicleMissing } from './vehicle-labels';

/** The dealer of a vehicle, who is in charge there, what is added to its meters. */
export function VehicleFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^\d{1,9}$/u.test(number ?? '') ? Number(number) : 0;
  return id === 0 ? <VehicleMissing /> : <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }) {
  const result = useQuery({ ...query(vehicles.get, { params: { id } }), refetchOnMount: 'always' });
  const { data, error, refetch } = result;
  if (!data || isOld(result)) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <VehicleMissing />;
    return <PageWaits error={error} refetch={refetch} />;
  }
  return (
    <RecordEdit newest={data} refetch={() => refetch().then((now) => now.data)}>
      {(record) => <VehicleForm {...record} />}
    </RecordEdit>
  );
}

function VehicleForm({ start, newest, refresh, reload }: RecordState<VehicleDetail>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const nodes = useOrganizationNodes();
  const dealers = useMemo(() => new Set(nodes.filter((n) => isDealer(n.type)).map((n) => n.id)), [nodes]);
  const forbidden = useMemo(
    () => new Set(nodes.filter((n) => !dealers.has(n.id) && n.id !== start.dealer.id).map((n) => n.id)),
    [nodes, dealers, start.dealer.id],
  );
  // the server's rule, checked in the form: a changed correction needs its reason and its day
  const [schema] = useState(() => bodyFor(start));
  const [person, setPerson] = useState(start.person?.name ?? null);
  const [find, setFind] = useState('');
  const params = { id: start.id };
  const to = toRecord('/statusDetail', start.id);
  const nameOf = (dealerId: string) => nodes.find((n) => String(n.id) === dealerId)?.label;
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: fields,
        label: (name) => t(`vehicle.field.${name}`),
        now: valuesOf(newest),
        text: (name, value) => {
          if (name === 'dealerId') return nameOf(value) ?? value;
          if (name !== 'personId') return value;
          return (value === valuesOf(newest).personId ? newest.person?.name : person) ?? '';
        },
      }),
    },
    // another dealer: who sees the vehicle no longer, and who does from then on
    confirm: async ({ dealerId }) => {
      if (dealerId === start.dealer.id) return null;
      const preview = await call(vehicles.dealerPreview, { params, query: { dealerId } });
      return {
        title: t('vehicle.move.title', { vin: start.vin, dealer: nameOf(String(dealerId)) ?? start.dealer.name }),
        text: <MoveImpact preview={preview} />,
        confirm: { label: t('vehicle.move.confirm') },
      };
    },
    send: (body) => call(vehicles.change, { params, body }),
    invalidates: [vehicles.change],
    toastText: () => t('vehicle.toast.changed', { vin: start.vin }),
    done: () => void navigate({ to, ...afterSave }),
  });
  const { values } = form;
  const dealerId = Number(values.dealerId);
  const locked = newest.openSos > 0;
  const { data: staff = [], isFetching } = useQuery({
    ...query(vehicles.people, { query: { dealerId, ...(find.trim() === '' ? {} : { text: find.trim() }) } }),
    enabled: dealerId > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    document.title = `${start.vin} · Headland`;
  }, [start.vin]);

  return (
    <RecordFormPage
      form={form}
      title={start.vin}
      under={`${start.model} · ${t('screen.statusModi')}`}
      onCancel={() => void navigate({ to })}
      maxW="760px"
    >
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
          hits={staff.map((p) => ({ id: String(p.id), label: p.name, note: p.loginId }))}
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
        <MeterCorrection
          meter="hours"
          form={form}
          machine={minus(newest.engineHours, newest.hoursCorrection)}
          before={start.hoursCorrection}
        />
        <MeterCorrection
          meter="odometer"
          form={form}
          machine={minus(newest.odometer, newest.odometerCorrection)}
          before={start.odometerCorrection}
        />
      </Card>
      <Card px="4" py="3">
        <TextArea label={t('vehicle.field.memo')} required={false} rows={4} maxLength={1500} {...form.field('memo')} />
      </Card>
    </RecordFormPage>
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

/** A correction is dated today unless another day is chosen. */
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

const corrections = ['hoursCorrection', 'odometerCorrection'] as const;
const bodyFor = (before: VehicleDetail) =>
  z.preprocess(
    (values: Record<string, string>) => ({
      ...values,
      ...Object.fromEntries(
        corrections.flatMap((name) => (name in values ? [[name, plainNumber(values[name] ?? '')]] : [])),
      ),
    }),
    ChangeVehicleBody.superRefine((body, ctx) => {
      for (const [field, message] of Object.entries(correctionErrors(body, before, dayText(Date.now()))))
        ctx.addIssue({ code: 'custom', path: [field], message });
    }),
  );

const minus = (sum: number | null, correction: number): number | null => (sum === null ? null : sum - correction);
