import { engineInfoFields, type EngineInfo } from '@headland/contracts/device/diagnosis';
import type { I18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';

/** A field of an engine's information as one reads it; – where the unit says nothing. */
export function engineValue({ number }: Pick<I18n, 'number'>, field: keyof EngineInfo, info: EngineInfo): string {
  const value = info[field];
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (field === 'ts_epoch') return momentText(value);
  return `${number(value)}${field === 'engine_runtime' ? ' h' : field === 'engine_load' ? ' %' : ''}`;
}

/** What is known of an engine, under the names that a workshop uses. */
export const engineRows = (i18n: Pick<I18n, 't' | 'number'>, info: EngineInfo): [string, string][] =>
  engineInfoFields
    .filter((field) => info[field] !== undefined)
    .map((field) => [i18n.t(`remote.info.${field}`), engineValue(i18n, field, info)]);
