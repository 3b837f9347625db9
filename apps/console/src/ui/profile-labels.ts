import type { Translate } from '../lib/i18n';

/** Words of every profile; a kind adds what it says of itself. */
export const profileLabels = {
  load: 'profile.load',
  changes: 'profile.changes',
  changed: 'profile.changed',
  loaded: 'profile.toast.loaded',
} as const;

/** A field by its name in the file; what happened to an entry, or to the order of all, in words. */
export const profileField = (t: Translate, field: string): string =>
  field === 'added' || field === 'removed' || field === 'order' ? t(`profile.${field}`) : field;
