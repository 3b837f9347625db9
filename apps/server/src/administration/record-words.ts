import { groupTypes, roles } from '@headland/contracts/access';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { ExportContext } from '../platform/exports/export-registry';

type Say = ExportContext['say'];

/** The words of a field, a kind or a detail; one that is not known keeps its own name. */
export function nameWord(say: Say, group: 'recordField' | 'recordKind' | 'accessDetail', name: string): string {
  const key = `${group}.${name}`;
  return isMessageKey(key) ? say(key) : name;
}

/** What a field read: a role, a group, yes or no in words, everything else as it stood. */
export function valueWord(say: Say, value: string | null): string | null {
  const role = roles.find((r) => r === value);
  if (role) return say(`role.${role}`);
  const group = groupTypes.find((g) => g === value);
  if (group) return say(`groupType.${group}`);
  return value === 'true' || value === 'false' ? say(`recordValue.${value}`) : value;
}
