import { useI18n } from '../lib/i18n';
import type { ListPath } from '../lib/paths';
import { fitOf } from './find-match';
import type { Hit } from './find-records';
import { pageWords } from './find-words';
import { groupIcons, useMenu } from './menu';

/** A page or an act, and how well the text fits it; null: nothing was typed. */
export interface Fitting {
  hit: Hit;
  fit: number | null;
}
/** Its names fit, or else that of its group, which is less. */
export function fitting(text: string, names: readonly string[], group = ''): number | null {
  const own = fitOf(text, names);
  const ofGroup = fitOf(text, [group]);
  return own ?? (ofGroup === null ? null : ofGroup + 1);
}

/** The pages of the menu that fit a text; all of them, where nothing was typed. */
export function usePages(text: string): Fitting[] {
  const { t } = useI18n();
  return useMenu().flatMap(({ group, entries }) =>
    entries.flatMap(({ path, title }) => {
      const Icon = groupIcons[group];
      const name = t(title);
      const fit = text === '' ? null : fitting(text, [name, ...wordsOf(path as ListPath)], t(`menu.${group}`));
      if (text !== '' && fit === null) return [];
      const hit: Hit = {
        key: path.slice(1),
        group: 'screen',
        opens: path,
        line: (
          <>
            <Icon size={15} strokeWidth={1.6} aria-hidden />
            {name}
          </>
        ),
        note: t(`menu.${group}`),
      };
      return [{ hit, fit }];
    }),
  );
}

const wordsOf = (path: ListPath): string[] => pageWords[path].split(', ');
