import type { Translate } from '../lib/i18n';

/** Labels of every profile; a kind adds its own. */
export const profileLabels = {
  load: 'profile.load',
  changes: 'profile.changes',
  changed: 'profile.changed',
  loaded: 'profile.toast.loaded',
} as const;

/** A field by its name in the file; what happened to an entry, or to the order of all, in words. */
export const profileField = (t: Translate, field: string): string =>
  field === 'added' || field === 'removed' || field === 'order' ? t(`profile.${field}`) : field;
