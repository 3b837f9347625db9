import type { SavedView, SavedViewState } from '@headland/contracts/saved-view';
import { useEffect, useEffectEvent, useState } from 'react';
import { forgetTableTaste } from '../../lib/session/store';
import { shownOf } from '../column-order';
import { useLayout } from '../list-columns';
import type { Column } from '../table-props';
import type { ListView } from '../use-list';
import { layoutOf, unsavedName, useSavedViews } from './use-saved-views';
import { addressOf, filterOf, sameFilter } from './view-state';

export interface OfList<R> {
  list: { name: string; view: ListView; openId: number | null };
  columns: readonly Column<R>[];
}
export interface Views {
  views: readonly SavedView[];
  open: SavedView | undefined;
  /** what is shown now, as a view keeps it */
  state: SavedViewState;
  /** it differs from the view that is open */
  changed: boolean;
  /** opens a view as it is saved, or none */
  show: (view: SavedView | null) => void;
}

/** The views of a list, and how what is shown differs from the one that is open. */
export function useViews<R>({ list, columns }: OfList<R>): Views {
  const { name, view } = list;
  const found = useSavedViews(name);
  const open = found?.find(({ id }) => id === view.id);
  const { shown } = useLayout(list, columns);
  const keys = shown.map((c) => c.key);
  const saved = open?.state.columns[layoutOf(name)];
  const changed =
    open !== undefined &&
    (!sameFilter(view.schema, view.address, addressOf(view.schema, open.state.filter)) ||
      (saved !== undefined && shownOf(columns, saved).join(' ') !== keys.join(' ')));
  const show = (next: SavedView | null): void => {
    if (next !== null) forgetTableTaste(unsavedName(name, next.id));
    const { tab } = view.address;
    view.open(next === null ? { tab } : addressOf(view.schema, next.state.filter), next?.id ?? null);
  };
  // An address without a filter opens the list as its member likes it; once, so that the list can be had without a view.
  // A link to one row does not: the view might not have it.
  const [bare] = useState(() => view.id === null && list.openId === null && Object.keys(view.address).length === 0);
  const openDefault = useEffectEvent(() => {
    const usual = found?.find(({ isDefault }) => isDefault);
    if (bare && usual !== undefined) show(usual);
  });
  const known = found !== null;
  useEffect(() => {
    if (known) openDefault();
  }, [known]);
  return {
    views: found ?? [],
    open,
    changed,
    show,
    state: {
      filter: filterOf(view.schema, view.address),
      columns: { ...open?.state.columns, [layoutOf(name)]: keys },
    },
  };
}
