import type { I18n } from '../../lib/i18n';
import { axes, basicFields, cell, deviceTypes, limit, type ModelValues, rowsOf } from './model-values';

/** Field by field the saved value and the value of the form, as texts; of the consumables set each item as one line. */
export function differences(
  i18n: Pick<I18n, 't'>,
  now: ModelValues,
  yours: ModelValues,
): { label: string; now: string; yours: string }[] {
  const { t } = i18n;
  const row = (label: string, of: (values: ModelValues) => string) => ({ label, now: of(now), yours: of(yours) });
  const names = [...new Set([...rowsOf(now), ...rowsOf(yours)])];
  return [
    ...basicFields.map((name) => row(t(`model.field.${name}`), (v) => choiceText(i18n, name, v[name] ?? ''))),
    ...deviceTypes.flatMap((type) =>
      axes.map((axis) =>
        row(
          `${t('model.deviceType', { n: type })} ${t(`model.axis.${axis}`)}`,
          (v) => `${v[limit(type, axis)] ?? ''}°`,
        ),
      ),
    ),
    row(t('model.item.orderField'), (v) =>
      rowsOf(v)
        .map((key) => v[cell(key, 'name')])
        .join(', '),
    ),
    ...names.map((key) =>
      row(now[cell(key, 'name')] || yours[cell(key, 'name')] || t('model.item.unnamed'), (v) =>
        rowsOf(v).includes(key) ? itemText(i18n, v, key) : '',
      ),
    ),
  ];
}

function choiceText({ t }: Pick<I18n, 't'>, name: (typeof basicFields)[number], value: string): string {
  if (value === '') return '';
  if (name === 'type') return t(`modelType.${value}` as 'modelType.premium');
  if (name === 'machine') return t(`machine.${value}` as 'machine.tractor');
  if (name === 'remoteControl') return t(`remoteControl.${value}` as 'remoteControl.none');
  // an id means nothing to a reader; that the picture is another one does
  return name === 'imageId' ? t('model.image') + ` (${value.slice(0, 4)})` : value;
}

function itemText({ t }: Pick<I18n, 't'>, values: ModelValues, key: string): string {
  const days = values[cell(key, 'cycleDays')];
  return [
    values[cell(key, 'name')],
    t(`maintenance.${values[cell(key, 'maintenance')] ?? 'replace'}` as 'maintenance.replace'),
    `${values[cell(key, 'initialHours')] ?? ''} h`,
    `${values[cell(key, 'cycleHours')] ?? ''} h`,
    ...(days ? [`${days} ${t('model.item.days')}`] : []),
  ].join(' · ');
}
