import { groupTypes, roles } from '@headland/contracts/access';
import { isMessageKey, type MessageKey } from './catalogue';

type Say = (key: MessageKey) => string;
const word = (say: Say, key: string): string | undefined => (isMessageKey(key) ? say(key) : undefined);
const apart = ' · ';

/** The field of a record in words, as its own form calls it; of a row in a set ("Engine oil · cycleHours") the row keeps its name. An unknown one keeps its own. */
export function fieldLabel(say: Say, field: string, kind = ''): string {
  const at = field.lastIndexOf(apart);
  if (at < 0) return word(say, `${kind}.field.${field}`) ?? word(say, `recordField.${field}`) ?? field;
  const cell = field.slice(at + apart.length);
  return `${field.slice(0, at)}${apart}${word(say, `${kind}.item.${cell}`) ?? cell}`;
}

export const kindLabel = (say: Say, kind: string): string => word(say, `recordKind.${kind}`) ?? kind;

/** Words that a model's fields are kept in. */
const ofModel = ['modelType', 'machine', 'remoteControl', 'maintenance'] as const;
/** What a field read: a role, a group, a choice, yes or no in words, everything else as it stood. */
export function valueLabel(say: Say, value: string, kind = ''): string {
  if (roles.some((r) => r === value)) return word(say, `role.${value}`) ?? value;
  if (groupTypes.some((g) => g === value)) return word(say, `groupType.${value}`) ?? value;
  if (value === 'true' || value === 'false') return say(`recordValue.${value}`);
  const choice =
    kind === 'model' ? ofModel.map((group) => word(say, `${group}.${value}`)).find((w) => w !== undefined) : undefined;
  return choice ?? value;
}
