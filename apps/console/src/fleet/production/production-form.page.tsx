import { chakra } from '@chakra-ui/react';
import { devices } from '@headland/contracts/device';
import { production, type ProductionDetail } from '@headland/contracts/production';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { TextArea, TextField } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { FormPart } from '../../ui/form-page';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';
import { unitFields, unitForm, unitValues, type UnitValues } from './unit-values';
import { WithUnit } from './use-unit';

/** Installation, data and shipment of a unit. */
export function ProductionEditPage() {
  return (
    <WithUnit fresh>
      {(unit, refetch) => (
        <RecordEdit newest={unit} refetch={refetch}>
          {(record) => <Edit {...record} />}
        </RecordEdit>
      )}
    </WithUnit>
  );
}

function Edit({ start, newest, refresh, reload }: RecordState<ProductionDetail>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const nodes = useOrganizationNodes();
  const schema = useMemo(
    () =>
      unitForm(
        start,
        (id) => nodes.find((n) => n.id === id)?.type,
        () => dayText(serverNow()),
      ),
    [start, nodes],
  );
  const to = toRecord('/productionDetail', start.id);
  const form = useRecordForm({
    schema,
    start: unitValues(start),
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: unitFields,
        label: (name) => t(labels[name]),
        now: unitValues(newest),
        text: (name, value) =>
          name === 'dealerId' ? (nodes.find((n) => String(n.id) === value)?.label ?? value) : value,
      }),
    },
    // a device that is removed from the unit no longer reports for it
    confirm: ({ deviceId }) => {
      if (start.deviceId === null || deviceId === start.deviceId) return null;
      return deviceId === null
        ? {
            title: t('production.takeOutTitle', { vin: start.vin }),
            text: t('production.takeOutText', { device: start.deviceId }),
            confirm: { label: t('production.takeOut'), danger: true },
          }
        : {
            title: t('production.exchangeTitle', { vin: start.vin }),
            text: t('production.exchangeText', { from: start.deviceId, to: deviceId }),
            confirm: { label: t('production.exchange') },
          };
    },
    send: (body) => call(production.change, { params: { id: start.id }, body }),
    invalidates: [production.list],
    toastText: ({ vin }) => t('production.toast.changed', { vin }),
    done: () => void navigate({ to, ...afterSave }),
  });
  return (
    <RecordFormPage
      form={form}
      title={start.vin}
      under={t('screen.productionModi')}
      onCancel={() => void navigate({ to })}
    >
      <Fields unit={start} form={form} nodes={nodes} />
    </RecordFormPage>
  );
}

const labels = {
  deviceId: 'production.deviceId',
  matchedOn: 'production.matchedOn',
  releaseYear: 'production.releaseYear',
  horsepower: 'production.horsepower',
  transmission: 'production.transmission',
  shippedOn: 'production.shippedOn',
  dealerId: 'production.dealer',
  memo: 'production.memo',
} as const;

type UnitForm = Pick<Form<never, UnitValues>, 'values' | 'set' | 'field'>;
function Fields({
  unit,
  form,
  nodes,
}: {
  unit: ProductionDetail;
  form: UnitForm;
  nodes: ReturnType<typeof useOrganizationNodes>;
}) {
  const { t } = useI18n();
  const forbidden = useNotDealers(nodes);
  const { values } = form;
  const sold = unit.soldOn !== null;
  const without = values.deviceId === '';
  const shipped = values.shippedOn !== '';
  const label = (name: keyof typeof labels) => t(labels[name]);
  return (
    <>
      <FormPart title={t('production.installation')}>
        <DeviceField unit={unit} form={form} />
        <DateField
          label={label('matchedOn')}
          {...form.field('matchedOn')}
          value={without ? '' : values.matchedOn}
          required={!without}
          disabled={without}
          {...(without ? { help: t('production.matchedHelp') } : {})}
        />
      </FormPart>
      <FormPart title={t('production.machine')}>
        <Fixed label={t('production.vin')} value={unit.vin} />
        <Fixed label={t('production.model')} value={unit.model} help={t('production.bornText')} />
        <TextField label={label('releaseYear')} inputMode="numeric" maxLength={4} {...form.field('releaseYear')} />
        <TextField
          label={label('horsepower')}
          inputMode="numeric"
          maxLength={4}
          {...form.field('horsepower')}
          end="PS"
        />
        <TextField label={label('transmission')} maxLength={50} {...form.field('transmission')} />
      </FormPart>
      <FormPart title={t('production.shipment')}>
        <DateField
          label={label('shippedOn')}
          {...form.field('shippedOn')}
          required={sold || values.dealerId !== ''}
          help={sold ? t('production.soldShipment') : t('production.shipHelp')}
        />
        <TreeSelect
          label={label('dealerId')}
          nodes={nodes}
          forbidden={forbidden}
          {...form.field('dealerId')}
          required={shipped}
          disabled={sold}
          help={sold ? t('production.soldDealer') : t('production.dealerHelp')}
        />
        {values.dealerId !== '' && !sold && (
          <chakra.div gridColumn="1 / -1" mt="-2">
            <Button
              kind="link"
              px="0"
              onClick={() => {
                form.set('shippedOn', '');
                form.set('dealerId', '');
              }}
            >
              {t('production.unship')}
            </Button>
          </chakra.div>
        )}
        <chakra.div gridColumn="1 / -1">
          <TextArea label={label('memo')} rows={4} maxLength={1500} required={false} {...form.field('memo')} />
        </chakra.div>
      </FormPart>
    </>
  );
}

/** One of the devices that no vehicle has, or the unit's own. */
function DeviceField({ unit, form }: { unit: ProductionDetail; form: UnitForm }) {
  const { t } = useI18n();
  const [text, setText] = useState<string | null>(null);
  const { data = none, isFetching } = useQuery({
    ...query(devices.unmatched, { query: { text: text ?? '' } }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  const { deviceId: own } = unit;
  const { deviceId } = form.values;
  const hits = useMemo(() => {
    const present = own?.includes((text ?? '').trim().toUpperCase())
      ? [{ id: own, label: own, note: t('production.present') }]
      : [];
    return [
      ...present,
      ...data.map((d) => ({ id: d.deviceId, label: d.deviceId, note: t('production.deviceTypeIs', { n: d.type }) })),
    ];
  }, [own, text, data, t]);
  return (
    <FindField
      label={t('production.deviceId')}
      {...form.field('deviceId')}
      required={false}
      shown={deviceId}
      placeholder={t('production.findDevice')}
      hits={hits}
      busy={isFetching}
      onFind={setText}
      onChange={(value) => {
        form.set('deviceId', value);
        form.set('matchedOn', value === own ? (unit.matchedOn ?? '') : value === '' ? '' : dayText(serverNow()));
      }}
      {...(own !== null && deviceId !== own ? { help: t('production.wasDevice', { device: own }) } : {})}
    />
  );
}
const none: never[] = [];

/** Values of the plant that cannot be changed here. */
const Fixed = ({ label, value, help }: { label: string; value: string; help?: string }) => (
  <TextField
    label={label}
    value={value}
    onChange={() => undefined}
    disabled
    {...(help === undefined ? {} : { help })}
  />
);
