import { chakra, Flex } from '@chakra-ui/react';
import { remoteControls } from '@headland/contracts/device/down';
import { machines, maintenanceTypes, maxItems, modelTypes } from '@headland/contracts/model';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { SelectField, TextField } from '../../ui/field';
import { ImageField } from '../../ui/image-field';
import { Card } from '../../ui/panel';
import { type RowColumn, RowsEditor } from '../../ui/rows-editor';
import { TiltDial } from '../../ui/tilt-figure';
import type { Form } from '../../ui/use-form';
import { MachineShape } from './machine-shape';
import {
  axes,
  cell,
  deviceTypes,
  itemColumns,
  limit,
  type ModelForm,
  type ModelValues,
  nextRow,
  rowsOf,
} from './model-values';

export type ModelFormState = Form<typeof ModelForm, ModelValues>;

/** What a model is, its picture, when it has rolled over, what is to be replaced and inspected. */
export function ModelFields({ form, onUpload }: { form: ModelFormState; onUpload: (busy: boolean) => void }) {
  const { t } = useI18n();
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 372px' }}>
      <Group title={t('model.basics')}>
        <Basics form={form} />
      </Group>
      <Card as="section" px="4" pt="3" pb="4">
        <ImageField
          label={t('model.image')}
          {...form.field('imageId')}
          alt={form.field('imageAlt')}
          fallback={<MachineShape machine={machines.find((m) => m === form.values.machine)} width={72} />}
          onBusy={onUpload}
        />
      </Card>
      <Group title={t('model.rollover')} note={t('model.rolloverHelp')} wide>
        <Limits form={form} />
      </Group>
      <Group title={t('model.consumables')} note={t('model.consumablesHelp')} wide>
        <Consumables form={form} />
      </Group>
    </chakra.div>
  );
}

function Group({
  title,
  note,
  wide = false,
  children,
}: {
  title: string;
  note?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Card as="section" gridColumn={wide ? '1 / -1' : undefined} overflow="hidden">
      <Flex px="4" pt="3" pb="3" gap="3" align="baseline" wrap="wrap">
        <chakra.h2 textStyle="strong">{title}</chakra.h2>
        {note !== undefined && (
          <chakra.p textStyle="small" color="ink3" maxW="90ch">
            {note}
          </chakra.p>
        )}
      </Flex>
      {children}
    </Card>
  );
}

function Basics({ form }: { form: ModelFormState }) {
  const { t } = useI18n();
  return (
    <chakra.div css={fieldsCss} px="4" pb="4">
      <TextField label={t('model.field.name')} maxLength={20} {...form.field('name')} />
      <SelectField
        label={t('model.field.type')}
        {...form.field('type')}
        options={modelTypes.map((value) => ({ value, label: t(`modelType.${value}`) }))}
      />
      <SelectField
        label={t('model.field.machine')}
        {...form.field('machine')}
        options={machines.map((value) => ({ value, label: t(`machine.${value}`) }))}
      />
      <TextField
        label={t('model.field.releaseYear')}
        inputMode="numeric"
        maxLength={4}
        {...form.field('releaseYear')}
      />
      <TextField
        label={t('model.field.horsepower')}
        inputMode="numeric"
        maxLength={4}
        end="PS"
        {...form.field('horsepower')}
      />
      <SelectField
        label={t('model.field.remoteControl')}
        {...form.field('remoteControl')}
        options={remoteControls.map((value) => ({ value, label: t(`remoteControl.${value}`) }))}
      />
      <chakra.div gridColumn="1 / -1">
        <TextField
          label={t('model.field.description')}
          required={false}
          maxLength={50}
          {...form.field('description')}
        />
      </chakra.div>
    </chakra.div>
  );
}

/** Six angles, each beside a dial that shows what the machine may lean. */
function Limits({ form }: { form: ModelFormState }) {
  const { t } = useI18n();
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,1fr)' }}
      gap={{ base: '4', lg: '6' }}
      px="4"
      pb="4"
    >
      {deviceTypes.map((type) => (
        <chakra.fieldset key={type} border="0" p="0" m="0" minW="0">
          <chakra.legend textStyle="label" color="ink2" mb="2">
            {t('model.deviceType', { n: type })}
          </chakra.legend>
          <chakra.div
            display="grid"
            gap="3"
            gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(3, minmax(0,1fr))' }}
          >
            {axes.map((axis) => {
              const name = limit(type, axis);
              const degrees = Number(form.values[name]);
              const fits = degrees >= 1 && degrees <= 90;
              return (
                <Flex key={axis} gap="2.5" align="flex-start">
                  <chakra.span pt="3">
                    <TiltDial degrees={fits ? degrees : 0} limit={fits ? degrees : null} size={44} />
                  </chakra.span>
                  <chakra.div flex="1" minW="0">
                    <TextField
                      label={t(`model.axis.${axis}`)}
                      inputMode="decimal"
                      maxLength={4}
                      end="°"
                      {...form.field(name)}
                    />
                  </chakra.div>
                </Flex>
              );
            })}
          </chakra.div>
        </chakra.fieldset>
      ))}
    </chakra.div>
  );
}

function Consumables({ form }: { form: ModelFormState }) {
  const { t, field } = useI18n();
  const { values } = form;
  const rows = rowsOf(values);
  const put = (keys: readonly string[]): void => form.set('consumables', keys.join());
  const add = (): void => {
    const row = nextRow(values);
    for (const column of itemColumns) form.set(cell(row, column), column === 'maintenance' ? 'replace' : '');
    put([...rows, row]);
  };
  const cycle = (column: 'initialHours' | 'cycleHours' | 'cycleDays', unit: string, width: string): RowColumn => ({
    key: column,
    title: t(`model.item.${column}`),
    width,
    cell: (row) => (
      <TextField
        label={t(`model.item.${column}`)}
        required={column !== 'cycleDays'}
        inputMode="numeric"
        maxLength={6}
        end={unit}
        placeholder={column === 'cycleDays' ? t('model.item.hoursOnly') : ''}
        {...form.field(cell(row, column))}
      />
    ),
  });
  const columns: RowColumn[] = [
    {
      key: 'name',
      title: t('model.item.name'),
      cell: (row) => <TextField label={t('model.item.name')} maxLength={50} {...form.field(cell(row, 'name'))} />,
    },
    {
      key: 'maintenance',
      title: t('model.item.maintenance'),
      width: '128px',
      cell: (row) => (
        <SelectField
          label={t('model.item.maintenance')}
          {...form.field(cell(row, 'maintenance'))}
          options={maintenanceTypes.map((value) => ({ value, label: t(`maintenance.${value}`) }))}
        />
      ),
    },
    cycle('initialHours', 'h', '150px'),
    cycle('cycleHours', 'h', '150px'),
    cycle('cycleDays', t('model.item.days'), '168px'),
  ];
  const { error } = form.field('consumables');
  return (
    <RowsEditor
      label={t('model.consumables')}
      rows={rows}
      columns={columns}
      stampOf={(row) =>
        itemColumns
          .map((column) => `${values[cell(row, column)]} ${form.field(cell(row, column)).error ?? ''}`)
          .join('\n')
      }
      nameOf={(row) => values[cell(row, 'name')]?.trim() || t('model.item.unnamed')}
      onChange={put}
      onAdd={add}
      most={maxItems}
      add={t('model.item.add')}
      empty={t('model.item.none')}
      {...(error === undefined ? {} : { error: field(error, t('model.consumables')) })}
    />
  );
}

const fieldsCss = {
  display: 'grid',
  gap: '12px',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  alignItems: 'start',
} as const;
