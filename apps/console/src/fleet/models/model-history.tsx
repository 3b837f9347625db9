import { type ModelStep, models } from '@headland/contracts/model';
import { isMessageKey } from '@headland/i18n/catalogue';
import { type Translate, useI18n, type I18n } from '../../lib/i18n';
import { type HistoryStep, type HistoryLabels, RecordHistory } from '../../ui/record-history';

/** Who changed what of a model, field by field, newest first. */
export function ModelHistory({ id }: { id: number }) {
  const { t } = useI18n();
  return (
    <RecordHistory
      endpoint={models.history}
      id={id}
      label={t('model.history')}
      empty={{ title: t('model.historyEmpty'), text: t('model.historyEmptyText') }}
      labels={labels}
      stepOf={stepOf}
    />
  );
}

/** Of a new model every value is new, so none is compared. */
const stepOf = (step: ModelStep): HistoryStep => (step.name === 'record.created' ? { ...step, changes: [] } : step);
const labels: HistoryLabels = { field: ({ t }, field) => fieldText(t, field), value: valueText };

/** `rollover.1.x` is a limit, `Engine oil · cycleHours` a cell of an item; every other field has a word of its own. */
function fieldText(t: Translate, field: string): string {
  const [, type, axis] = /^rollover\.(\d)\.([xyz])$/u.exec(field) ?? [];
  if (type !== undefined && axis !== undefined)
    return `${t('model.rollover')} ${t('model.deviceType', { n: type })} ${t(`model.axis.${axis}` as 'model.axis.x')}`;
  if (field === 'order') return t('model.item.orderField');
  const [item, column] = cellOf(field);
  const key = item === null ? `model.field.${field}` : `model.item.${column}`;
  const label = isMessageKey(key) ? t(key) : column;
  return item === null ? label : `${item} · ${label}`;
}

/** The name of an item may hold the separator, the name of a column does not. */
function cellOf(field: string): [item: string | null, column: string] {
  const at = field.lastIndexOf(' · ');
  return at < 0 ? [null, field] : [field.slice(0, at), field.slice(at + 3)];
}

function valueText({ t, number }: Pick<I18n, 't' | 'number'>, field: string, value: string): string {
  if (field.startsWith('rollover.')) return `${value}°`;
  const [item, column] = cellOf(field);
  if (item !== null && column !== 'name' && column !== 'maintenance')
    return column === 'cycleDays' ? `${number(Number(value))} ${t('model.item.days')}` : `${number(Number(value))} h`;
  const prefix = choices[column];
  const key = `${prefix}.${value}`;
  return prefix !== undefined && isMessageKey(key) ? t(key) : value;
}
/** Fields whose values are words of the catalogue. */
const choices: Record<string, string | undefined> = {
  type: 'modelType',
  machine: 'machine',
  remoteControl: 'remoteControl',
  maintenance: 'maintenance',
};
