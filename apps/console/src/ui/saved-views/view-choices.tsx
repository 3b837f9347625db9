import { chakra } from '@chakra-ui/react';
import { type SavedView, savedViews } from '@headland/contracts/saved-view';
import { Building2, CalendarClock, House, Link, Pencil, RotateCcw, Save, SquarePlus, Trash2 } from 'lucide-react';
import { useT } from '../../lib/i18n';
import { copyText } from '../copy-text';
import { MenuItem, MenuLine, MenuNote } from '../menu';
import { useAction } from '../use-action';
import { listOf } from './use-saved-views';
import type { Views } from './use-views';
import type { Scheduled } from './schedule-dialog';
import type { ViewAct } from './view-dialogs';
import { linkTo } from './view-state';

/** What the menu of saved views holds: the views, acts on the one that is open, and the link. */
export function ViewChoices({
  views,
  open,
  state,
  changed,
  show,
  path,
  address,
  scheduled,
  onAct,
}: Views & {
  path: string;
  address: Record<string, unknown>;
  scheduled: Scheduled | undefined;
  onAct: (act: ViewAct) => void;
}) {
  const t = useT();
  const save = useAction(savedViews.change, { success: t('savedView.toast.saved'), done: show });
  const setDefault = useAction(savedViews.setDefault);
  const usual = views.find((view) => view.isDefault);
  const copyLink = (): void => {
    const link = linkTo(address, open);
    // where the browser refuses it can still be copied by hand
    void copyText(link, t, { refused: () => onAct({ kind: 'link', link }) });
  };
  return (
    <>
      <MenuItem value="none" onSelect={() => show(null)} checked={open === undefined}>
        {t('savedView.none')}
      </MenuItem>
      {views.map((view) => (
        <MenuItem key={view.id} value={`view ${view.id}`} checked={view.id === open?.id} onSelect={() => show(view)}>
          <ViewName view={view} />
        </MenuItem>
      ))}
      {views.length === 0 && <MenuNote maxW="260px">{t('savedView.empty')}</MenuNote>}
      <MenuLine />
      {open && changed && open.mayChange && (
        <MenuItem
          value="save"
          icon={<Save size={14} />}
          onSelect={() => save.run({ params: { id: open.id }, body: { name: open.name, shared: open.shared, state } })}
        >
          {t('savedView.save', { name: open.name })}
        </MenuItem>
      )}
      {open && changed && (
        <MenuItem value="discard" icon={<RotateCcw size={14} />} onSelect={() => show(open)}>
          {t('savedView.discard')}
        </MenuItem>
      )}
      <MenuItem value="saveAs" icon={<SquarePlus size={14} />} onSelect={() => onAct({ kind: 'new' })}>
        {t('savedView.saveAs')}
      </MenuItem>
      {open?.mayChange && (
        <MenuItem value="edit" icon={<Pencil size={14} />} onSelect={() => onAct({ kind: 'edit', view: open })}>
          {t('savedView.edit')}
        </MenuItem>
      )}
      {open && (
        <MenuItem
          value="default"
          icon={<House size={14} />}
          checked={open.id === usual?.id}
          onSelect={() =>
            setDefault.run({ body: { list: listOf(path), viewId: open.id === usual?.id ? null : open.id } })
          }
        >
          {t('savedView.default')}
        </MenuItem>
      )}
      {open?.mayRemove && (
        <MenuItem value="remove" icon={<Trash2 size={14} />} onSelect={() => onAct({ kind: 'remove', view: open })}>
          {t('savedView.remove')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem value="link" icon={<Link size={14} />} onSelect={copyLink}>
        {t('savedView.copyLink')}
      </MenuItem>
      {scheduled && (
        <MenuItem
          value="schedule"
          icon={<CalendarClock size={14} />}
          onSelect={() => onAct({ kind: 'schedule', scheduled })}
        >
          {t('exportSchedule.menu')}
        </MenuItem>
      )}
    </>
  );
}

/** Its name, and whose it is if it is not one's own. */
export function ViewName({ view }: { view: SavedView }) {
  const t = useT();
  return (
    <chakra.span display="flex" alignItems="center" gap="1.5" maxW="280px">
      <chakra.span truncate>{view.name}</chakra.span>
      {view.isDefault && <House size={12} role="img" aria-label={t('savedView.isDefault')} />}
      {view.shared && (
        <chakra.span display="inline-flex" gap="1" alignItems="center" color="ink3" textStyle="small" minW="0">
          <Building2 size={12} role="img" aria-label={t('savedView.shared')} />
          {!view.own && <chakra.span truncate>{view.owner ?? t('savedView.left')}</chakra.span>}
        </chakra.span>
      )}
    </chakra.span>
  );
}
