import { factoryActor, groupTypes, roles } from '@headland/contracts/access';
import { isMessageKey, type MessageKey } from './catalogue';

type Translate = (key: MessageKey, values?: Record<string, string>) => string;
const textOf = (t: Translate, key: string): string | undefined => (isMessageKey(key) ? t(key) : undefined);
const apart = ' · ';

/** The field of a record in words, as its own form calls it; of a row in a set ("Engine oil · cycleHours") the row keeps its name. An unknown one keeps its own. */
export function fieldLabel(t: Translate, field: string, kind = ''): string {
  const at = field.lastIndexOf(apart);
  if (at < 0) return textOf(t, `${kind}.field.${field}`) ?? textOf(t, `recordField.${field}`) ?? field;
  const cell = field.slice(at + apart.length);
  return `${field.slice(0, at)}${apart}${textOf(t, `${kind}.item.${cell}`) ?? cell}`;
}

export const kindLabel = (t: Translate, kind: string): string => textOf(t, `recordKind.${kind}`) ?? kind;

/** Words that a model's fields are kept in. */
const ofModel = ['modelType', 'machine', 'remoteControl', 'maintenance'] as const;
/** What a field read: a role, a group, a choice, yes or no in words, everything else as it stood. */
export function valueLabel(t: Translate, value: string, kind = ''): string {
  if (roles.some((r) => r === value)) return textOf(t, `role.${value}`) ?? value;
  if (groupTypes.some((g) => g === value)) return textOf(t, `groupType.${value}`) ?? value;
  if (value === 'true' || value === 'false') return t(`recordValue.${value}`);
  const choice =
    kind === 'model' ? ofModel.map((group) => textOf(t, `${group}.${value}`)).find((w) => w !== undefined) : undefined;
  return choice ?? value;
}

const factory = factoryActor('');
/**
 * Who did it. The log calls what customers do in their app by this word, since names of customers do not belong into it;
 * a factory is called by the name of its key.
 */
export const actorLabel = (t: Translate, by: string): string =>
  by === 'App'
    ? t('history.byApp')
    : by.startsWith(factory)
      ? t('history.byFactory', { name: by.slice(factory.length) })
      : by;

/** The lamp of a fault code in words, as J1939 names it; one of a newer unit as it names it itself. */
export const lampLabel = (t: Translate, lamp: string | null | undefined): string =>
  lamp == null ? '–' : (textOf(t, `lamp.${lamp}`) ?? lamp);
